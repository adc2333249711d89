from typing import Literal, cast

ListStatementsPredicate = Literal[
    "core:age",
    "core:allergic_to",
    "core:birthday",
    "core:did",
    "core:diet",
    "core:dislikes",
    "core:email",
    "core:favourite",
    "core:has",
    "core:has_condition",
    "core:has_skill",
    "core:height",
    "core:hobby",
    "core:instruction",
    "core:likes",
    "core:nationality",
    "core:nickname",
    "core:occupation",
    "core:phone",
    "core:plans",
    "core:prefers",
    "core:speaks",
    "core:status",
]


def check_list_statements_predicate(value: str) -> ListStatementsPredicate:
    """The value as it came: a newer service may have others."""
    return cast(ListStatementsPredicate, value)
