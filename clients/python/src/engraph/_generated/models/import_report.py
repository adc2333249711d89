from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ImportReport")


@_attrs_define
class ImportReport:
    """
    Attributes:
        lines (int): Lines read.
        imported (int): Events stored.
        memories (int): Memories among them.
        known (int): Events that the scope had already.
        skipped (int): Events about memories that this scope has erased, and those that say nothing in this scope.
        complete (bool): Whether the end of the export was among the lines, and all lines before it.
    """

    lines: int
    imported: int
    memories: int
    known: int
    skipped: int
    complete: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        lines = self.lines

        imported = self.imported

        memories = self.memories

        known = self.known

        skipped = self.skipped

        complete = self.complete

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "lines": lines,
                "imported": imported,
                "memories": memories,
                "known": known,
                "skipped": skipped,
                "complete": complete,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        lines = d.pop("lines")

        imported = d.pop("imported")

        memories = d.pop("memories")

        known = d.pop("known")

        skipped = d.pop("skipped")

        complete = d.pop("complete")

        import_report = cls(
            lines=lines,
            imported=imported,
            memories=memories,
            known=known,
            skipped=skipped,
            complete=complete,
        )

        import_report.additional_properties = d
        return import_report

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
