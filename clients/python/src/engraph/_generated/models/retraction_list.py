from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.retraction_list_retractions_item import RetractionListRetractionsItem


T = TypeVar("T", bound="RetractionList")


@_attrs_define
class RetractionList:
    """
    Attributes:
        retractions (list[RetractionListRetractionsItem]):
        count (int):
        truncated (bool | Unset): True if the list was cut because the response would exceed 4 MiB.
    """

    retractions: list[RetractionListRetractionsItem]
    count: int
    truncated: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        retractions = []
        for retractions_item_data in self.retractions:
            retractions_item = retractions_item_data.to_dict()
            retractions.append(retractions_item)

        count = self.count

        truncated = self.truncated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "retractions": retractions,
                "count": count,
            }
        )
        if truncated is not UNSET:
            field_dict["truncated"] = truncated

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.retraction_list_retractions_item import RetractionListRetractionsItem  # noqa: PLC0415

        d = dict(src_dict)
        retractions = []
        _retractions = d.pop("retractions")
        for retractions_item_data in _retractions:
            retractions_item = RetractionListRetractionsItem.from_dict(retractions_item_data)

            retractions.append(retractions_item)

        count = d.pop("count")

        truncated = d.pop("truncated", UNSET)

        retraction_list = cls(
            retractions=retractions,
            count=count,
            truncated=truncated,
        )

        retraction_list.additional_properties = d
        return retraction_list

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
