from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.context_fact_kind import ContextFactKind, check_context_fact_kind

T = TypeVar("T", bound="ContextFact")


@_attrs_define
class ContextFact:
    """
    Attributes:
        id (str): Id of the relation or statement.
        kind (ContextFactKind):
        text (str): Sentence, as it stands in `context`.
        confidence (float):
        memory_ids (list[str]): Memories that assert it.
    """

    id: str
    kind: ContextFactKind
    text: str
    confidence: float
    memory_ids: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        kind: str = self.kind

        text = self.text

        confidence = self.confidence

        memory_ids = self.memory_ids

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "text": text,
                "confidence": confidence,
                "memory_ids": memory_ids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        kind = check_context_fact_kind(d.pop("kind"))

        text = d.pop("text")

        confidence = d.pop("confidence")

        memory_ids = cast(list[str], d.pop("memory_ids"))

        context_fact = cls(
            id=id,
            kind=kind,
            text=text,
            confidence=confidence,
            memory_ids=memory_ids,
        )

        context_fact.additional_properties = d
        return context_fact

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
