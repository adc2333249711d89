from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OperationFiguresDeadLettersItem")


@_attrs_define
class OperationFiguresDeadLettersItem:
    """
    Attributes:
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        attempts (int):
        reason (str): Contains no text of the memory.
    """

    memory_id: str
    attempts: int
    reason: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memory_id = self.memory_id

        attempts = self.attempts

        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memory_id": memory_id,
                "attempts": attempts,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memory_id = d.pop("memory_id")

        attempts = d.pop("attempts")

        reason = d.pop("reason")

        operation_figures_dead_letters_item = cls(
            memory_id=memory_id,
            attempts=attempts,
            reason=reason,
        )

        operation_figures_dead_letters_item.additional_properties = d
        return operation_figures_dead_letters_item

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
