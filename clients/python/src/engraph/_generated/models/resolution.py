from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.resolution_outcome import ResolutionOutcome, check_resolution_outcome

T = TypeVar("T", bound="Resolution")


@_attrs_define
class Resolution:
    """
    Attributes:
        outcome (ResolutionOutcome): Whether one entity was found, one was created, several are equally likely, or none
            has the name.
        tier (int | None): How the name was matched: 1 exact or alias, 2 spelling, 3 context, 4 LLM (unused), 5 created;
            null if not found.
        confidence (float): Confidence of the best match; 0 if not found.
        entity_id (None | str): The entity; null if ambiguous or not found.
        candidate_ids (list[str]): Candidates, the most likely first; at most 20.
    """

    outcome: ResolutionOutcome
    tier: int | None
    confidence: float
    entity_id: None | str
    candidate_ids: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        outcome: str = self.outcome

        tier: int | None
        tier = self.tier

        confidence = self.confidence

        entity_id: None | str
        entity_id = self.entity_id

        candidate_ids = self.candidate_ids

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "outcome": outcome,
                "tier": tier,
                "confidence": confidence,
                "entity_id": entity_id,
                "candidate_ids": candidate_ids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        outcome = check_resolution_outcome(d.pop("outcome"))

        def _parse_tier(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        tier = _parse_tier(d.pop("tier"))

        confidence = d.pop("confidence")

        def _parse_entity_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        entity_id = _parse_entity_id(d.pop("entity_id"))

        candidate_ids = cast(list[str], d.pop("candidate_ids"))

        resolution = cls(
            outcome=outcome,
            tier=tier,
            confidence=confidence,
            entity_id=entity_id,
            candidate_ids=candidate_ids,
        )

        resolution.additional_properties = d
        return resolution

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
