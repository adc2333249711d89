from typing import Literal, cast

ReadyStatus = Literal["degraded", "ready"]


def check_ready_status(value: str) -> ReadyStatus:
    """The value as it came: a newer service may have others."""
    return cast(ReadyStatus, value)
