from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OperationFiguresStorageType0")


@_attrs_define
class OperationFiguresStorageType0:
    """Null unless asked for.

    Attributes:
        memories (int):
        text_bytes (int): Size of their texts.
        entities (int):
        relations (int):
        statements (int):
        events (int):
        event_bytes (int): Size of their data as JSON, when they were written.
    """

    memories: int
    text_bytes: int
    entities: int
    relations: int
    statements: int
    events: int
    event_bytes: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        memories = self.memories

        text_bytes = self.text_bytes

        entities = self.entities

        relations = self.relations

        statements = self.statements

        events = self.events

        event_bytes = self.event_bytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "memories": memories,
                "text_bytes": text_bytes,
                "entities": entities,
                "relations": relations,
                "statements": statements,
                "events": events,
                "event_bytes": event_bytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        memories = d.pop("memories")

        text_bytes = d.pop("text_bytes")

        entities = d.pop("entities")

        relations = d.pop("relations")

        statements = d.pop("statements")

        events = d.pop("events")

        event_bytes = d.pop("event_bytes")

        operation_figures_storage_type_0 = cls(
            memories=memories,
            text_bytes=text_bytes,
            entities=entities,
            relations=relations,
            statements=statements,
            events=events,
            event_bytes=event_bytes,
        )

        operation_figures_storage_type_0.additional_properties = d
        return operation_figures_storage_type_0

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
