from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.link_result_kind import LinkResultKind, check_link_result_kind
from ..types import parse_datetime

T = TypeVar("T", bound="LinkResult")


@_attrs_define
class LinkResult:
    """
    Attributes:
        source (str): Memory id: a 128-bit integer as a decimal string.
        target (str): Memory id: a 128-bit integer as a decimal string.
        kind (LinkResultKind):
        weight (float):
        created_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        already_existed (bool): True if the link existed; it keeps its weight.
    """

    source: str
    target: str
    kind: LinkResultKind
    weight: float
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    already_existed: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source = self.source

        target = self.target

        kind: str = self.kind

        weight = self.weight

        created_at_unix_nanos = self.created_at_unix_nanos

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()
        else:
            created_at = self.created_at

        already_existed = self.already_existed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "source": source,
                "target": target,
                "kind": kind,
                "weight": weight,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
                "already_existed": already_existed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source = d.pop("source")

        target = d.pop("target")

        kind = check_link_result_kind(d.pop("kind"))

        weight = d.pop("weight")

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

        already_existed = d.pop("already_existed")

        link_result = cls(
            source=source,
            target=target,
            kind=kind,
            weight=weight,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            already_existed=already_existed,
        )

        link_result.additional_properties = d
        return link_result

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
