from typing import Literal, cast

RecallAnswerKind = Literal["many", "none", "single"]


def check_recall_answer_kind(value: str) -> RecallAnswerKind:
    """The value as it came: a newer service may have others."""
    return cast(RecallAnswerKind, value)
