"""A store of LangGraph whose items are memories."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

from engraph import Engraph
from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from .filters import conditions_of, passes
from .items import ANY, Namespace, below_tag, item_of, item_tag, metadata_of, tags_of, text_of

#: Results that recall gives at most.
MAX_RECALLED = 1000
#: Puts of a batch that are done at once.
MAX_AT_ONCE = 8


class EngraphStore(BaseStore):
    """Items as memories of the client's scope; `search` with a query is recall.

    client: its credential decides the scope. fields: paths of a value that make the text of its memory, by which it is
    found and read. wait: seconds that a put waits for the extraction, so that a search finds the item at once.
    hard_delete: whether a delete erases texts at once instead of after seven days. speaker: whom "I" in a text means;
    a function of the namespace, such as `lambda namespace: namespace[-1]`, where each user has one.
    TypeError for an AsyncEngraph: the asynchronous methods work with an Engraph, in threads.
    """

    __slots__ = ("client", "fields", "hard_delete", "speaker", "wait")

    def __init__(
        self,
        client: Engraph,
        *,
        fields: Sequence[str] = ("text", "content", "data", "memory"),
        wait: int | None = 10,
        hard_delete: bool = False,
        speaker: str | Callable[[Namespace], str | None] | None = None,
    ) -> None:
        if not isinstance(client, Engraph):
            raise TypeError(f"EngraphStore takes an Engraph, also for its async methods, not {type(client).__name__}")
        self.client = client
        self.fields = fields
        self.wait = wait
        self.hard_delete = hard_delete
        self.speaker = speaker

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Reads see what was there before; of several puts of one item, the last one is done."""
        wanted = list(ops)
        puts = {(op.namespace, op.key): op for op in wanted if isinstance(op, PutOp)}
        results = [None if isinstance(op, PutOp) else self._read(op) for op in wanted]
        # Each put waits for its extraction: several at once take the time of one.
        with ThreadPoolExecutor(MAX_AT_ONCE) as threads:
            list(threads.map(self._put, puts.values()))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`, in a thread: the client's connections may be used by several."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            memory = next(self._memories(item_tag(op.namespace, op.key)), None)
            return None if memory is None else item_of(memory)
        if isinstance(op, SearchOp):
            return self._recall(op, op.query) if op.query and op.query.strip() else self._list(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise ValueError(f"unknown operation {type(op).__name__}")

    def _memories(self, *tags: str, metadata: dict[str, Any] | None = None) -> Iterator[Any]:
        """Newest first: of two that were put at once, the later one is the item."""
        filter: dict[str, Any] = {"tags": {"all": list(tags)}, "metadata": metadata or {}}
        return self.client.memories(filter=filter)  # type: ignore[arg-type]

    def _put(self, op: PutOp) -> None:
        tag = item_tag(op.namespace, op.key)
        newest, *older = list(self._memories(tag)) or [None]
        if op.value is not None:
            text = text_of(op.key, op.value, op.index, self.fields)
            metadata = metadata_of(op.namespace, op.key, op.value, op.index is not False)
            tags = tags_of(op.namespace, op.key)
            if newest is None:
                speaker = self.speaker(op.namespace) if callable(self.speaker) else self.speaker
                self.client.encode_memory(text, speaker=speaker, metadata=metadata, tags=tags, wait=self.wait)
            else:
                self.client.revise_memory(newest.memory_id, text=text, metadata=metadata, wait=self.wait)
        elif newest is not None:
            older.append(newest)
        for memory in older:
            self.client.forget_memory(memory.memory_id, hard=self.hard_delete)

    def _list(self, op: SearchOp) -> list[SearchItem]:
        memories = self._memories(below_tag(op.namespace_prefix), metadata=conditions_of(op.filter))
        items = (item_of(memory) for memory in memories)
        passing = (item for item in items if passes(item.value, op.filter))
        return [_found(item, None) for item in islice(passing, op.offset, op.offset + op.limit)]

    def _recall(self, op: SearchOp, query: str) -> list[SearchItem]:
        filter: dict[str, Any] = {
            "tags": {"all": [below_tag(op.namespace_prefix)]},
            "metadata": {**conditions_of(op.filter), "indexed": True},
        }
        count = MAX_RECALLED if op.filter else min(op.offset + op.limit, MAX_RECALLED)
        answer = self.client.recall(query, max_results=count, filter=filter)  # type: ignore[arg-type]
        found = [_found(item_of(memory), float(memory.confidence)) for memory in answer.memories]
        return [item for item in found if passes(item.value, op.filter)][op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        prefix: Namespace = ()
        for condition in op.match_conditions or ():
            if condition.match_type == "prefix" and "*" not in condition.path:
                prefix = tuple(condition.path)
        known = {tuple(memory.metadata["namespace"]) for memory in self._memories(below_tag(prefix), ANY)}
        matching = {
            namespace[: op.max_depth]
            for namespace in known
            if all(_matches(condition, namespace) for condition in op.match_conditions or ())
        }
        return sorted(matching)[op.offset : op.offset + op.limit]


def _found(item: Item, score: float | None) -> SearchItem:
    return SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, score)


def _matches(condition: MatchCondition, namespace: Namespace) -> bool:
    path = tuple(condition.path)
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))
