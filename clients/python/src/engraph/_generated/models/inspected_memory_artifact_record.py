from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.inspected_memory_artifact_record_kind import (
    InspectedMemoryArtifactRecordKind,
    check_inspected_memory_artifact_record_kind,
)
from ..models.inspected_memory_artifact_record_state import (
    InspectedMemoryArtifactRecordState,
    check_inspected_memory_artifact_record_state,
)
from ..types import parse_datetime

T = TypeVar("T", bound="InspectedMemoryArtifactRecord")


@_attrs_define
class InspectedMemoryArtifactRecord:
    """
    Attributes:
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        kind (InspectedMemoryArtifactRecordKind): 0 episodic, 1 semantic, 2 consolidated.
        state (InspectedMemoryArtifactRecordState): 0 active, 1 forgotten.
        salience (float): Estimated importance of the text.
        created_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        occurred_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        occurred_at (datetime.datetime | None): `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond;
            null for 0.
        vector_dim (int):
        text_len (int): In code points.
    """

    memory_id: str
    kind: InspectedMemoryArtifactRecordKind
    state: InspectedMemoryArtifactRecordState
    salience: float
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    occurred_at_unix_nanos: int
    occurred_at: datetime.datetime | None
    vector_dim: int
    text_len: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memory_id = self.memory_id

        kind: int = self.kind

        state: int = self.state

        salience = self.salience

        created_at_unix_nanos = self.created_at_unix_nanos

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()
        else:
            created_at = self.created_at

        occurred_at_unix_nanos = self.occurred_at_unix_nanos

        occurred_at: None | str
        if isinstance(self.occurred_at, datetime.datetime):
            occurred_at = self.occurred_at.isoformat()
        else:
            occurred_at = self.occurred_at

        vector_dim = self.vector_dim

        text_len = self.text_len

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memory_id": memory_id,
                "kind": kind,
                "state": state,
                "salience": salience,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
                "occurred_at_unix_nanos": occurred_at_unix_nanos,
                "occurred_at": occurred_at,
                "vector_dim": vector_dim,
                "text_len": text_len,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memory_id = d.pop("memory_id")

        kind = check_inspected_memory_artifact_record_kind(d.pop("kind"))

        state = check_inspected_memory_artifact_record_state(d.pop("state"))

        salience = d.pop("salience")

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

        occurred_at_unix_nanos = d.pop("occurred_at_unix_nanos")

        def _parse_occurred_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                occurred_at_type_0 = parse_datetime(data)

                return occurred_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        occurred_at = _parse_occurred_at(d.pop("occurred_at"))

        vector_dim = d.pop("vector_dim")

        text_len = d.pop("text_len")

        inspected_memory_artifact_record = cls(
            memory_id=memory_id,
            kind=kind,
            state=state,
            salience=salience,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            occurred_at_unix_nanos=occurred_at_unix_nanos,
            occurred_at=occurred_at,
            vector_dim=vector_dim,
            text_len=text_len,
        )

        inspected_memory_artifact_record.additional_properties = d
        return inspected_memory_artifact_record

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
