from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.retraction_list_retractions_item_kind import (
    RetractionListRetractionsItemKind,
    check_retraction_list_retractions_item_kind,
)
from ..types import parse_datetime

if TYPE_CHECKING:
    from ..models.retraction_list_retractions_item_object_type_0 import RetractionListRetractionsItemObjectType0
    from ..models.retraction_list_retractions_item_object_type_1 import RetractionListRetractionsItemObjectType1


T = TypeVar("T", bound="RetractionListRetractionsItem")


@_attrs_define
class RetractionListRetractionsItem:
    """
    Attributes:
        id (str): Id that the relation or statement had, by which it can be confirmed.
        kind (RetractionListRetractionsItemKind):
        predicate (str):
        subject (str):
        subject_name (str): Canonical name.
        object_ (RetractionListRetractionsItemObjectType0 | RetractionListRetractionsItemObjectType1):
        text (str): The fact as a sentence.
        valid_from_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        valid_from (datetime.datetime | None): `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        valid_to_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        valid_to (datetime.datetime | None): `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for
            0.
        retracted_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        retracted_at (datetime.datetime | None): `retracted_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond;
            null for 0.
        reason (None | str): Reason that the caller gave.
    """

    id: str
    kind: RetractionListRetractionsItemKind
    predicate: str
    subject: str
    subject_name: str
    object_: RetractionListRetractionsItemObjectType0 | RetractionListRetractionsItemObjectType1
    text: str
    valid_from_unix_nanos: int
    valid_from: datetime.datetime | None
    valid_to_unix_nanos: int
    valid_to: datetime.datetime | None
    retracted_at_unix_nanos: int
    retracted_at: datetime.datetime | None
    reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.retraction_list_retractions_item_object_type_0 import RetractionListRetractionsItemObjectType0  # noqa: PLC0415

        id = self.id

        kind: str = self.kind

        predicate = self.predicate

        subject = self.subject

        subject_name = self.subject_name

        object_: dict[str, Any]
        if isinstance(self.object_, RetractionListRetractionsItemObjectType0):
            object_ = self.object_.to_dict()
        else:
            object_ = self.object_.to_dict()

        text = self.text

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

        retracted_at_unix_nanos = self.retracted_at_unix_nanos

        retracted_at: None | str
        if isinstance(self.retracted_at, datetime.datetime):
            retracted_at = self.retracted_at.isoformat()
        else:
            retracted_at = self.retracted_at

        reason: None | str
        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "predicate": predicate,
                "subject": subject,
                "subject_name": subject_name,
                "object": object_,
                "text": text,
                "valid_from_unix_nanos": valid_from_unix_nanos,
                "valid_from": valid_from,
                "valid_to_unix_nanos": valid_to_unix_nanos,
                "valid_to": valid_to,
                "retracted_at_unix_nanos": retracted_at_unix_nanos,
                "retracted_at": retracted_at,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.retraction_list_retractions_item_object_type_0 import RetractionListRetractionsItemObjectType0  # noqa: PLC0415
        from ..models.retraction_list_retractions_item_object_type_1 import RetractionListRetractionsItemObjectType1  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        kind = check_retraction_list_retractions_item_kind(d.pop("kind"))

        predicate = d.pop("predicate")

        subject = d.pop("subject")

        subject_name = d.pop("subject_name")

        def _parse_object_(
            data: object,
        ) -> RetractionListRetractionsItemObjectType0 | RetractionListRetractionsItemObjectType1:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                object_type_0 = RetractionListRetractionsItemObjectType0.from_dict(data)

                return object_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            object_type_1 = RetractionListRetractionsItemObjectType1.from_dict(data)

            return object_type_1

        object_ = _parse_object_(d.pop("object"))

        text = d.pop("text")

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

        retracted_at_unix_nanos = d.pop("retracted_at_unix_nanos")

        def _parse_retracted_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                retracted_at_type_0 = parse_datetime(data)

                return retracted_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        retracted_at = _parse_retracted_at(d.pop("retracted_at"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        retraction_list_retractions_item = cls(
            id=id,
            kind=kind,
            predicate=predicate,
            subject=subject,
            subject_name=subject_name,
            object_=object_,
            text=text,
            valid_from_unix_nanos=valid_from_unix_nanos,
            valid_from=valid_from,
            valid_to_unix_nanos=valid_to_unix_nanos,
            valid_to=valid_to,
            retracted_at_unix_nanos=retracted_at_unix_nanos,
            retracted_at=retracted_at,
            reason=reason,
        )

        retraction_list_retractions_item.additional_properties = d
        return retraction_list_retractions_item

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
