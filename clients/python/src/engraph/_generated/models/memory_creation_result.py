from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.memory_creation_result_kind import MemoryCreationResultKind, check_memory_creation_result_kind
from ..types import parse_datetime

T = TypeVar("T", bound="MemoryCreationResult")


@_attrs_define
class MemoryCreationResult:
    """
    Attributes:
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        was_deduplicated (bool): True if no memory was stored: the request is a duplicate.
        salience (float): Estimated importance of the text.
        kind (MemoryCreationResultKind): 0 episodic, 1 semantic, 2 consolidated.
        created_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        auto_edges_added (int): Number of links created with the memory: `followed_by` from the previous memory of its
            session.
    """

    memory_id: str
    was_deduplicated: bool
    salience: float
    kind: MemoryCreationResultKind
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    auto_edges_added: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memory_id = self.memory_id

        was_deduplicated = self.was_deduplicated

        salience = self.salience

        kind: int = self.kind

        created_at_unix_nanos = self.created_at_unix_nanos

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()
        else:
            created_at = self.created_at

        auto_edges_added = self.auto_edges_added

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memory_id": memory_id,
                "was_deduplicated": was_deduplicated,
                "salience": salience,
                "kind": kind,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
                "auto_edges_added": auto_edges_added,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memory_id = d.pop("memory_id")

        was_deduplicated = d.pop("was_deduplicated")

        salience = d.pop("salience")

        kind = check_memory_creation_result_kind(d.pop("kind"))

        created_at_unix_nanos = d.pop("created_at_unix_nanos")

        def _parse_created_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                created_at_type_0 = parse_datetime(data)

                return created_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        created_at = _parse_created_at(d.pop("created_at"))

        auto_edges_added = d.pop("auto_edges_added")

        memory_creation_result = cls(
            memory_id=memory_id,
            was_deduplicated=was_deduplicated,
            salience=salience,
            kind=kind,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            auto_edges_added=auto_edges_added,
        )

        memory_creation_result.additional_properties = d
        return memory_creation_result

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
