from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RevisionResult")


@_attrs_define
class RevisionResult:
    """
    Attributes:
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        version (int): Number of the version: each change makes a new one.
        was_changed (bool): False if the memory was like that already: it keeps its version.
    """

    memory_id: str
    version: int
    was_changed: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memory_id = self.memory_id

        version = self.version

        was_changed = self.was_changed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memory_id": memory_id,
                "version": version,
                "was_changed": was_changed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memory_id = d.pop("memory_id")

        version = d.pop("version")

        was_changed = d.pop("was_changed")

        revision_result = cls(
            memory_id=memory_id,
            version=version,
            was_changed=was_changed,
        )

        revision_result.additional_properties = d
        return revision_result

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
