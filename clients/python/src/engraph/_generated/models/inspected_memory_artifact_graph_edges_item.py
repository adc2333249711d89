from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.inspected_memory_artifact_graph_edges_item_kind import (
    InspectedMemoryArtifactGraphEdgesItemKind,
    check_inspected_memory_artifact_graph_edges_item_kind,
)
from ..types import UNSET, Unset, parse_datetime

T = TypeVar("T", bound="InspectedMemoryArtifactGraphEdgesItem")


@_attrs_define
class InspectedMemoryArtifactGraphEdgesItem:
    """
    Attributes:
        source (str):
        target (str):
        predicate (str):
        kind (InspectedMemoryArtifactGraphEdgesItemKind):
        confidence (float):
        event_at_unix_nanos (int | Unset): Unix time in nanoseconds; 0 means unset.
        event_at (datetime.datetime | Unset): `event_at_unix_nanos` as ISO 8601.
        valid_to_unix_nanos (int | Unset): Unix time in nanoseconds; 0 means unset.
        valid_to (datetime.datetime | Unset): `valid_to_unix_nanos` as ISO 8601.
        unsettled (bool | Unset):
    """

    source: str
    target: str
    predicate: str
    kind: InspectedMemoryArtifactGraphEdgesItemKind
    confidence: float
    event_at_unix_nanos: int | Unset = UNSET
    event_at: datetime.datetime | Unset = UNSET
    valid_to_unix_nanos: int | Unset = UNSET
    valid_to: datetime.datetime | Unset = UNSET
    unsettled: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source = self.source

        target = self.target

        predicate = self.predicate

        kind: str = self.kind

        confidence = self.confidence

        event_at_unix_nanos = self.event_at_unix_nanos

        event_at: str | Unset = UNSET
        if not isinstance(self.event_at, Unset):
            event_at = self.event_at.isoformat()

        valid_to_unix_nanos = self.valid_to_unix_nanos

        valid_to: str | Unset = UNSET
        if not isinstance(self.valid_to, Unset):
            valid_to = self.valid_to.isoformat()

        unsettled = self.unsettled

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "source": source,
                "target": target,
                "predicate": predicate,
                "kind": kind,
                "confidence": confidence,
            }
        )
        if event_at_unix_nanos is not UNSET:
            field_dict["event_at_unix_nanos"] = event_at_unix_nanos
        if event_at is not UNSET:
            field_dict["event_at"] = event_at
        if valid_to_unix_nanos is not UNSET:
            field_dict["valid_to_unix_nanos"] = valid_to_unix_nanos
        if valid_to is not UNSET:
            field_dict["valid_to"] = valid_to
        if unsettled is not UNSET:
            field_dict["unsettled"] = unsettled

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source = d.pop("source")

        target = d.pop("target")

        predicate = d.pop("predicate")

        kind = check_inspected_memory_artifact_graph_edges_item_kind(d.pop("kind"))

        confidence = d.pop("confidence")

        event_at_unix_nanos = d.pop("event_at_unix_nanos", UNSET)

        _event_at = d.pop("event_at", UNSET)
        event_at: datetime.datetime | Unset
        if isinstance(_event_at, Unset):
            event_at = UNSET
        else:
            event_at = parse_datetime(_event_at)

        valid_to_unix_nanos = d.pop("valid_to_unix_nanos", UNSET)

        _valid_to = d.pop("valid_to", UNSET)
        valid_to: datetime.datetime | Unset
        if isinstance(_valid_to, Unset):
            valid_to = UNSET
        else:
            valid_to = parse_datetime(_valid_to)

        unsettled = d.pop("unsettled", UNSET)

        inspected_memory_artifact_graph_edges_item = cls(
            source=source,
            target=target,
            predicate=predicate,
            kind=kind,
            confidence=confidence,
            event_at_unix_nanos=event_at_unix_nanos,
            event_at=event_at,
            valid_to_unix_nanos=valid_to_unix_nanos,
            valid_to=valid_to,
            unsettled=unsettled,
        )

        inspected_memory_artifact_graph_edges_item.additional_properties = d
        return inspected_memory_artifact_graph_edges_item

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
