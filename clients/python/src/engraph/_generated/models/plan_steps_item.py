from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.plan_steps_item_transition_kind import PlanStepsItemTransitionKind, check_plan_steps_item_transition_kind

T = TypeVar("T", bound="PlanStepsItem")


@_attrs_define
class PlanStepsItem:
    """
    Attributes:
        step_index (int): Position on the path, from 0.
        memory_id (str): Memory id: a 128-bit integer as a decimal string.
        text (str):
        transition_kind (PlanStepsItemTransitionKind): Edge by which the path reaches this memory.
        confidence (float): Strength of that edge.
        estimated_distance_to_goal (float): Share of the goal's terms, weighted by rarity, that the memory lacks; 0 at a
            goal.
    """

    step_index: int
    memory_id: str
    text: str
    transition_kind: PlanStepsItemTransitionKind
    confidence: float
    estimated_distance_to_goal: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        step_index = self.step_index

        memory_id = self.memory_id

        text = self.text

        transition_kind: str = self.transition_kind

        confidence = self.confidence

        estimated_distance_to_goal = self.estimated_distance_to_goal

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "step_index": step_index,
                "memory_id": memory_id,
                "text": text,
                "transition_kind": transition_kind,
                "confidence": confidence,
                "estimated_distance_to_goal": estimated_distance_to_goal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step_index = d.pop("step_index")

        memory_id = d.pop("memory_id")

        text = d.pop("text")

        transition_kind = check_plan_steps_item_transition_kind(d.pop("transition_kind"))

        confidence = d.pop("confidence")

        estimated_distance_to_goal = d.pop("estimated_distance_to_goal")

        plan_steps_item = cls(
            step_index=step_index,
            memory_id=memory_id,
            text=text,
            transition_kind=transition_kind,
            confidence=confidence,
            estimated_distance_to_goal=estimated_distance_to_goal,
        )

        plan_steps_item.additional_properties = d
        return plan_steps_item

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
