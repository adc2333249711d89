from typing import Literal, cast

StatementKind = Literal["attribute", "directive", "event", "fact", "preference"]


def check_statement_kind(value: str) -> StatementKind:
    """The value as it came: a newer service may have others."""
    return cast(StatementKind, value)
