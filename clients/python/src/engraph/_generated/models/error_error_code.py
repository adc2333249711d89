from typing import Literal, cast

ErrorErrorCode = Literal[
    "bad_request",
    "conflict",
    "engine.error",
    "engine.unavailable",
    "forbidden",
    "not_found",
    "rate_limited",
    "unauthorized",
]


def check_error_error_code(value: str) -> ErrorErrorCode:
    """The value as it came: a newer service may have others."""
    return cast(ErrorErrorCode, value)
