from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.statement_kind import StatementKind, check_statement_kind
from ..models.statement_source import StatementSource, check_statement_source
from ..types import parse_datetime

if TYPE_CHECKING:
    from ..models.statement_object_type_0 import StatementObjectType0
    from ..models.statement_object_type_1 import StatementObjectType1


T = TypeVar("T", bound="Statement")


@_attrs_define
class Statement:
    """
    Attributes:
        statement_id (str):
        kind (StatementKind):
        subject (str):
        subject_name (str): Canonical name of the subject.
        predicate (str):
        object_ (StatementObjectType0 | StatementObjectType1):
        text (str): The statement as a sentence.
        confidence (float):
        mention_count (int): How often memories say so; what callers decide is not counted.
        event_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        event_at (datetime.datetime | None): `event_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for
            0.
        valid_from_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        valid_from (datetime.datetime | None): `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        valid_to_unix_nanos (int): End of validity in Unix nanoseconds; 0 if it still holds. That of an age may be to
            come: a year after it was last told.
        valid_to (datetime.datetime | None): `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for
            0.
        unsettled (bool): True while later, weaker claims contradict it: it is given neither as current nor as ended.
        tombstoned (bool): Always false: what is forgotten is deleted.
        superseded_by (None | str): The later one that replaced it; null if there is none.
        source (StatementSource): Who says so: memories, or a caller who confirmed or asserted it.
        memory_ids (list[str]): Memories that state it; at most 1,000. Empty if only a caller does.
    """

    statement_id: str
    kind: StatementKind
    subject: str
    subject_name: str
    predicate: str
    object_: StatementObjectType0 | StatementObjectType1
    text: str
    confidence: float
    mention_count: int
    event_at_unix_nanos: int
    event_at: datetime.datetime | None
    valid_from_unix_nanos: int
    valid_from: datetime.datetime | None
    valid_to_unix_nanos: int
    valid_to: datetime.datetime | None
    unsettled: bool
    tombstoned: bool
    superseded_by: None | str
    source: StatementSource
    memory_ids: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.statement_object_type_0 import StatementObjectType0  # noqa: PLC0415

        statement_id = self.statement_id

        kind: str = self.kind

        subject = self.subject

        subject_name = self.subject_name

        predicate = self.predicate

        object_: dict[str, Any]
        if isinstance(self.object_, StatementObjectType0):
            object_ = self.object_.to_dict()
        else:
            object_ = self.object_.to_dict()

        text = self.text

        confidence = self.confidence

        mention_count = self.mention_count

        event_at_unix_nanos = self.event_at_unix_nanos

        event_at: None | str
        if isinstance(self.event_at, datetime.datetime):
            event_at = self.event_at.isoformat()
        else:
            event_at = self.event_at

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

        unsettled = self.unsettled

        tombstoned = self.tombstoned

        superseded_by: None | str
        superseded_by = self.superseded_by

        source: str = self.source

        memory_ids = self.memory_ids

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "statement_id": statement_id,
                "kind": kind,
                "subject": subject,
                "subject_name": subject_name,
                "predicate": predicate,
                "object": object_,
                "text": text,
                "confidence": confidence,
                "mention_count": mention_count,
                "event_at_unix_nanos": event_at_unix_nanos,
                "event_at": event_at,
                "valid_from_unix_nanos": valid_from_unix_nanos,
                "valid_from": valid_from,
                "valid_to_unix_nanos": valid_to_unix_nanos,
                "valid_to": valid_to,
                "unsettled": unsettled,
                "tombstoned": tombstoned,
                "superseded_by": superseded_by,
                "source": source,
                "memory_ids": memory_ids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.statement_object_type_0 import StatementObjectType0  # noqa: PLC0415
        from ..models.statement_object_type_1 import StatementObjectType1  # noqa: PLC0415

        d = dict(src_dict)
        statement_id = d.pop("statement_id")

        kind = check_statement_kind(d.pop("kind"))

        subject = d.pop("subject")

        subject_name = d.pop("subject_name")

        predicate = d.pop("predicate")

        def _parse_object_(data: object) -> StatementObjectType0 | StatementObjectType1:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                object_type_0 = StatementObjectType0.from_dict(data)

                return object_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            object_type_1 = StatementObjectType1.from_dict(data)

            return object_type_1

        object_ = _parse_object_(d.pop("object"))

        text = d.pop("text")

        confidence = d.pop("confidence")

        mention_count = d.pop("mention_count")

        event_at_unix_nanos = d.pop("event_at_unix_nanos")

        def _parse_event_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                event_at_type_0 = parse_datetime(data)

                return event_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        event_at = _parse_event_at(d.pop("event_at"))

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

        unsettled = d.pop("unsettled")

        tombstoned = d.pop("tombstoned")

        def _parse_superseded_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        superseded_by = _parse_superseded_by(d.pop("superseded_by"))

        source = check_statement_source(d.pop("source"))

        memory_ids = cast(list[str], d.pop("memory_ids"))

        statement = cls(
            statement_id=statement_id,
            kind=kind,
            subject=subject,
            subject_name=subject_name,
            predicate=predicate,
            object_=object_,
            text=text,
            confidence=confidence,
            mention_count=mention_count,
            event_at_unix_nanos=event_at_unix_nanos,
            event_at=event_at,
            valid_from_unix_nanos=valid_from_unix_nanos,
            valid_from=valid_from,
            valid_to_unix_nanos=valid_to_unix_nanos,
            valid_to=valid_to,
            unsettled=unsettled,
            tombstoned=tombstoned,
            superseded_by=superseded_by,
            source=source,
            memory_ids=memory_ids,
        )

        statement.additional_properties = d
        return statement

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
