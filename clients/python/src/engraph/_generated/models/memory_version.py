from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset, parse_datetime

T = TypeVar("T", bound="MemoryVersion")


@_attrs_define
class MemoryVersion:
    """
    Attributes:
        version (int): Number of the version: each change makes a new one.
        created_at_unix_nanos (int): When the version was made, in Unix nanoseconds.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        text (None | str | Unset):
        metadata (Any | Unset): Metadata as the caller gave it; null without any. Integers are exact.
        tags (list[str] | Unset): Tags in the order of the caller.
        expires_at_unix_nanos (int | Unset): 0 means never.
        expires_at (None | str | Unset): `expires_at_unix_nanos` as ISO 8601; null for 0.
        pinned (bool | Unset):
    """

    version: int
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    text: None | str | Unset = UNSET
    metadata: Any | Unset = UNSET
    tags: list[str] | Unset = UNSET
    expires_at_unix_nanos: int | Unset = UNSET
    expires_at: None | str | Unset = UNSET
    pinned: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        created_at_unix_nanos = self.created_at_unix_nanos

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()
        else:
            created_at = self.created_at

        text: None | str | Unset
        if isinstance(self.text, Unset):
            text = UNSET
        else:
            text = self.text

        metadata = self.metadata

        tags: list[str] | Unset = UNSET
        if not isinstance(self.tags, Unset):
            tags = self.tags

        expires_at_unix_nanos = self.expires_at_unix_nanos

        expires_at: None | str | Unset
        if isinstance(self.expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = self.expires_at

        pinned = self.pinned

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version": version,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
            }
        )
        if text is not UNSET:
            field_dict["text"] = text
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if tags is not UNSET:
            field_dict["tags"] = tags
        if expires_at_unix_nanos is not UNSET:
            field_dict["expires_at_unix_nanos"] = expires_at_unix_nanos
        if expires_at is not UNSET:
            field_dict["expires_at"] = expires_at
        if pinned is not UNSET:
            field_dict["pinned"] = pinned

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        version = d.pop("version")

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

        def _parse_text(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        text = _parse_text(d.pop("text", UNSET))

        metadata = d.pop("metadata", UNSET)

        tags = cast(list[str], d.pop("tags", UNSET))

        expires_at_unix_nanos = d.pop("expires_at_unix_nanos", UNSET)

        def _parse_expires_at(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        expires_at = _parse_expires_at(d.pop("expires_at", UNSET))

        pinned = d.pop("pinned", UNSET)

        memory_version = cls(
            version=version,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            text=text,
            metadata=metadata,
            tags=tags,
            expires_at_unix_nanos=expires_at_unix_nanos,
            expires_at=expires_at,
            pinned=pinned,
        )

        memory_version.additional_properties = d
        return memory_version

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
