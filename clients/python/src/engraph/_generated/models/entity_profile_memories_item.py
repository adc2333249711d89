from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import parse_datetime

T = TypeVar("T", bound="EntityProfileMemoriesItem")


@_attrs_define
class EntityProfileMemoriesItem:
    """
    Attributes:
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        text (str): The text, or the beginning of a long one.
        speaker (None | str):
        created_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        occurred_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        occurred_at (datetime.datetime | None): `occurred_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond;
            null for 0.
    """

    memory_id: str
    text: str
    speaker: None | str
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    occurred_at_unix_nanos: int
    occurred_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memory_id = self.memory_id

        text = self.text

        speaker: None | str
        speaker = self.speaker

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

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memory_id": memory_id,
                "text": text,
                "speaker": speaker,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
                "occurred_at_unix_nanos": occurred_at_unix_nanos,
                "occurred_at": occurred_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memory_id = d.pop("memory_id")

        text = d.pop("text")

        def _parse_speaker(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        speaker = _parse_speaker(d.pop("speaker"))

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

        entity_profile_memories_item = cls(
            memory_id=memory_id,
            text=text,
            speaker=speaker,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            occurred_at_unix_nanos=occurred_at_unix_nanos,
            occurred_at=occurred_at,
        )

        entity_profile_memories_item.additional_properties = d
        return entity_profile_memories_item

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
