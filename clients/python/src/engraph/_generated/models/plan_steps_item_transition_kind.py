from typing import Literal, cast

PlanStepsItemTransitionKind = Literal["causal", "entity", "initial", "similarity", "temporal"]


def check_plan_steps_item_transition_kind(value: str) -> PlanStepsItemTransitionKind:
    """The value as it came: a newer service may have others."""
    return cast(PlanStepsItemTransitionKind, value)
