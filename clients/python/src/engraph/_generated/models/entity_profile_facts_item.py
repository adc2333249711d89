from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.entity_profile_facts_item_kind import EntityProfileFactsItemKind, check_entity_profile_facts_item_kind
from ..types import parse_datetime

T = TypeVar("T", bound="EntityProfileFactsItem")


@_attrs_define
class EntityProfileFactsItem:
    """
    Attributes:
        id (str): Id of the relation or statement.
        kind (EntityProfileFactsItemKind):
        text (str): The fact as a sentence, with its days.
        confidence (float):
        valid_from_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        valid_from (datetime.datetime | None): `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        valid_to_unix_nanos (int): End of validity in Unix nanoseconds; 0 if it still holds. That of an age may be to
            come: a year after it was last told.
        valid_to (datetime.datetime | None): `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for
            0.
        memory_ids (list[str]): Memories that state it; of many, the first and the last.
    """

    id: str
    kind: EntityProfileFactsItemKind
    text: str
    confidence: float
    valid_from_unix_nanos: int
    valid_from: datetime.datetime | None
    valid_to_unix_nanos: int
    valid_to: datetime.datetime | None
    memory_ids: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        kind: str = self.kind

        text = self.text

        confidence = self.confidence

        valid_from_unix_nanos = self.valid_from_unix_nanos

        valid_from: None | str
        if isinstance(self.valid_from, datetime.datetime):
            valid_from = self.valid_from.isoformat()
        else:
            valid_from = self.valid_from

        valid_to_unix_nanos = self.valid_to_unix_nanos

        valid_to: None | str
        if isinstance(self.valid_to, datetime.datetime):
            valid_to = self.valid_to.isoformat()
        else:
            valid_to = self.valid_to

        memory_ids = self.memory_ids

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "text": text,
                "confidence": confidence,
                "valid_from_unix_nanos": valid_from_unix_nanos,
                "valid_from": valid_from,
                "valid_to_unix_nanos": valid_to_unix_nanos,
                "valid_to": valid_to,
                "memory_ids": memory_ids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        kind = check_entity_profile_facts_item_kind(d.pop("kind"))

        text = d.pop("text")

        confidence = d.pop("confidence")

        valid_from_unix_nanos = d.pop("valid_from_unix_nanos")

        def _parse_valid_from(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                valid_from_type_0 = parse_datetime(data)

                return valid_from_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        valid_from = _parse_valid_from(d.pop("valid_from"))

        valid_to_unix_nanos = d.pop("valid_to_unix_nanos")

        def _parse_valid_to(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                valid_to_type_0 = parse_datetime(data)

                return valid_to_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        valid_to = _parse_valid_to(d.pop("valid_to"))

        memory_ids = cast(list[str], d.pop("memory_ids"))

        entity_profile_facts_item = cls(
            id=id,
            kind=kind,
            text=text,
            confidence=confidence,
            valid_from_unix_nanos=valid_from_unix_nanos,
            valid_from=valid_from,
            valid_to_unix_nanos=valid_to_unix_nanos,
            valid_to=valid_to,
            memory_ids=memory_ids,
        )

        entity_profile_facts_item.additional_properties = d
        return entity_profile_facts_item

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
