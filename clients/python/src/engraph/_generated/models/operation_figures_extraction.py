from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OperationFiguresExtraction")


@_attrs_define
class OperationFiguresExtraction:
    """
    Attributes:
        pending (int): Memories waiting for extraction, at most 100000.
        oldest_pending_seconds (float): Age of the oldest of them; 0: none waits.
        parked (int): Memories whose extraction was given up, at most 100000.
        llm_jobs_pending (int): Jobs of the LLM stage that are not done, at most 100000.
    """

    pending: int
    oldest_pending_seconds: float
    parked: int
    llm_jobs_pending: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        pending = self.pending

        oldest_pending_seconds = self.oldest_pending_seconds

        parked = self.parked

        llm_jobs_pending = self.llm_jobs_pending

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "pending": pending,
                "oldest_pending_seconds": oldest_pending_seconds,
                "parked": parked,
                "llm_jobs_pending": llm_jobs_pending,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        pending = d.pop("pending")

        oldest_pending_seconds = d.pop("oldest_pending_seconds")

        parked = d.pop("parked")

        llm_jobs_pending = d.pop("llm_jobs_pending")

        operation_figures_extraction = cls(
            pending=pending,
            oldest_pending_seconds=oldest_pending_seconds,
            parked=parked,
            llm_jobs_pending=llm_jobs_pending,
        )

        operation_figures_extraction.additional_properties = d
        return operation_figures_extraction

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
