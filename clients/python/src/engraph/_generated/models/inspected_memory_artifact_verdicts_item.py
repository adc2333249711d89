from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.inspected_memory_artifact_verdicts_item_kind import (
    InspectedMemoryArtifactVerdictsItemKind,
    check_inspected_memory_artifact_verdicts_item_kind,
)
from ..models.inspected_memory_artifact_verdicts_item_polarity import (
    InspectedMemoryArtifactVerdictsItemPolarity,
    check_inspected_memory_artifact_verdicts_item_polarity,
)
from ..models.inspected_memory_artifact_verdicts_item_verdict import (
    InspectedMemoryArtifactVerdictsItemVerdict,
    check_inspected_memory_artifact_verdicts_item_verdict,
)

T = TypeVar("T", bound="InspectedMemoryArtifactVerdictsItem")


@_attrs_define
class InspectedMemoryArtifactVerdictsItem:
    """
    Attributes:
        claim (str): What the LLM was asked about, as a sentence.
        predicate (str):
        kind (InspectedMemoryArtifactVerdictsItemKind):
        subject (str): Name as the memory has it.
        object_ (str): Name as the memory has it, or the value in words.
        polarity (InspectedMemoryArtifactVerdictsItemPolarity): Polarity of the claim before the verdict.
        verdict (InspectedMemoryArtifactVerdictsItemVerdict):
        confidence (float): Of the claim by the verdict; 0 when it is not said.
        version (str): Versions of the prompts and the model.
    """

    claim: str
    predicate: str
    kind: InspectedMemoryArtifactVerdictsItemKind
    subject: str
    object_: str
    polarity: InspectedMemoryArtifactVerdictsItemPolarity
    verdict: InspectedMemoryArtifactVerdictsItemVerdict
    confidence: float
    version: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        claim = self.claim

        predicate = self.predicate

        kind: str = self.kind

        subject = self.subject

        object_ = self.object_

        polarity: str = self.polarity

        verdict: str = self.verdict

        confidence = self.confidence

        version = self.version

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
                "verdict": verdict,
                "confidence": confidence,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        claim = d.pop("claim")

        predicate = d.pop("predicate")

        kind = check_inspected_memory_artifact_verdicts_item_kind(d.pop("kind"))

        subject = d.pop("subject")

        object_ = d.pop("object")

        polarity = check_inspected_memory_artifact_verdicts_item_polarity(d.pop("polarity"))

        verdict = check_inspected_memory_artifact_verdicts_item_verdict(d.pop("verdict"))

        confidence = d.pop("confidence")

        version = d.pop("version")

        inspected_memory_artifact_verdicts_item = cls(
            claim=claim,
            predicate=predicate,
            kind=kind,
            subject=subject,
            object_=object_,
            polarity=polarity,
            verdict=verdict,
            confidence=confidence,
            version=version,
        )

        inspected_memory_artifact_verdicts_item.additional_properties = d
        return inspected_memory_artifact_verdicts_item

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
