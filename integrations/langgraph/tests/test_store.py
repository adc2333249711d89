"""The store against a running service."""

from __future__ import annotations

import asyncio
import time
from uuid import uuid4

import pytest
from engraph import AsyncEngraph, Engraph
from langgraph.store.base import GetOp, InvalidNamespaceError, ListNamespacesOp, MatchCondition, PutOp, SearchOp

from engraph_langgraph import EngraphStore


@pytest.fixture
def root() -> str:
    return f"root-{uuid4()}"


@pytest.fixture
def store(client: Engraph) -> EngraphStore:
    return EngraphStore(client, wait=30)


def test_a_value_comes_back_exactly(store: EngraphStore, root: str) -> None:
    value = {"n": 2**70 + 1, "f": 1.0, "text": "Grüße\u0000\ud83d", "nested": {"a": [None, True, {"b": ""}]}, "": []}
    store.put((root, "users"), "k", value)
    item = store.get((root, "users"), "k")
    assert item is not None
    assert (item.value, item.key, item.namespace) == (value, "k", (root, "users"))
    assert isinstance(item.value["f"], float)
    assert item.created_at.utcoffset() is not None


def test_a_put_of_an_existing_key_edits_it_and_a_delete_forgets_it(store: EngraphStore, root: str) -> None:
    store.put((root,), "k", {"text": "first"})
    first = store.get((root,), "k")
    store.put((root,), "k", {"text": "second"})
    second = store.get((root,), "k")
    assert first is not None and second is not None
    assert (second.value, second.created_at) == ({"text": "second"}, first.created_at)
    assert first.created_at <= first.updated_at < second.updated_at
    assert len(store.search((root,))) == 1
    store.delete((root,), "k")
    store.delete((root,), "k")
    assert store.get((root,), "k") is None
    assert store.search((root,)) == []
    store.put((root,), "k", {"text": "third"})
    assert [item.value for item in store.search((root,))] == [{"text": "third"}]


def test_namespaces_are_apart_and_a_prefix_has_those_below_it(store: EngraphStore, root: str) -> None:
    store.put((root, "a"), "k", {"n": 1})
    store.put((root, "a", "b"), "k", {"n": 2})
    store.put((root, "ab"), "k", {"n": 3})
    assert {item.value["n"] for item in store.search((root, "a"))} == {1, 2}
    assert {item.value["n"] for item in store.search((root,))} == {1, 2, 3}
    assert store.get((root,), "k") is None


def test_filters_pages_and_operators(store: EngraphStore, root: str) -> None:
    for n in range(5):
        store.put((root,), str(n), {"n": n, "even": n % 2 == 0, "tags": ["x"], "long": "y" * 2000})

    def found(**filter: object) -> list[int]:
        return sorted(item.value["n"] for item in store.search((root,), filter=filter))

    assert found(even=True) == [0, 2, 4]
    assert found(n={"$gte": 2, "$lt": 4}) == [2, 3]
    assert found(n={"$ne": 2}, even={"$eq": True}) == [0, 4]
    assert found(tags=["x"], n={"$gt": 3}) == [4]
    assert found(long="y" * 2000, n=1) == [1]
    assert found(missing={"$gt": 1}) == []
    pages = [[item.value["n"] for item in store.search((root,), limit=2, offset=at)] for at in (0, 2, 4)]
    assert [len(page) for page in pages] == [2, 2, 1]
    assert sorted(sum(pages, [])) == [0, 1, 2, 3, 4]
    assert found(tags=["x", "y"]) == []
    with pytest.raises(ValueError, match=r"\$in"):
        found(n={"$in": [1]})


def test_a_query_is_recall_and_only_in_its_namespace(store: EngraphStore, root: str) -> None:
    store.put((root, "ana"), "home", {"text": "Ana Ferreira moved to Lisbon.", "topic": "home"})
    store.put((root, "ana"), "food", {"text": "Ana Ferreira eats no nuts.", "topic": "food"})
    store.put((root, "bo"), "home", {"text": "Bo Lind moved to Oslo.", "topic": "home"})
    found = store.search((root, "ana"), query="Where did Ana move?")
    assert (found[0].key, found[0].namespace) == ("home", (root, "ana"))
    assert found[0].score is not None and 0 < found[0].score <= 1
    assert {item.namespace for item in found} == {(root, "ana")}
    assert [item.key for item in store.search((root,), query="Where did Ana move?", filter={"topic": "food"})] in (
        [],
        ["food"],
    )


def test_a_speaker_is_whom_i_means(client: Engraph, root: str) -> None:
    store = EngraphStore(client, wait=30, speaker=lambda namespace: namespace[-1])
    store.put((root, "Wanda Iversen"), "home", {"text": "I live in Bergen."})
    facts = client.recall("Where does Wanda Iversen live?", format="context").facts
    assert [fact.text.split(" (")[0] for fact in facts or []] == ["Wanda Iversen lives in Bergen"]


def test_the_parts_of_a_message_are_its_text(store: EngraphStore, client: Engraph, root: str) -> None:
    store.put((root,), "k", {"content": [{"type": "text", "text": "Otto Lund lives in Graz."}, {"type": "image"}]})
    memory = next(client.memories(limit=1))
    assert memory.text == "Otto Lund lives in Graz."


def test_the_puts_of_a_batch_are_done_at_once(store: EngraphStore, root: str) -> None:
    started = time.monotonic()
    store.put((root,), "one", {"text": "Item one."})
    one = time.monotonic() - started
    store.batch([PutOp((root,), str(n), {"text": f"Item {n}."}) for n in range(24)])
    assert time.monotonic() - started - one < 24 * one
    assert len(store.search((root,), limit=100)) == 25


def test_an_item_without_an_index_is_not_found_by_its_text(store: EngraphStore, root: str) -> None:
    store.put((root,), "k1", {"text": "The passphrase is cormorant."}, index=False)
    assert store.search((root,), query="cormorant passphrase") == []
    assert store.get((root,), "k1") is not None


def test_namespaces_are_listed(store: EngraphStore, root: str) -> None:
    for path in (("a", "v1"), ("a", "v2"), ("b", "v1")):
        store.put((root, *path), "k", {"n": 1})
    assert store.list_namespaces(prefix=(root, "a")) == [(root, "a", "v1"), (root, "a", "v2")]
    assert store.list_namespaces(prefix=(root,), suffix=("v1",)) == [(root, "a", "v1"), (root, "b", "v1")]
    assert store.list_namespaces(prefix=(root,), max_depth=2) == [(root, "a"), (root, "b")]
    assert store.list_namespaces(prefix=(root, "*", "v2")) == [(root, "a", "v2")]
    assert store.list_namespaces(prefix=(root,), limit=1, offset=1) == [(root, "a", "v2")]


def test_a_batch_reads_before_it_writes_and_its_last_put_of_a_key_holds(store: EngraphStore, root: str) -> None:
    results = store.batch(
        [
            PutOp((root,), "k", {"n": 1}),
            GetOp((root,), "k"),
            PutOp((root,), "k", {"n": 2}),
            SearchOp((root,)),
            ListNamespacesOp((MatchCondition("prefix", (root,)),)),
        ]
    )
    assert results == [None, None, None, [], []]
    assert [item.value for item in store.search((root,))] == [{"n": 2}]


def test_the_asynchronous_methods_do_the_same(store: EngraphStore, root: str) -> None:
    async def main() -> None:
        await asyncio.gather(*(store.aput((root,), str(n), {"n": n}) for n in range(4)))
        item = await store.aget((root,), "2")
        assert item is not None and item.value == {"n": 2}
        assert len(await store.asearch((root,))) == 4
        await store.adelete((root,), "2")
        assert await store.aget((root,), "2") is None
        assert await store.alist_namespaces(prefix=(root,)) == [(root,)]

    asyncio.run(main())


def test_what_cannot_be_an_item_is_refused(store: EngraphStore, root: str) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.put((), "k", {})
    with pytest.raises(ValueError, match="30 labels"):
        store.put((root,) * 31, "k", {})
    with pytest.raises(ValueError, match="value of 'k' in .* is too large"):
        store.put((root,), "k", {"text": "x" * 70_000})
    assert store.search((root,), query=" ") == []
    with pytest.raises(TypeError, match="takes an Engraph"):
        EngraphStore(AsyncEngraph(api_key="k"))  # type: ignore[arg-type]
