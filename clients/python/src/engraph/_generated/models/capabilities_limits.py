from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CapabilitiesLimits")


@_attrs_define
class CapabilitiesLimits:
    """Maximum values of requests.

    Attributes:
        body_bytes (int):
        import_bytes (int):
        text_bytes (int):
        speaker_bytes (int):
        metadata_bytes (int):
        tags (int):
        tag_characters (int):
        filter_conditions (int):
        filter_values (int):
        filter_value_bytes (int):
        name_bytes (int):
        entity_aliases (int):
        value_bytes (int):
        reason_bytes (int):
        context_bytes (int):
        memories (int):
        batch_memories (int):
        forget_memories (int):
        entities (int):
        relations (int):
        statements (int):
        graph (int):
        recall (int):
        context_tokens (int):
        context_facts (int):
        traverse_depth (int):
        traverse_nodes (int):
        cue_bytes (int):
        wall_time_ms (int):
        plan_steps (int):
        plan_branches (int):
        reason_depth (int):
        reason_inferences (int):
        event_streams (int):
        webhooks (int):
    """

    body_bytes: int
    import_bytes: int
    text_bytes: int
    speaker_bytes: int
    metadata_bytes: int
    tags: int
    tag_characters: int
    filter_conditions: int
    filter_values: int
    filter_value_bytes: int
    name_bytes: int
    entity_aliases: int
    value_bytes: int
    reason_bytes: int
    context_bytes: int
    memories: int
    batch_memories: int
    forget_memories: int
    entities: int
    relations: int
    statements: int
    graph: int
    recall: int
    context_tokens: int
    context_facts: int
    traverse_depth: int
    traverse_nodes: int
    cue_bytes: int
    wall_time_ms: int
    plan_steps: int
    plan_branches: int
    reason_depth: int
    reason_inferences: int
    event_streams: int
    webhooks: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        body_bytes = self.body_bytes

        import_bytes = self.import_bytes

        text_bytes = self.text_bytes

        speaker_bytes = self.speaker_bytes

        metadata_bytes = self.metadata_bytes

        tags = self.tags

        tag_characters = self.tag_characters

        filter_conditions = self.filter_conditions

        filter_values = self.filter_values

        filter_value_bytes = self.filter_value_bytes

        name_bytes = self.name_bytes

        entity_aliases = self.entity_aliases

        value_bytes = self.value_bytes

        reason_bytes = self.reason_bytes

        context_bytes = self.context_bytes

        memories = self.memories

        batch_memories = self.batch_memories

        forget_memories = self.forget_memories

        entities = self.entities

        relations = self.relations

        statements = self.statements

        graph = self.graph

        recall = self.recall

        context_tokens = self.context_tokens

        context_facts = self.context_facts

        traverse_depth = self.traverse_depth

        traverse_nodes = self.traverse_nodes

        cue_bytes = self.cue_bytes

        wall_time_ms = self.wall_time_ms

        plan_steps = self.plan_steps

        plan_branches = self.plan_branches

        reason_depth = self.reason_depth

        reason_inferences = self.reason_inferences

        event_streams = self.event_streams

        webhooks = self.webhooks

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "body_bytes": body_bytes,
                "import_bytes": import_bytes,
                "text_bytes": text_bytes,
                "speaker_bytes": speaker_bytes,
                "metadata_bytes": metadata_bytes,
                "tags": tags,
                "tag_characters": tag_characters,
                "filter_conditions": filter_conditions,
                "filter_values": filter_values,
                "filter_value_bytes": filter_value_bytes,
                "name_bytes": name_bytes,
                "entity_aliases": entity_aliases,
                "value_bytes": value_bytes,
                "reason_bytes": reason_bytes,
                "context_bytes": context_bytes,
                "memories": memories,
                "batch_memories": batch_memories,
                "forget_memories": forget_memories,
                "entities": entities,
                "relations": relations,
                "statements": statements,
                "graph": graph,
                "recall": recall,
                "context_tokens": context_tokens,
                "context_facts": context_facts,
                "traverse_depth": traverse_depth,
                "traverse_nodes": traverse_nodes,
                "cue_bytes": cue_bytes,
                "wall_time_ms": wall_time_ms,
                "plan_steps": plan_steps,
                "plan_branches": plan_branches,
                "reason_depth": reason_depth,
                "reason_inferences": reason_inferences,
                "event_streams": event_streams,
                "webhooks": webhooks,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        body_bytes = d.pop("body_bytes")

        import_bytes = d.pop("import_bytes")

        text_bytes = d.pop("text_bytes")

        speaker_bytes = d.pop("speaker_bytes")

        metadata_bytes = d.pop("metadata_bytes")

        tags = d.pop("tags")

        tag_characters = d.pop("tag_characters")

        filter_conditions = d.pop("filter_conditions")

        filter_values = d.pop("filter_values")

        filter_value_bytes = d.pop("filter_value_bytes")

        name_bytes = d.pop("name_bytes")

        entity_aliases = d.pop("entity_aliases")

        value_bytes = d.pop("value_bytes")

        reason_bytes = d.pop("reason_bytes")

        context_bytes = d.pop("context_bytes")

        memories = d.pop("memories")

        batch_memories = d.pop("batch_memories")

        forget_memories = d.pop("forget_memories")

        entities = d.pop("entities")

        relations = d.pop("relations")

        statements = d.pop("statements")

        graph = d.pop("graph")

        recall = d.pop("recall")

        context_tokens = d.pop("context_tokens")

        context_facts = d.pop("context_facts")

        traverse_depth = d.pop("traverse_depth")

        traverse_nodes = d.pop("traverse_nodes")

        cue_bytes = d.pop("cue_bytes")

        wall_time_ms = d.pop("wall_time_ms")

        plan_steps = d.pop("plan_steps")

        plan_branches = d.pop("plan_branches")

        reason_depth = d.pop("reason_depth")

        reason_inferences = d.pop("reason_inferences")

        event_streams = d.pop("event_streams")

        webhooks = d.pop("webhooks")

        capabilities_limits = cls(
            body_bytes=body_bytes,
            import_bytes=import_bytes,
            text_bytes=text_bytes,
            speaker_bytes=speaker_bytes,
            metadata_bytes=metadata_bytes,
            tags=tags,
            tag_characters=tag_characters,
            filter_conditions=filter_conditions,
            filter_values=filter_values,
            filter_value_bytes=filter_value_bytes,
            name_bytes=name_bytes,
            entity_aliases=entity_aliases,
            value_bytes=value_bytes,
            reason_bytes=reason_bytes,
            context_bytes=context_bytes,
            memories=memories,
            batch_memories=batch_memories,
            forget_memories=forget_memories,
            entities=entities,
            relations=relations,
            statements=statements,
            graph=graph,
            recall=recall,
            context_tokens=context_tokens,
            context_facts=context_facts,
            traverse_depth=traverse_depth,
            traverse_nodes=traverse_nodes,
            cue_bytes=cue_bytes,
            wall_time_ms=wall_time_ms,
            plan_steps=plan_steps,
            plan_branches=plan_branches,
            reason_depth=reason_depth,
            reason_inferences=reason_inferences,
            event_streams=event_streams,
            webhooks=webhooks,
        )

        capabilities_limits.additional_properties = d
        return capabilities_limits

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
