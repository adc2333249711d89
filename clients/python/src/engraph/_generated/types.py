"""What operations and models share."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, TypeVar

from attrs import define


class Unset:
    """The type of a field that an answer does not have."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Unset = Unset()

T = TypeVar("T")


@define(frozen=True)
class Operation(Generic[T]):
    """A request without address and credential, and how its answer is read."""

    method: str
    path: str
    params: Mapping[str, Any]
    headers: Mapping[str, str]
    parse: Callable[[Any], T]


_FRACTION = re.compile(r"\.(\d+)")


def parse_datetime(text: str) -> datetime.datetime:
    """A time of an answer, cut to microseconds: datetime has no nanoseconds, and Python 3.10 reads no Z."""
    exact = text.replace("Z", "+00:00")
    return datetime.datetime.fromisoformat(_FRACTION.sub(lambda digits: f".{digits[1]:0<6.6}", exact))
