from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.relation import Relation


T = TypeVar("T", bound="RelationList")


@_attrs_define
class RelationList:
    """
    Attributes:
        relations (list[Relation]):
        count (int):
        truncated (bool | Unset): True if the list was cut because the response would exceed 4 MiB.
    """

    relations: list[Relation]
    count: int
    truncated: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        relations = []
        for relations_item_data in self.relations:
            relations_item = relations_item_data.to_dict()
            relations.append(relations_item)

        count = self.count

        truncated = self.truncated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "relations": relations,
                "count": count,
            }
        )
        if truncated is not UNSET:
            field_dict["truncated"] = truncated

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.relation import Relation  # noqa: PLC0415

        d = dict(src_dict)
        relations = []
        _relations = d.pop("relations")
        for relations_item_data in _relations:
            relations_item = Relation.from_dict(relations_item_data)

            relations.append(relations_item)

        count = d.pop("count")

        truncated = d.pop("truncated", UNSET)

        relation_list = cls(
            relations=relations,
            count=count,
            truncated=truncated,
        )

        relation_list.additional_properties = d
        return relation_list

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
