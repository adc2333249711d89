"""What callers give: times, filters, items of a batch, facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypedDict, Union

Time = Union[datetime, str, int]
"""A datetime with a time zone, ISO 8601 with a time zone, or Unix nanoseconds."""

Session = Union[int, str]
"""An integer below 2^64, or a text of 1 to 255 characters; 42 and "42" are one session."""

Role = Literal["user", "assistant", "system", "tool"]
Genre = Literal["chat", "note", "document", "code", "data", "prose"]
Retriever = Literal["lexical", "dense", "entity_graph", "time", "recency"]
LinkKind = Literal[
    "caused", "followed_by", "derived_from", "similar_to", "contradicts", "supports", "references", "part_of"
]
Scalar = Union[str, int, float, bool, None]

OneOf = TypedDict("OneOf", {"in": Sequence[Scalar]})
"""One of several values."""


class Range(TypedDict, total=False):
    """A range of numbers or texts."""

    gt: str | int | float
    gte: str | int | float
    lt: str | int | float
    lte: str | int | float


class TagFilter(TypedDict, total=False):
    """Memories with one of these tags, with all of these tags."""

    any: Sequence[str]
    all: Sequence[str]


class Filter(TypedDict, total=False):
    """Which memories pass: all conditions must hold."""

    metadata: Mapping[str, Scalar | OneOf | Range]
    tags: TagFilter
    session: Session
    speaker: str
    role: Role
    kind: Literal[0, 1, 2]
    pinned: bool
    since: Time
    until: Time


class _Text(TypedDict):
    text: str


class BatchItem(_Text, total=False):
    """One memory of a batch, with the fields of `encode_memory`."""

    speaker: str
    role: Role
    genre: Genre
    session: Session
    occurred_at: Time
    kind: Literal[0, 1]
    metadata: Mapping[str, Any]
    tags: Sequence[str]
    expires_at: Time
    pinned: bool
    dedupe: Literal["none", "content"]
    request_id: str


class TextOrMemory(TypedDict, total=False):
    """A text, or a memory by its id: one of both."""

    text: str
    memory_id: str
