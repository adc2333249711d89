from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.reasoning_inferences_item_inference_kind import (
    ReasoningInferencesItemInferenceKind,
    check_reasoning_inferences_item_inference_kind,
)

T = TypeVar("T", bound="ReasoningInferencesItem")


@_attrs_define
class ReasoningInferencesItem:
    """
    Attributes:
        step_index (int): Position in the list, from 0.
        claim (str): The inference as a sentence.
        supporting_memories (list[str]): Memories that support the claim.
        contradicting_memories (list[str]): Memories that contradict the claim.
        confidence (float):
        inference_kind (ReasoningInferencesItemInferenceKind): How the claim was inferred.
    """

    step_index: int
    claim: str
    supporting_memories: list[str]
    contradicting_memories: list[str]
    confidence: float
    inference_kind: ReasoningInferencesItemInferenceKind
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        step_index = self.step_index

        claim = self.claim

        supporting_memories = self.supporting_memories

        contradicting_memories = self.contradicting_memories

        confidence = self.confidence

        inference_kind: str = self.inference_kind

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "step_index": step_index,
                "claim": claim,
                "supporting_memories": supporting_memories,
                "contradicting_memories": contradicting_memories,
                "confidence": confidence,
                "inference_kind": inference_kind,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step_index = d.pop("step_index")

        claim = d.pop("claim")

        supporting_memories = cast(list[str], d.pop("supporting_memories"))

        contradicting_memories = cast(list[str], d.pop("contradicting_memories"))

        confidence = d.pop("confidence")

        inference_kind = check_reasoning_inferences_item_inference_kind(d.pop("inference_kind"))

        reasoning_inferences_item = cls(
            step_index=step_index,
            claim=claim,
            supporting_memories=supporting_memories,
            contradicting_memories=contradicting_memories,
            confidence=confidence,
            inference_kind=inference_kind,
        )

        reasoning_inferences_item.additional_properties = d
        return reasoning_inferences_item

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
