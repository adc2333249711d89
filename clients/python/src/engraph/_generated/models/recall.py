from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.recall_answer_kind import RecallAnswerKind, check_recall_answer_kind
from ..models.recall_none_because import RecallNoneBecause, check_recall_none_because
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.context_fact import ContextFact
    from ..models.recalled_memory import RecalledMemory


T = TypeVar("T", bound="Recall")


@_attrs_define
class Recall:
    """
    Attributes:
        answer_kind (RecallAnswerKind): Whether one memory answers the query, many do, or none does.
        memories (list[RecalledMemory]): Memories, best first.
        none_because (RecallNoneBecause | Unset): With `none`: no memory is stored, the filters pass none, or those that
            pass probably contain no answer.
        truncated (bool | Unset): True if the last memories were left out because the response would exceed 4 MiB.
        context (str | Unset): Text for a prompt: facts to the point of the query with their dates, then the memories in
            order of time. With `format: context`.
        facts (list[ContextFact] | Unset): The facts in `context`, in the same order. With `format: context`.
        trace (str | Unset): JSON in a string: terms, candidates of each retriever, and scores. With `include_trace`.
    """

    answer_kind: RecallAnswerKind
    memories: list[RecalledMemory]
    none_because: RecallNoneBecause | Unset = UNSET
    truncated: bool | Unset = UNSET
    context: str | Unset = UNSET
    facts: list[ContextFact] | Unset = UNSET
    trace: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        answer_kind: str = self.answer_kind

        memories = []
        for memories_item_data in self.memories:
            memories_item = memories_item_data.to_dict()
            memories.append(memories_item)

        none_because: str | Unset = UNSET
        if not isinstance(self.none_because, Unset):
            none_because = self.none_because

        truncated = self.truncated

        context = self.context

        facts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.facts, Unset):
            facts = []
            for facts_item_data in self.facts:
                facts_item = facts_item_data.to_dict()
                facts.append(facts_item)

        trace = self.trace

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "answer_kind": answer_kind,
                "memories": memories,
            }
        )
        if none_because is not UNSET:
            field_dict["none_because"] = none_because
        if truncated is not UNSET:
            field_dict["truncated"] = truncated
        if context is not UNSET:
            field_dict["context"] = context
        if facts is not UNSET:
            field_dict["facts"] = facts
        if trace is not UNSET:
            field_dict["trace"] = trace

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.context_fact import ContextFact  # noqa: PLC0415
        from ..models.recalled_memory import RecalledMemory  # noqa: PLC0415

        d = dict(src_dict)
        answer_kind = check_recall_answer_kind(d.pop("answer_kind"))

        memories = []
        _memories = d.pop("memories")
        for memories_item_data in _memories:
            memories_item = RecalledMemory.from_dict(memories_item_data)

            memories.append(memories_item)

        _none_because = d.pop("none_because", UNSET)
        none_because: RecallNoneBecause | Unset
        if isinstance(_none_because, Unset):
            none_because = UNSET
        else:
            none_because = check_recall_none_because(_none_because)

        truncated = d.pop("truncated", UNSET)

        context = d.pop("context", UNSET)

        _facts = d.pop("facts", UNSET)
        facts: list[ContextFact] | Unset = UNSET
        if _facts is not UNSET:
            facts = []
            for facts_item_data in _facts:
                facts_item = ContextFact.from_dict(facts_item_data)

                facts.append(facts_item)

        trace = d.pop("trace", UNSET)

        recall = cls(
            answer_kind=answer_kind,
            memories=memories,
            none_because=none_because,
            truncated=truncated,
            context=context,
            facts=facts,
            trace=trace,
        )

        recall.additional_properties = d
        return recall

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
