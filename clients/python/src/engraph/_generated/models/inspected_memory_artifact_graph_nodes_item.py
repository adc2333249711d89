from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="InspectedMemoryArtifactGraphNodesItem")


@_attrs_define
class InspectedMemoryArtifactGraphNodesItem:
    """
    Attributes:
        id (str):
        name (str):
        kind (str):
        type_qname (str):
        is_candidate (bool): Whether lists leave it out: its confidence is too low, no fact is about it, and no caller
            named it.
    """

    id: str
    name: str
    kind: str
    type_qname: str
    is_candidate: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        kind = self.kind

        type_qname = self.type_qname

        is_candidate = self.is_candidate

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "kind": kind,
                "type_qname": type_qname,
                "is_candidate": is_candidate,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        kind = d.pop("kind")

        type_qname = d.pop("type_qname")

        is_candidate = d.pop("is_candidate")

        inspected_memory_artifact_graph_nodes_item = cls(
            id=id,
            name=name,
            kind=kind,
            type_qname=type_qname,
            is_candidate=is_candidate,
        )

        inspected_memory_artifact_graph_nodes_item.additional_properties = d
        return inspected_memory_artifact_graph_nodes_item

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
