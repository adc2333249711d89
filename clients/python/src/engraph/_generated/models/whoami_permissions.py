from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="WhoamiPermissions")


@_attrs_define
class WhoamiPermissions:
    """
    Attributes:
        can_encode (bool):
        can_recall (bool):
        can_plan (bool):
        can_reason (bool):
        can_forget (bool):
        can_admin (bool):
    """

    can_encode: bool
    can_recall: bool
    can_plan: bool
    can_reason: bool
    can_forget: bool
    can_admin: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        can_encode = self.can_encode

        can_recall = self.can_recall

        can_plan = self.can_plan

        can_reason = self.can_reason

        can_forget = self.can_forget

        can_admin = self.can_admin

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "can_encode": can_encode,
                "can_recall": can_recall,
                "can_plan": can_plan,
                "can_reason": can_reason,
                "can_forget": can_forget,
                "can_admin": can_admin,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        can_encode = d.pop("can_encode")

        can_recall = d.pop("can_recall")

        can_plan = d.pop("can_plan")

        can_reason = d.pop("can_reason")

        can_forget = d.pop("can_forget")

        can_admin = d.pop("can_admin")

        whoami_permissions = cls(
            can_encode=can_encode,
            can_recall=can_recall,
            can_plan=can_plan,
            can_reason=can_reason,
            can_forget=can_forget,
            can_admin=can_admin,
        )

        whoami_permissions.additional_properties = d
        return whoami_permissions

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
