from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.memory_extraction import MemoryExtraction, check_memory_extraction
from ..models.memory_kind import MemoryKind, check_memory_kind
from ..models.memory_state import MemoryState, check_memory_state
from ..types import parse_datetime

T = TypeVar("T", bound="Memory")


@_attrs_define
class Memory:
    """
    Attributes:
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        text (str):
        kind (MemoryKind): 0 episodic, 1 semantic, 2 consolidated.
        state (MemoryState): 0 active, 1 forgotten.
        session (int | None | str): Session that the caller chooses: an unsigned 64-bit integer, or a text of 1 to 255
            characters. 42 and `"42"` are one session.
        speaker (None | str):
        role (None | str): Role of the speaker, such as `user`; null if unknown.
        metadata (Any): Metadata as the caller gave it; null without any. Integers are exact.
        tags (list[str]): Tags in the order of the caller.
        created_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        occurred_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        occurred_at (datetime.datetime | None): `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond;
            null for 0.
        last_accessed_at_unix_nanos (int): Last recall of the memory, in Unix nanoseconds; 0 means never.
        last_accessed_at (datetime.datetime | None): `last_accessed_at_unix_nanos` as ISO 8601 in UTC, exact to the
            nanosecond; null for 0.
        salience (float): Estimated importance of the text.
        access_count (int): Number of recalls that returned the memory.
        statement_count (int): Number of statements that the memory makes; a candidate is none.
        entity_count (int): Number of entities that the memory mentions.
        relation_count (int): Number of relations that the memory claims; a candidate is none.
        extraction (MemoryExtraction): State of extraction. `partial`: the LLM stage is still to come.
        version (int): Number of the version: each change makes a new one.
        pinned (bool): Whether the memory never expires.
        expires_at_unix_nanos (int): When the memory expires, in Unix nanoseconds; 0 means never.
        expires_at (datetime.datetime | None): `expires_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
    """

    memory_id: str
    text: str
    kind: MemoryKind
    state: MemoryState
    session: int | None | str
    speaker: None | str
    role: None | str
    metadata: Any
    tags: list[str]
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    occurred_at_unix_nanos: int
    occurred_at: datetime.datetime | None
    last_accessed_at_unix_nanos: int
    last_accessed_at: datetime.datetime | None
    salience: float
    access_count: int
    statement_count: int
    entity_count: int
    relation_count: int
    extraction: MemoryExtraction
    version: int
    pinned: bool
    expires_at_unix_nanos: int
    expires_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memory_id = self.memory_id

        text = self.text

        kind: int = self.kind

        state: int = self.state

        session: int | None | str
        session = self.session

        speaker: None | str
        speaker = self.speaker

        role: None | str
        role = self.role

        metadata = self.metadata

        tags = self.tags

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

        last_accessed_at_unix_nanos = self.last_accessed_at_unix_nanos

        last_accessed_at: None | str
        if isinstance(self.last_accessed_at, datetime.datetime):
            last_accessed_at = self.last_accessed_at.isoformat()
        else:
            last_accessed_at = self.last_accessed_at

        salience = self.salience

        access_count = self.access_count

        statement_count = self.statement_count

        entity_count = self.entity_count

        relation_count = self.relation_count

        extraction: str = self.extraction

        version = self.version

        pinned = self.pinned

        expires_at_unix_nanos = self.expires_at_unix_nanos

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memory_id": memory_id,
                "text": text,
                "kind": kind,
                "state": state,
                "session": session,
                "speaker": speaker,
                "role": role,
                "metadata": metadata,
                "tags": tags,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
                "occurred_at_unix_nanos": occurred_at_unix_nanos,
                "occurred_at": occurred_at,
                "last_accessed_at_unix_nanos": last_accessed_at_unix_nanos,
                "last_accessed_at": last_accessed_at,
                "salience": salience,
                "access_count": access_count,
                "statement_count": statement_count,
                "entity_count": entity_count,
                "relation_count": relation_count,
                "extraction": extraction,
                "version": version,
                "pinned": pinned,
                "expires_at_unix_nanos": expires_at_unix_nanos,
                "expires_at": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memory_id = d.pop("memory_id")

        text = d.pop("text")

        kind = check_memory_kind(d.pop("kind"))

        state = check_memory_state(d.pop("state"))

        def _parse_session(data: object) -> int | None | str:
            if data is None:
                return data
            return cast(int | None | str, data)

        session = _parse_session(d.pop("session"))

        def _parse_speaker(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        speaker = _parse_speaker(d.pop("speaker"))

        def _parse_role(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        role = _parse_role(d.pop("role"))

        metadata = d.pop("metadata")

        tags = cast(list[str], d.pop("tags"))

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

        last_accessed_at_unix_nanos = d.pop("last_accessed_at_unix_nanos")

        def _parse_last_accessed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_accessed_at_type_0 = parse_datetime(data)

                return last_accessed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_accessed_at = _parse_last_accessed_at(d.pop("last_accessed_at"))

        salience = d.pop("salience")

        access_count = d.pop("access_count")

        statement_count = d.pop("statement_count")

        entity_count = d.pop("entity_count")

        relation_count = d.pop("relation_count")

        extraction = check_memory_extraction(d.pop("extraction"))

        version = d.pop("version")

        pinned = d.pop("pinned")

        expires_at_unix_nanos = d.pop("expires_at_unix_nanos")

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = parse_datetime(data)

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expires_at"))

        memory = cls(
            memory_id=memory_id,
            text=text,
            kind=kind,
            state=state,
            session=session,
            speaker=speaker,
            role=role,
            metadata=metadata,
            tags=tags,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            occurred_at_unix_nanos=occurred_at_unix_nanos,
            occurred_at=occurred_at,
            last_accessed_at_unix_nanos=last_accessed_at_unix_nanos,
            last_accessed_at=last_accessed_at,
            salience=salience,
            access_count=access_count,
            statement_count=statement_count,
            entity_count=entity_count,
            relation_count=relation_count,
            extraction=extraction,
            version=version,
            pinned=pinned,
            expires_at_unix_nanos=expires_at_unix_nanos,
            expires_at=expires_at,
        )

        memory.additional_properties = d
        return memory

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
