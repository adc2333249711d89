from typing import Literal, cast

StatementSource = Literal["asserted", "confirmed", "read"]


def check_statement_source(value: str) -> StatementSource:
    """The value as it came: a newer service may have others."""
    return cast(StatementSource, value)
