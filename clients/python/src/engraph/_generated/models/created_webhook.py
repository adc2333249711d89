from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.created_webhook_state import CreatedWebhookState, check_created_webhook_state
from ..models.created_webhook_types_type_0_item import (
    CreatedWebhookTypesType0Item,
    check_created_webhook_types_type_0_item,
)
from ..types import UNSET, Unset, parse_datetime

T = TypeVar("T", bound="CreatedWebhook")


@_attrs_define
class CreatedWebhook:
    """
    Attributes:
        webhook_id (str):
        url (str):
        types (list[CreatedWebhookTypesType0Item] | None): Types that are sent; null: all.
        state (CreatedWebhookState): `dead` once it has failed too often, until it is resumed.
        failures (int): Failed attempts since the last delivery.
        last_error (None | str): Why the last attempt failed, such as `status 500`; null: it did not.
        last_delivered_at_unix_nanos (int): Last delivery; 0 means none.
        last_delivered_at (datetime.datetime | None): `last_delivered_at_unix_nanos` as ISO 8601 in UTC, exact to the
            nanosecond; null for 0.
        created_at_unix_nanos (int): Unix time in nanoseconds; 0 means unset.
        created_at (datetime.datetime | None): `created_at_unix_nanos` as ISO 8601 in UTC, exact to the nanosecond; null
            for 0.
        secret (str | Unset): Key of the signatures. No other answer has it, nor one that is repeated.
    """

    webhook_id: str
    url: str
    types: list[CreatedWebhookTypesType0Item] | None
    state: CreatedWebhookState
    failures: int
    last_error: None | str
    last_delivered_at_unix_nanos: int
    last_delivered_at: datetime.datetime | None
    created_at_unix_nanos: int
    created_at: datetime.datetime | None
    secret: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        webhook_id = self.webhook_id

        url = self.url

        types: list[str] | None
        if isinstance(self.types, list):
            types = []
            for types_type_0_item_data in self.types:
                types_type_0_item: str = types_type_0_item_data
                types.append(types_type_0_item)

        else:
            types = self.types

        state: str = self.state

        failures = self.failures

        last_error: None | str
        last_error = self.last_error

        last_delivered_at_unix_nanos = self.last_delivered_at_unix_nanos

        last_delivered_at: None | str
        if isinstance(self.last_delivered_at, datetime.datetime):
            last_delivered_at = self.last_delivered_at.isoformat()
        else:
            last_delivered_at = self.last_delivered_at

        created_at_unix_nanos = self.created_at_unix_nanos

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()
        else:
            created_at = self.created_at

        secret = self.secret

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "webhook_id": webhook_id,
                "url": url,
                "types": types,
                "state": state,
                "failures": failures,
                "last_error": last_error,
                "last_delivered_at_unix_nanos": last_delivered_at_unix_nanos,
                "last_delivered_at": last_delivered_at,
                "created_at_unix_nanos": created_at_unix_nanos,
                "created_at": created_at,
            }
        )
        if secret is not UNSET:
            field_dict["secret"] = secret

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        webhook_id = d.pop("webhook_id")

        url = d.pop("url")

        def _parse_types(data: object) -> list[CreatedWebhookTypesType0Item] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                types_type_0 = []
                _types_type_0 = data
                for types_type_0_item_data in _types_type_0:
                    types_type_0_item = check_created_webhook_types_type_0_item(types_type_0_item_data)

                    types_type_0.append(types_type_0_item)

                return types_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[CreatedWebhookTypesType0Item] | None, data)

        types = _parse_types(d.pop("types"))

        state = check_created_webhook_state(d.pop("state"))

        failures = d.pop("failures")

        def _parse_last_error(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        last_error = _parse_last_error(d.pop("last_error"))

        last_delivered_at_unix_nanos = d.pop("last_delivered_at_unix_nanos")

        def _parse_last_delivered_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_delivered_at_type_0 = parse_datetime(data)

                return last_delivered_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_delivered_at = _parse_last_delivered_at(d.pop("last_delivered_at"))

        created_at_unix_nanos = d.pop("created_at_unix_nanos")

        def _parse_created_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                created_at_type_0 = parse_datetime(data)

                return created_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        created_at = _parse_created_at(d.pop("created_at"))

        secret = d.pop("secret", UNSET)

        created_webhook = cls(
            webhook_id=webhook_id,
            url=url,
            types=types,
            state=state,
            failures=failures,
            last_error=last_error,
            last_delivered_at_unix_nanos=last_delivered_at_unix_nanos,
            last_delivered_at=last_delivered_at,
            created_at_unix_nanos=created_at_unix_nanos,
            created_at=created_at,
            secret=secret,
        )

        created_webhook.additional_properties = d
        return created_webhook

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
