from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.relation_source import RelationSource, check_relation_source
from ..types import parse_datetime

T = TypeVar("T", bound="Relation")


@_attrs_define
class Relation:
    """
    Attributes:
        relation_id (str):
        relation_type (str):
        relation_type_id (int):
        from_entity (str):
        to_entity (str):
        from_name (str): Canonical name of `from_entity`.
        to_name (str): Canonical name of `to_entity`.
        confidence (float):
        mention_count (int): How often memories say so; what callers decide is not counted.
        valid_from_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        valid_from (datetime.datetime | None): `valid_from_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        valid_to_unix_nanos (int): End of validity in Unix nanoseconds; 0 if it still holds. That of an age may be to
            come: a year after it was last told.
        valid_to (datetime.datetime | None): `valid_to_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null for
            0.
        unsettled (bool): True while later, weaker claims contradict it: it is given neither as current nor as ended.
        is_symmetric (bool):
        tombstoned (bool): Always false: what is forgotten is deleted.
        superseded_by (None | str): The later one that replaced it; null if there is none.
        source (RelationSource): Who says so: memories, or a caller who confirmed or asserted it.
        memory_ids (list[str]): Memories that state it; at most 1,000. Empty if only a caller does.
    """

    relation_id: str
    relation_type: str
    relation_type_id: int
    from_entity: str
    to_entity: str
    from_name: str
    to_name: str
    confidence: float
    mention_count: int
    valid_from_unix_nanos: int
    valid_from: datetime.datetime | None
    valid_to_unix_nanos: int
    valid_to: datetime.datetime | None
    unsettled: bool
    is_symmetric: bool
    tombstoned: bool
    superseded_by: None | str
    source: RelationSource
    memory_ids: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        relation_id = self.relation_id

        relation_type = self.relation_type

        relation_type_id = self.relation_type_id

        from_entity = self.from_entity

        to_entity = self.to_entity

        from_name = self.from_name

        to_name = self.to_name

        confidence = self.confidence

        mention_count = self.mention_count

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

        is_symmetric = self.is_symmetric

        tombstoned = self.tombstoned

        superseded_by: None | str
        superseded_by = self.superseded_by

        source: str = self.source

        memory_ids = self.memory_ids

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "relation_id": relation_id,
                "relation_type": relation_type,
                "relation_type_id": relation_type_id,
                "from_entity": from_entity,
                "to_entity": to_entity,
                "from_name": from_name,
                "to_name": to_name,
                "confidence": confidence,
                "mention_count": mention_count,
                "valid_from_unix_nanos": valid_from_unix_nanos,
                "valid_from": valid_from,
                "valid_to_unix_nanos": valid_to_unix_nanos,
                "valid_to": valid_to,
                "unsettled": unsettled,
                "is_symmetric": is_symmetric,
                "tombstoned": tombstoned,
                "superseded_by": superseded_by,
                "source": source,
                "memory_ids": memory_ids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        relation_id = d.pop("relation_id")

        relation_type = d.pop("relation_type")

        relation_type_id = d.pop("relation_type_id")

        from_entity = d.pop("from_entity")

        to_entity = d.pop("to_entity")

        from_name = d.pop("from_name")

        to_name = d.pop("to_name")

        confidence = d.pop("confidence")

        mention_count = d.pop("mention_count")

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

        is_symmetric = d.pop("is_symmetric")

        tombstoned = d.pop("tombstoned")

        def _parse_superseded_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        superseded_by = _parse_superseded_by(d.pop("superseded_by"))

        source = check_relation_source(d.pop("source"))

        memory_ids = cast(list[str], d.pop("memory_ids"))

        relation = cls(
            relation_id=relation_id,
            relation_type=relation_type,
            relation_type_id=relation_type_id,
            from_entity=from_entity,
            to_entity=to_entity,
            from_name=from_name,
            to_name=to_name,
            confidence=confidence,
            mention_count=mention_count,
            valid_from_unix_nanos=valid_from_unix_nanos,
            valid_from=valid_from,
            valid_to_unix_nanos=valid_to_unix_nanos,
            valid_to=valid_to,
            unsettled=unsettled,
            is_symmetric=is_symmetric,
            tombstoned=tombstoned,
            superseded_by=superseded_by,
            source=source,
            memory_ids=memory_ids,
        )

        relation.additional_properties = d
        return relation

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
