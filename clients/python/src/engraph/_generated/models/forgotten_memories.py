from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ForgottenMemories")


@_attrs_define
class ForgottenMemories:
    """
    Attributes:
        count (int): Number of memories forgotten, at most 500; in a dry run, that would be.
        memory_ids (list[str]): The first 100 of them, oldest first.
        dry_run (bool):
        more (bool): True if more memories pass: send the request again, under another key.
        edges_removed (int | Unset): Number of links removed with the memories. Absent in a dry run.
    """

    count: int
    memory_ids: list[str]
    dry_run: bool
    more: bool
    edges_removed: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        count = self.count

        memory_ids = self.memory_ids

        dry_run = self.dry_run

        more = self.more

        edges_removed = self.edges_removed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "count": count,
                "memory_ids": memory_ids,
                "dry_run": dry_run,
                "more": more,
            }
        )
        if edges_removed is not UNSET:
            field_dict["edges_removed"] = edges_removed

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        memory_ids = cast(list[str], d.pop("memory_ids"))

        dry_run = d.pop("dry_run")

        more = d.pop("more")

        edges_removed = d.pop("edges_removed", UNSET)

        forgotten_memories = cls(
            count=count,
            memory_ids=memory_ids,
            dry_run=dry_run,
            more=more,
            edges_removed=edges_removed,
        )

        forgotten_memories.additional_properties = d
        return forgotten_memories

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
