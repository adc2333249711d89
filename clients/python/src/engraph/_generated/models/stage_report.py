from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.stage_report_stage import StageReportStage, check_stage_report_stage
from ..models.stage_report_state import StageReportState, check_stage_report_state
from ..types import UNSET, Unset

T = TypeVar("T", bound="StageReport")


@_attrs_define
class StageReport:
    """
    Attributes:
        stage (StageReportStage):
        version (str):
        state (StageReportState):
        mentions (int):
        relations (int):
        statements (int):
        duration_ms (int):
        error (str | Unset):
    """

    stage: StageReportStage
    version: str
    state: StageReportState
    mentions: int
    relations: int
    statements: int
    duration_ms: int
    error: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        stage: str = self.stage

        version = self.version

        state: str = self.state

        mentions = self.mentions

        relations = self.relations

        statements = self.statements

        duration_ms = self.duration_ms

        error = self.error

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "stage": stage,
                "version": version,
                "state": state,
                "mentions": mentions,
                "relations": relations,
                "statements": statements,
                "duration_ms": duration_ms,
            }
        )
        if error is not UNSET:
            field_dict["error"] = error

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        stage = check_stage_report_stage(d.pop("stage"))

        version = d.pop("version")

        state = check_stage_report_state(d.pop("state"))

        mentions = d.pop("mentions")

        relations = d.pop("relations")

        statements = d.pop("statements")

        duration_ms = d.pop("duration_ms")

        error = d.pop("error", UNSET)

        stage_report = cls(
            stage=stage,
            version=version,
            state=state,
            mentions=mentions,
            relations=relations,
            statements=statements,
            duration_ms=duration_ms,
            error=error,
        )

        stage_report.additional_properties = d
        return stage_report

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
