from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.operation_figures_log_reader_type_0_state import (
    OperationFiguresLogReaderType0State,
    check_operation_figures_log_reader_type_0_state,
)

T = TypeVar("T", bound="OperationFiguresLogReaderType0")


@_attrs_define
class OperationFiguresLogReaderType0:
    """What passes events on to the extractor; null where it cannot be read, or nothing is extracted.

    Attributes:
        reader (str): `kafka-relay`, or `extractor` where one process is all.
        state (OperationFiguresLogReaderType0State):
        lag_events (int): Events of the scope that it has not handled, at most 10000.
        lag_seconds (float): Age of the oldest of them; 0: none waits.
    """

    reader: str
    state: OperationFiguresLogReaderType0State
    lag_events: int
    lag_seconds: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        reader = self.reader

        state: str = self.state

        lag_events = self.lag_events

        lag_seconds = self.lag_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "reader": reader,
                "state": state,
                "lag_events": lag_events,
                "lag_seconds": lag_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        reader = d.pop("reader")

        state = check_operation_figures_log_reader_type_0_state(d.pop("state"))

        lag_events = d.pop("lag_events")

        lag_seconds = d.pop("lag_seconds")

        operation_figures_log_reader_type_0 = cls(
            reader=reader,
            state=state,
            lag_events=lag_events,
            lag_seconds=lag_seconds,
        )

        operation_figures_log_reader_type_0.additional_properties = d
        return operation_figures_log_reader_type_0

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
