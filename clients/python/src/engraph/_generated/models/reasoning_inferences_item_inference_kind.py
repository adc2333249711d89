from typing import Literal, cast

ReasoningInferencesItemInferenceKind = Literal["analogical_inference", "causal_explanation", "evidence_accumulation"]


def check_reasoning_inferences_item_inference_kind(value: str) -> ReasoningInferencesItemInferenceKind:
    """The value as it came: a newer service may have others."""
    return cast(ReasoningInferencesItemInferenceKind, value)
