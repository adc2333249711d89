from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.inspected_memory_artifact_links_item_kind import (
    InspectedMemoryArtifactLinksItemKind,
    check_inspected_memory_artifact_links_item_kind,
)

T = TypeVar("T", bound="InspectedMemoryArtifactLinksItem")


@_attrs_define
class InspectedMemoryArtifactLinksItem:
    """
    Attributes:
        source (str): Memory id: a 128-bit integer as a decimal string.
        target (str): Memory id: a 128-bit integer as a decimal string.
        kind (InspectedMemoryArtifactLinksItemKind):
        weight (float):
    """

    source: str
    target: str
    kind: InspectedMemoryArtifactLinksItemKind
    weight: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source = self.source

        target = self.target

        kind: str = self.kind

        weight = self.weight

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "source": source,
                "target": target,
                "kind": kind,
                "weight": weight,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source = d.pop("source")

        target = d.pop("target")

        kind = check_inspected_memory_artifact_links_item_kind(d.pop("kind"))

        weight = d.pop("weight")

        inspected_memory_artifact_links_item = cls(
            source=source,
            target=target,
            kind=kind,
            weight=weight,
        )

        inspected_memory_artifact_links_item.additional_properties = d
        return inspected_memory_artifact_links_item

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
