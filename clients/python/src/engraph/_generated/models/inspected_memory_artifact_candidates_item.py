from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.inspected_memory_artifact_candidates_item_kind import (
    InspectedMemoryArtifactCandidatesItemKind,
    check_inspected_memory_artifact_candidates_item_kind,
)
from ..models.inspected_memory_artifact_candidates_item_polarity import (
    InspectedMemoryArtifactCandidatesItemPolarity,
    check_inspected_memory_artifact_candidates_item_polarity,
)
from ..types import UNSET, Unset, parse_datetime

T = TypeVar("T", bound="InspectedMemoryArtifactCandidatesItem")


@_attrs_define
class InspectedMemoryArtifactCandidatesItem:
    """
    Attributes:
        claim (str): What is claimed, as a sentence.
        predicate (str):
        kind (InspectedMemoryArtifactCandidatesItemKind):
        subject (str): Name of the entity.
        object_ (str): Name of the entity, or the value in words.
        polarity (InspectedMemoryArtifactCandidatesItemPolarity): `ended`: the memory says that it no longer holds.
        confidence (float):
        stage (str): Stage that found it.
        id (str | Unset): Id by which an asserted one is confirmed or retracted.
        event_at_unix_nanos (int | Unset): Unix time in nanoseconds; 0 means unset.
        event_at (datetime.datetime | Unset): `event_at_unix_nanos` as ISO 8601.
    """

    claim: str
    predicate: str
    kind: InspectedMemoryArtifactCandidatesItemKind
    subject: str
    object_: str
    polarity: InspectedMemoryArtifactCandidatesItemPolarity
    confidence: float
    stage: str
    id: str | Unset = UNSET
    event_at_unix_nanos: int | Unset = UNSET
    event_at: datetime.datetime | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        claim = self.claim

        predicate = self.predicate

        kind: str = self.kind

        subject = self.subject

        object_ = self.object_

        polarity: str = self.polarity

        confidence = self.confidence

        stage = self.stage

        id = self.id

        event_at_unix_nanos = self.event_at_unix_nanos

        event_at: str | Unset = UNSET
        if not isinstance(self.event_at, Unset):
            event_at = self.event_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "claim": claim,
                "predicate": predicate,
                "kind": kind,
                "subject": subject,
                "object": object_,
                "polarity": polarity,
                "confidence": confidence,
                "stage": stage,
            }
        )
        if id is not UNSET:
            field_dict["id"] = id
        if event_at_unix_nanos is not UNSET:
            field_dict["event_at_unix_nanos"] = event_at_unix_nanos
        if event_at is not UNSET:
            field_dict["event_at"] = event_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        claim = d.pop("claim")

        predicate = d.pop("predicate")

        kind = check_inspected_memory_artifact_candidates_item_kind(d.pop("kind"))

        subject = d.pop("subject")

        object_ = d.pop("object")

        polarity = check_inspected_memory_artifact_candidates_item_polarity(d.pop("polarity"))

        confidence = d.pop("confidence")

        stage = d.pop("stage")

        id = d.pop("id", UNSET)

        event_at_unix_nanos = d.pop("event_at_unix_nanos", UNSET)

        _event_at = d.pop("event_at", UNSET)
        event_at: datetime.datetime | Unset
        if isinstance(_event_at, Unset):
            event_at = UNSET
        else:
            event_at = parse_datetime(_event_at)

        inspected_memory_artifact_candidates_item = cls(
            claim=claim,
            predicate=predicate,
            kind=kind,
            subject=subject,
            object_=object_,
            polarity=polarity,
            confidence=confidence,
            stage=stage,
            id=id,
            event_at_unix_nanos=event_at_unix_nanos,
            event_at=event_at,
        )

        inspected_memory_artifact_candidates_item.additional_properties = d
        return inspected_memory_artifact_candidates_item

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
