from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.traversal_paths_item import TraversalPathsItem


T = TypeVar("T", bound="Traversal")


@_attrs_define
class Traversal:
    """
    Attributes:
        paths (list[TraversalPathsItem]):
        total_paths (int):
        truncated (bool): True if a limit cut the result.
    """

    paths: list[TraversalPathsItem]
    total_paths: int
    truncated: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        paths = []
        for paths_item_data in self.paths:
            paths_item = paths_item_data.to_dict()
            paths.append(paths_item)

        total_paths = self.total_paths

        truncated = self.truncated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "paths": paths,
                "total_paths": total_paths,
                "truncated": truncated,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.traversal_paths_item import TraversalPathsItem  # noqa: PLC0415

        d = dict(src_dict)
        paths = []
        _paths = d.pop("paths")
        for paths_item_data in _paths:
            paths_item = TraversalPathsItem.from_dict(paths_item_data)

            paths.append(paths_item)

        total_paths = d.pop("total_paths")

        truncated = d.pop("truncated")

        traversal = cls(
            paths=paths,
            total_paths=total_paths,
            truncated=truncated,
        )

        traversal.additional_properties = d
        return traversal

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
