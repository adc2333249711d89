from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.entity_profile_facts_item import EntityProfileFactsItem
    from ..models.entity_profile_memories_item import EntityProfileMemoriesItem
    from ..models.entity_profile_timeline_item import EntityProfileTimelineItem
    from ..models.resolved_entity import ResolvedEntity


T = TypeVar("T", bound="EntityProfile")


@_attrs_define
class EntityProfile:
    """
    Attributes:
        entity (ResolvedEntity):
        facts (list[EntityProfileFactsItem]): What holds now, the surest first; at most 100.
        timeline (list[EntityProfileTimelineItem]): What holds and what held, by its beginning; the last 200.
        memories (list[EntityProfileMemoriesItem]): Memories that mention it, the newest first; at most 20.
        text (str | Unset): The profile as a text for a prompt; present with `format=text`.
    """

    entity: ResolvedEntity
    facts: list[EntityProfileFactsItem]
    timeline: list[EntityProfileTimelineItem]
    memories: list[EntityProfileMemoriesItem]
    text: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        entity = self.entity.to_dict()

        facts = []
        for facts_item_data in self.facts:
            facts_item = facts_item_data.to_dict()
            facts.append(facts_item)

        timeline = []
        for timeline_item_data in self.timeline:
            timeline_item = timeline_item_data.to_dict()
            timeline.append(timeline_item)

        memories = []
        for memories_item_data in self.memories:
            memories_item = memories_item_data.to_dict()
            memories.append(memories_item)

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "entity": entity,
                "facts": facts,
                "timeline": timeline,
                "memories": memories,
            }
        )
        if text is not UNSET:
            field_dict["text"] = text

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.entity_profile_facts_item import EntityProfileFactsItem  # noqa: PLC0415
        from ..models.entity_profile_memories_item import EntityProfileMemoriesItem  # noqa: PLC0415
        from ..models.entity_profile_timeline_item import EntityProfileTimelineItem  # noqa: PLC0415
        from ..models.resolved_entity import ResolvedEntity  # noqa: PLC0415

        d = dict(src_dict)
        entity = ResolvedEntity.from_dict(d.pop("entity"))

        facts = []
        _facts = d.pop("facts")
        for facts_item_data in _facts:
            facts_item = EntityProfileFactsItem.from_dict(facts_item_data)

            facts.append(facts_item)

        timeline = []
        _timeline = d.pop("timeline")
        for timeline_item_data in _timeline:
            timeline_item = EntityProfileTimelineItem.from_dict(timeline_item_data)

            timeline.append(timeline_item)

        memories = []
        _memories = d.pop("memories")
        for memories_item_data in _memories:
            memories_item = EntityProfileMemoriesItem.from_dict(memories_item_data)

            memories.append(memories_item)

        text = d.pop("text", UNSET)

        entity_profile = cls(
            entity=entity,
            facts=facts,
            timeline=timeline,
            memories=memories,
            text=text,
        )

        entity_profile.additional_properties = d
        return entity_profile

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
