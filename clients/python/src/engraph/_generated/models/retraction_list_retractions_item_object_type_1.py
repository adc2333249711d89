from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.retraction_list_retractions_item_object_type_1_value_type_0 import (
        RetractionListRetractionsItemObjectType1ValueType0,
    )
    from ..models.retraction_list_retractions_item_object_type_1_value_type_1 import (
        RetractionListRetractionsItemObjectType1ValueType1,
    )
    from ..models.retraction_list_retractions_item_object_type_1_value_type_2 import (
        RetractionListRetractionsItemObjectType1ValueType2,
    )
    from ..models.retraction_list_retractions_item_object_type_1_value_type_3 import (
        RetractionListRetractionsItemObjectType1ValueType3,
    )


T = TypeVar("T", bound="RetractionListRetractionsItemObjectType1")


@_attrs_define
class RetractionListRetractionsItemObjectType1:
    """
    Attributes:
        kind (str):
        value (RetractionListRetractionsItemObjectType1ValueType0 | RetractionListRetractionsItemObjectType1ValueType1 |
            RetractionListRetractionsItemObjectType1ValueType2 | RetractionListRetractionsItemObjectType1ValueType3):
    """

    kind: str
    value: (
        RetractionListRetractionsItemObjectType1ValueType0
        | RetractionListRetractionsItemObjectType1ValueType1
        | RetractionListRetractionsItemObjectType1ValueType2
        | RetractionListRetractionsItemObjectType1ValueType3
    )
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.retraction_list_retractions_item_object_type_1_value_type_0 import (
            RetractionListRetractionsItemObjectType1ValueType0,  # noqa: PLC0415
        )
        from ..models.retraction_list_retractions_item_object_type_1_value_type_1 import (
            RetractionListRetractionsItemObjectType1ValueType1,  # noqa: PLC0415
        )
        from ..models.retraction_list_retractions_item_object_type_1_value_type_2 import (
            RetractionListRetractionsItemObjectType1ValueType2,  # noqa: PLC0415
        )

        kind = self.kind

        value: dict[str, Any]
        if isinstance(self.value, RetractionListRetractionsItemObjectType1ValueType0):
            value = self.value.to_dict()
        elif isinstance(self.value, RetractionListRetractionsItemObjectType1ValueType1):
            value = self.value.to_dict()
        elif isinstance(self.value, RetractionListRetractionsItemObjectType1ValueType2):
            value = self.value.to_dict()
        else:
            value = self.value.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "value": value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.retraction_list_retractions_item_object_type_1_value_type_0 import (
            RetractionListRetractionsItemObjectType1ValueType0,  # noqa: PLC0415
        )
        from ..models.retraction_list_retractions_item_object_type_1_value_type_1 import (
            RetractionListRetractionsItemObjectType1ValueType1,  # noqa: PLC0415
        )
        from ..models.retraction_list_retractions_item_object_type_1_value_type_2 import (
            RetractionListRetractionsItemObjectType1ValueType2,  # noqa: PLC0415
        )
        from ..models.retraction_list_retractions_item_object_type_1_value_type_3 import (
            RetractionListRetractionsItemObjectType1ValueType3,  # noqa: PLC0415
        )

        d = dict(src_dict)
        kind = d.pop("kind")

        def _parse_value(
            data: object,
        ) -> (
            RetractionListRetractionsItemObjectType1ValueType0
            | RetractionListRetractionsItemObjectType1ValueType1
            | RetractionListRetractionsItemObjectType1ValueType2
            | RetractionListRetractionsItemObjectType1ValueType3
        ):
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                value_type_0 = RetractionListRetractionsItemObjectType1ValueType0.from_dict(data)

                return value_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                value_type_1 = RetractionListRetractionsItemObjectType1ValueType1.from_dict(data)

                return value_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                value_type_2 = RetractionListRetractionsItemObjectType1ValueType2.from_dict(data)

                return value_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            value_type_3 = RetractionListRetractionsItemObjectType1ValueType3.from_dict(data)

            return value_type_3

        value = _parse_value(d.pop("value"))

        retraction_list_retractions_item_object_type_1 = cls(
            kind=kind,
            value=value,
        )

        retraction_list_retractions_item_object_type_1.additional_properties = d
        return retraction_list_retractions_item_object_type_1

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
