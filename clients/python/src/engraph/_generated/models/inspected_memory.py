from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.inspected_memory_artifact import InspectedMemoryArtifact


T = TypeVar("T", bound="InspectedMemory")


@_attrs_define
class InspectedMemory:
    """
    Attributes:
        found (bool):
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        text (str):
        metadata (Any): Metadata as the caller gave it; null without any. Integers are exact.
        tags (list[str]): Tags in the order of the caller.
        artifact (InspectedMemoryArtifact):
    """

    found: bool
    memory_id: str
    text: str
    metadata: Any
    tags: list[str]
    artifact: InspectedMemoryArtifact
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        found = self.found

        memory_id = self.memory_id

        text = self.text

        metadata = self.metadata

        tags = self.tags

        artifact = self.artifact.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "found": found,
                "memory_id": memory_id,
                "text": text,
                "metadata": metadata,
                "tags": tags,
                "artifact": artifact,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.inspected_memory_artifact import InspectedMemoryArtifact  # noqa: PLC0415

        d = dict(src_dict)
        found = d.pop("found")

        memory_id = d.pop("memory_id")

        text = d.pop("text")

        metadata = d.pop("metadata")

        tags = cast(list[str], d.pop("tags"))

        artifact = InspectedMemoryArtifact.from_dict(d.pop("artifact"))

        inspected_memory = cls(
            found=found,
            memory_id=memory_id,
            text=text,
            metadata=metadata,
            tags=tags,
            artifact=artifact,
        )

        inspected_memory.additional_properties = d
        return inspected_memory

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
