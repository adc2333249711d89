from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import parse_datetime

T = TypeVar("T", bound="Entity")


@_attrs_define
class Entity:
    """
    Attributes:
        entity_id (str):
        entity_type_id (int):
        canonical_name (str):
        aliases (list[str]): Other names of the entity.
        mention_count (int): Number of mentions in memories.
        confidence (float): Probability that it is a named thing of its type.
        is_candidate (bool): Whether lists leave it out: its confidence is too low, no fact is about it, and no caller
            named it.
        merged_into (None | str): Entity that this one is merged into; null if it is not merged.
        entity_type (str):
        created_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        updated_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        updated_at (datetime.datetime | None): `updated_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
    """

    entity_id: str
    entity_type_id: int
    canonical_name: str
    aliases: list[str]
    mention_count: int
    confidence: float
    is_candidate: bool
    merged_into: None | str
    entity_type: str
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    updated_at_unix_nanos: int
    updated_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        entity_id = self.entity_id

        entity_type_id = self.entity_type_id

        canonical_name = self.canonical_name

        aliases = self.aliases

        mention_count = self.mention_count

        confidence = self.confidence

        is_candidate = self.is_candidate

        merged_into: None | str
        merged_into = self.merged_into

        entity_type = self.entity_type

        created_at_unix_nanos = self.created_at_unix_nanos

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()
        else:
            created_at = self.created_at

        updated_at_unix_nanos = self.updated_at_unix_nanos

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "entity_id": entity_id,
                "entity_type_id": entity_type_id,
                "canonical_name": canonical_name,
                "aliases": aliases,
                "mention_count": mention_count,
                "confidence": confidence,
                "is_candidate": is_candidate,
                "merged_into": merged_into,
                "entity_type": entity_type,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
                "updated_at_unix_nanos": updated_at_unix_nanos,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        entity_id = d.pop("entity_id")

        entity_type_id = d.pop("entity_type_id")

        canonical_name = d.pop("canonical_name")

        aliases = cast(list[str], d.pop("aliases"))

        mention_count = d.pop("mention_count")

        confidence = d.pop("confidence")

        is_candidate = d.pop("is_candidate")

        def _parse_merged_into(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        merged_into = _parse_merged_into(d.pop("merged_into"))

        entity_type = d.pop("entity_type")

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

        updated_at_unix_nanos = d.pop("updated_at_unix_nanos")

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                updated_at_type_0 = parse_datetime(data)

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updated_at"))

        entity = cls(
            entity_id=entity_id,
            entity_type_id=entity_type_id,
            canonical_name=canonical_name,
            aliases=aliases,
            mention_count=mention_count,
            confidence=confidence,
            is_candidate=is_candidate,
            merged_into=merged_into,
            entity_type=entity_type,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            updated_at_unix_nanos=updated_at_unix_nanos,
            updated_at=updated_at,
        )

        entity.additional_properties = d
        return entity

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
