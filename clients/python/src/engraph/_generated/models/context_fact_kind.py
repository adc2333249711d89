from typing import Literal, cast

ContextFactKind = Literal["relation", "statement"]


def check_context_fact_kind(value: str) -> ContextFactKind:
    """The value as it came: a newer service may have others."""
    return cast(ContextFactKind, value)
