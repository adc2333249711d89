from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OperationFiguresLastHour")


@_attrs_define
class OperationFiguresLastHour:
    """Events of the last hour, among the latest 20000 of the scope.

    Attributes:
        memories_encoded (int):
        memories_extracted (int):
        extractions_failed (int):
    """

    memories_encoded: int
    memories_extracted: int
    extractions_failed: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memories_encoded = self.memories_encoded

        memories_extracted = self.memories_extracted

        extractions_failed = self.extractions_failed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memories_encoded": memories_encoded,
                "memories_extracted": memories_extracted,
                "extractions_failed": extractions_failed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memories_encoded = d.pop("memories_encoded")

        memories_extracted = d.pop("memories_extracted")

        extractions_failed = d.pop("extractions_failed")

        operation_figures_last_hour = cls(
            memories_encoded=memories_encoded,
            memories_extracted=memories_extracted,
            extractions_failed=extractions_failed,
        )

        operation_figures_last_hour.additional_properties = d
        return operation_figures_last_hour

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
