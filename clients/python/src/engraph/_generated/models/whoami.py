from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.whoami_auth import WhoamiAuth, check_whoami_auth

if TYPE_CHECKING:
    from ..models.whoami_permissions import WhoamiPermissions


T = TypeVar("T", bound="Whoami")


@_attrs_define
class Whoami:
    """
    Attributes:
        identity (str): Id of the API key, or subject of the JWT.
        namespace (str):
        agent (str):
        agent_id (str):
        permissions (WhoamiPermissions):
        auth (WhoamiAuth):
    """

    identity: str
    namespace: str
    agent: str
    agent_id: str
    permissions: WhoamiPermissions
    auth: WhoamiAuth
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        identity = self.identity

        namespace = self.namespace

        agent = self.agent

        agent_id = self.agent_id

        permissions = self.permissions.to_dict()

        auth: str = self.auth

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "identity": identity,
                "namespace": namespace,
                "agent": agent,
                "agent_id": agent_id,
                "permissions": permissions,
                "auth": auth,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.whoami_permissions import WhoamiPermissions  # noqa: PLC0415

        d = dict(src_dict)
        identity = d.pop("identity")

        namespace = d.pop("namespace")

        agent = d.pop("agent")

        agent_id = d.pop("agent_id")

        permissions = WhoamiPermissions.from_dict(d.pop("permissions"))

        auth = check_whoami_auth(d.pop("auth"))

        whoami = cls(
            identity=identity,
            namespace=namespace,
            agent=agent,
            agent_id=agent_id,
            permissions=permissions,
            auth=auth,
        )

        whoami.additional_properties = d
        return whoami

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
