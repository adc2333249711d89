from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.inspected_memory_artifact_extraction_state import (
    InspectedMemoryArtifactExtractionState,
    check_inspected_memory_artifact_extraction_state,
)

if TYPE_CHECKING:
    from ..models.inspected_memory_artifact_extraction_mentions_item import (
        InspectedMemoryArtifactExtractionMentionsItem,
    )
    from ..models.stage_report import StageReport


T = TypeVar("T", bound="InspectedMemoryArtifactExtraction")


@_attrs_define
class InspectedMemoryArtifactExtraction:
    """
    Attributes:
        state (InspectedMemoryArtifactExtractionState): State of extraction. `partial`: the LLM stage is still to come.
        stages (list[StageReport]):
        mentions (list[InspectedMemoryArtifactExtractionMentionsItem]):
    """

    state: InspectedMemoryArtifactExtractionState
    stages: list[StageReport]
    mentions: list[InspectedMemoryArtifactExtractionMentionsItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        state: str = self.state

        stages = []
        for stages_item_data in self.stages:
            stages_item = stages_item_data.to_dict()
            stages.append(stages_item)

        mentions = []
        for mentions_item_data in self.mentions:
            mentions_item = mentions_item_data.to_dict()
            mentions.append(mentions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "state": state,
                "stages": stages,
                "mentions": mentions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.inspected_memory_artifact_extraction_mentions_item import (
            InspectedMemoryArtifactExtractionMentionsItem,  # noqa: PLC0415
        )
        from ..models.stage_report import StageReport  # noqa: PLC0415

        d = dict(src_dict)
        state = check_inspected_memory_artifact_extraction_state(d.pop("state"))

        stages = []
        _stages = d.pop("stages")
        for stages_item_data in _stages:
            stages_item = StageReport.from_dict(stages_item_data)

            stages.append(stages_item)

        mentions = []
        _mentions = d.pop("mentions")
        for mentions_item_data in _mentions:
            mentions_item = InspectedMemoryArtifactExtractionMentionsItem.from_dict(mentions_item_data)

            mentions.append(mentions_item)

        inspected_memory_artifact_extraction = cls(
            state=state,
            stages=stages,
            mentions=mentions,
        )

        inspected_memory_artifact_extraction.additional_properties = d
        return inspected_memory_artifact_extraction

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
