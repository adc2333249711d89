from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.unlink_result_kind import UnlinkResultKind, check_unlink_result_kind

T = TypeVar("T", bound="UnlinkResult")


@_attrs_define
class UnlinkResult:
    """
    Attributes:
        source (str): Memory id: a 128-bit integer as a decimal string.
        target (str): Memory id: a 128-bit integer as a decimal string.
        kind (UnlinkResultKind):
        removed (bool): False if there was no such link.
    """

    source: str
    target: str
    kind: UnlinkResultKind
    removed: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source = self.source

        target = self.target

        kind: str = self.kind

        removed = self.removed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "source": source,
                "target": target,
                "kind": kind,
                "removed": removed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source = d.pop("source")

        target = d.pop("target")

        kind = check_unlink_result_kind(d.pop("kind"))

        removed = d.pop("removed")

        unlink_result = cls(
            source=source,
            target=target,
            kind=kind,
            removed=removed,
        )

        unlink_result.additional_properties = d
        return unlink_result

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
