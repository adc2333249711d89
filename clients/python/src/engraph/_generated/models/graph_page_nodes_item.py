from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.graph_page_nodes_item_kind import GraphPageNodesItemKind, check_graph_page_nodes_item_kind

T = TypeVar("T", bound="GraphPageNodesItem")


@_attrs_define
class GraphPageNodesItem:
    """
    Attributes:
        id (str):
        kind (GraphPageNodesItemKind):
        label (str):
        type_qname (str):
    """

    id: str
    kind: GraphPageNodesItemKind
    label: str
    type_qname: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        kind: str = self.kind

        label = self.label

        type_qname = self.type_qname

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "label": label,
                "type_qname": type_qname,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        kind = check_graph_page_nodes_item_kind(d.pop("kind"))

        label = d.pop("label")

        type_qname = d.pop("type_qname")

        graph_page_nodes_item = cls(
            id=id,
            kind=kind,
            label=label,
            type_qname=type_qname,
        )

        graph_page_nodes_item.additional_properties = d
        return graph_page_nodes_item

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
