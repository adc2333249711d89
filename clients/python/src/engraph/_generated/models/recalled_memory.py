from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.recalled_memory_retrievers_item import RecalledMemoryRetrieversItem, check_recalled_memory_retrievers_item
from ..types import UNSET, Unset, parse_datetime

if TYPE_CHECKING:
    from ..models.recalled_memory_entities_item import RecalledMemoryEntitiesItem
    from ..models.recalled_memory_passage import RecalledMemoryPassage


T = TypeVar("T", bound="RecalledMemory")


@_attrs_define
class RecalledMemory:
    """
    Attributes:
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        text (str):
        similarity_score (float): Score relative to the first memory, which has 1.
        confidence (float): How much of the query the memory supports.
        salience (float):
        kind (int):
        created_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        occurred_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        occurred_at (datetime.datetime | None): `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond;
            null for 0.
        session (int | None | str): Session that the caller chooses: an unsigned 64-bit integer, or a text of 1 to 255
            characters. 42 and `"42"` are one session.
        speaker (None | str):
        role (None | str): Role of the speaker, such as `user`; null if unknown.
        metadata (Any): Metadata as the caller gave it; null without any. Integers are exact.
        tags (list[str]): Tags in the order of the caller.
        retrievers (list[RecalledMemoryRetrieversItem]): Retrievers that found the memory.
        entities (list[RecalledMemoryEntitiesItem]): Entities that the memory mentions.
        passage (RecalledMemoryPassage | Unset): Of a text of more than 1,000 bytes, the passage that matches the query
            best: offsets in code points, `end` exclusive.
    """

    memory_id: str
    text: str
    similarity_score: float
    confidence: float
    salience: float
    kind: int
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    occurred_at_unix_nanos: int
    occurred_at: datetime.datetime | None
    session: int | None | str
    speaker: None | str
    role: None | str
    metadata: Any
    tags: list[str]
    retrievers: list[RecalledMemoryRetrieversItem]
    entities: list[RecalledMemoryEntitiesItem]
    passage: RecalledMemoryPassage | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memory_id = self.memory_id

        text = self.text

        similarity_score = self.similarity_score

        confidence = self.confidence

        salience = self.salience

        kind = self.kind

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

        session: int | None | str
        session = self.session

        speaker: None | str
        speaker = self.speaker

        role: None | str
        role = self.role

        metadata = self.metadata

        tags = self.tags

        retrievers = []
        for retrievers_item_data in self.retrievers:
            retrievers_item: str = retrievers_item_data
            retrievers.append(retrievers_item)

        entities = []
        for entities_item_data in self.entities:
            entities_item = entities_item_data.to_dict()
            entities.append(entities_item)

        passage: dict[str, Any] | Unset = UNSET
        if not isinstance(self.passage, Unset):
            passage = self.passage.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memory_id": memory_id,
                "text": text,
                "similarity_score": similarity_score,
                "confidence": confidence,
                "salience": salience,
                "kind": kind,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
                "occurred_at_unix_nanos": occurred_at_unix_nanos,
                "occurred_at": occurred_at,
                "session": session,
                "speaker": speaker,
                "role": role,
                "metadata": metadata,
                "tags": tags,
                "retrievers": retrievers,
                "entities": entities,
            }
        )
        if passage is not UNSET:
            field_dict["passage"] = passage

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.recalled_memory_entities_item import RecalledMemoryEntitiesItem  # noqa: PLC0415
        from ..models.recalled_memory_passage import RecalledMemoryPassage  # noqa: PLC0415

        d = dict(src_dict)
        memory_id = d.pop("memory_id")

        text = d.pop("text")

        similarity_score = d.pop("similarity_score")

        confidence = d.pop("confidence")

        salience = d.pop("salience")

        kind = d.pop("kind")

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

        retrievers = []
        _retrievers = d.pop("retrievers")
        for retrievers_item_data in _retrievers:
            retrievers_item = check_recalled_memory_retrievers_item(retrievers_item_data)

            retrievers.append(retrievers_item)

        entities = []
        _entities = d.pop("entities")
        for entities_item_data in _entities:
            entities_item = RecalledMemoryEntitiesItem.from_dict(entities_item_data)

            entities.append(entities_item)

        _passage = d.pop("passage", UNSET)
        passage: RecalledMemoryPassage | Unset
        if isinstance(_passage, Unset):
            passage = UNSET
        else:
            passage = RecalledMemoryPassage.from_dict(_passage)

        recalled_memory = cls(
            memory_id=memory_id,
            text=text,
            similarity_score=similarity_score,
            confidence=confidence,
            salience=salience,
            kind=kind,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            occurred_at_unix_nanos=occurred_at_unix_nanos,
            occurred_at=occurred_at,
            session=session,
            speaker=speaker,
            role=role,
            metadata=metadata,
            tags=tags,
            retrievers=retrievers,
            entities=entities,
            passage=passage,
        )

        recalled_memory.additional_properties = d
        return recalled_memory

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
