from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.graph_page_edges_item_kind import GraphPageEdgesItemKind, check_graph_page_edges_item_kind

T = TypeVar("T", bound="GraphPageEdgesItem")


@_attrs_define
class GraphPageEdgesItem:
    """
    Attributes:
        from_id (str):
        to_id (str):
        kind (GraphPageEdgesItemKind):
        label (str):
    """

    from_id: str
    to_id: str
    kind: GraphPageEdgesItemKind
    label: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from_id = self.from_id

        to_id = self.to_id

        kind: str = self.kind

        label = self.label

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "from_id": from_id,
                "to_id": to_id,
                "kind": kind,
                "label": label,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        from_id = d.pop("from_id")

        to_id = d.pop("to_id")

        kind = check_graph_page_edges_item_kind(d.pop("kind"))

        label = d.pop("label")

        graph_page_edges_item = cls(
            from_id=from_id,
            to_id=to_id,
            kind=kind,
            label=label,
        )

        graph_page_edges_item.additional_properties = d
        return graph_page_edges_item

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
