from typing import Literal, cast

ListStatementsKind = Literal["attribute", "custom", "directive", "event", "fact", "preference", "relation"]


def check_list_statements_kind(value: str) -> ListStatementsKind:
    """The value as it came: a newer service may have others."""
    return cast(ListStatementsKind, value)
