"""Filters of a search: what the service tests, and what is left to test here."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from .items import is_comparable

_RANGES = {"$gt": "gt", "$gte": "gte", "$lt": "lt", "$lte": "lte"}
_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq,
    "$ne": operator.ne,
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def conditions_of(filter: Mapping[str, Any] | None) -> dict[str, Any]:
    """Conditions on metadata that pass at least the items that pass the filter."""
    found = {f"value.{name}": _condition(wanted) for name, wanted in (filter or {}).items()}
    return {name: condition for name, condition in found.items() if condition is not None}


def passes(value: Mapping[str, Any], filter: Mapping[str, Any] | None) -> bool:
    """Whether a value passes. ValueError for an operator that LangGraph does not have."""
    return all(_compare(value.get(name), wanted) for name, wanted in (filter or {}).items())


def _condition(wanted: Any) -> Any:
    if is_comparable(wanted):
        return wanted
    if not isinstance(wanted, Mapping):
        return None
    bounds = {_RANGES[name]: bound for name, bound in wanted.items() if name in _RANGES}
    equal = wanted.get("$eq")
    if is_comparable(equal) and not bounds:
        return equal
    # Long texts are compared here alone.
    are_numbers = all(isinstance(bound, (int, float)) for bound in bounds.values())
    return bounds if bounds and are_numbers else None


def _compare(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        if any(str(name).startswith("$") for name in wanted):
            return all(_test(name)(value, bound) for name, bound in wanted.items())
        # As in the stores of LangGraph: the named fields of an object, and all of a list.
        return isinstance(value, Mapping) and all(_compare(value.get(name), each) for name, each in wanted.items())
    if isinstance(wanted, (list, tuple)) and isinstance(value, (list, tuple)):
        return len(value) == len(wanted) and all(map(_compare, value, wanted))
    return bool(value == wanted)


def _test(name: str) -> Callable[[Any, Any], bool]:
    if name not in _TESTS:
        raise ValueError(f"unsupported operator {name}")
    test = _TESTS[name]

    def safely(value: Any, bound: Any) -> bool:
        try:
            return bool(test(value, bound))
        except TypeError:
            return False

    return safely
