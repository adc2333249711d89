"""LangGraph has no conformance tests for stores: its own, `InMemoryStore`, says the same to the same operations."""

from __future__ import annotations

import random
from typing import Any
from uuid import uuid4

import pytest
from engraph import Engraph
from langgraph.store.base import BaseStore, GetOp, ListNamespacesOp, MatchCondition, Op, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from engraph_langgraph import EngraphStore

STEPS = 60
LABELS = ("a", "b", "a.b", "*")
KEYS = ("k", "l", "K")
# Without ranges: InMemoryStore raises an error for values that are no numbers.
VALUES: list[dict[str, Any]] = [
    {},
    {"n": 1, "text": "one"},
    {"n": 2.5, "text": "Two", "deep": {"x": 1, "y": [1, 2]}},
    {"n": -3, "text": None, "on": True},
    {"text": "one", "deep": {"x": 2}, "on": False},
]
FILTERS: list[dict[str, Any] | None] = [
    None,
    {"text": "one"},
    {"text": None},
    {"on": True},
    {"text": {"$ne": "one"}},
    {"text": {"$eq": "Two"}},
    {"deep": {"x": 1}},
    {"deep": {"x": {"$ne": 1}, "y": [1, 2]}},
    {"deep": {"y": [1]}},
]


@pytest.mark.parametrize("seed", range(3))
def test_random_operations_have_the_same_results(client: Engraph, seed: int) -> None:
    chance, root = random.Random(seed), f"root-{uuid4()}"
    own, theirs = EngraphStore(client, wait=None), InMemoryStore()
    for _ in range(STEPS):
        ops = [_any_operation(chance, root) for _ in range(chance.choice((1, 1, 3)))]
        expected = [_plain(op, result) for op, result in zip(ops, theirs.batch(ops), strict=True)]
        said = [_plain(op, result) for op, result in zip(ops, own.batch(ops), strict=True)]
        assert said == expected, ops
    items, namespaces = _everything(theirs, root)
    assert items and _everything(own, root) == (items, namespaces)


def _any_operation(chance: random.Random, root: str) -> Op:
    namespace = (root, *chance.choices(LABELS, k=chance.randint(0, 2)))
    kind = chance.random()
    if kind < 0.45:
        return PutOp(namespace, chance.choice(KEYS), dict(chance.choice(VALUES)))
    if kind < 0.55:
        return PutOp(namespace, chance.choice(KEYS), None)
    if kind < 0.65:
        return GetOp(namespace, chance.choice(KEYS))
    if kind < 0.9:
        return SearchOp(namespace, filter=chance.choice(FILTERS), limit=1_000)
    conditions = (MatchCondition("prefix", (root,)), MatchCondition("suffix", (chance.choice(LABELS),)))
    return ListNamespacesOp(conditions, limit=1_000)


def _plain(op: Op, result: Any) -> Any:
    """What an operation says, without times; items in one order, and only namespaces that have items."""
    if isinstance(op, SearchOp):
        return sorted(((item.namespace, item.key, item.value) for item in result), key=repr)
    if isinstance(op, GetOp) and result is not None:
        return (result.namespace, result.key, result.value)
    # InMemoryStore also lists namespaces whose items are gone, or were only asked for.
    return None if isinstance(op, ListNamespacesOp) else result


def _everything(store: BaseStore, root: str) -> Any:
    items = store.search((root,), limit=1_000)
    held = {item.namespace for item in items}
    namespaces = [name for name in store.list_namespaces(prefix=(root,), limit=1_000) if name in held]
    return sorted(((item.namespace, item.key, item.value) for item in items), key=repr), namespaces
