from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.reasoning_inferences_item import ReasoningInferencesItem


T = TypeVar("T", bound="Reasoning")


@_attrs_define
class Reasoning:
    """
    Attributes:
        inferences (list[ReasoningInferencesItem]): Inferences, the most confident first.
    """

    inferences: list[ReasoningInferencesItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        inferences = []
        for inferences_item_data in self.inferences:
            inferences_item = inferences_item_data.to_dict()
            inferences.append(inferences_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "inferences": inferences,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.reasoning_inferences_item import ReasoningInferencesItem  # noqa: PLC0415

        d = dict(src_dict)
        inferences = []
        _inferences = d.pop("inferences")
        for inferences_item_data in _inferences:
            inferences_item = ReasoningInferencesItem.from_dict(inferences_item_data)

            inferences.append(inferences_item)

        reasoning = cls(
            inferences=inferences,
        )

        reasoning.additional_properties = d
        return reasoning

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
