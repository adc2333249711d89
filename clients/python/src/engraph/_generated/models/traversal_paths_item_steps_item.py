from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TraversalPathsItemStepsItem")


@_attrs_define
class TraversalPathsItemStepsItem:
    """
    Attributes:
        relation_id (str):
        from_ (str):
        to (str):
        relation_type (str):
        depth (int): Number of the hop, from 1.
    """

    relation_id: str
    from_: str
    to: str
    relation_type: str
    depth: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        relation_id = self.relation_id

        from_ = self.from_

        to = self.to

        relation_type = self.relation_type

        depth = self.depth

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "relation_id": relation_id,
                "from": from_,
                "to": to,
                "relation_type": relation_type,
                "depth": depth,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        relation_id = d.pop("relation_id")

        from_ = d.pop("from")

        to = d.pop("to")

        relation_type = d.pop("relation_type")

        depth = d.pop("depth")

        traversal_paths_item_steps_item = cls(
            relation_id=relation_id,
            from_=from_,
            to=to,
            relation_type=relation_type,
            depth=depth,
        )

        traversal_paths_item_steps_item.additional_properties = d
        return traversal_paths_item_steps_item

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
