from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ForgetResult")


@_attrs_define
class ForgetResult:
    """
    Attributes:
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        was_already_forgotten (bool):
        edges_removed (int): Number of links removed with the memory, in both directions.
    """

    memory_id: str
    was_already_forgotten: bool
    edges_removed: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memory_id = self.memory_id

        was_already_forgotten = self.was_already_forgotten

        edges_removed = self.edges_removed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memory_id": memory_id,
                "was_already_forgotten": was_already_forgotten,
                "edges_removed": edges_removed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memory_id = d.pop("memory_id")

        was_already_forgotten = d.pop("was_already_forgotten")

        edges_removed = d.pop("edges_removed")

        forget_result = cls(
            memory_id=memory_id,
            was_already_forgotten=was_already_forgotten,
            edges_removed=edges_removed,
        )

        forget_result.additional_properties = d
        return forget_result

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
