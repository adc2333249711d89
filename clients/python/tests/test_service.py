"""The client against a running service."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from uuid import uuid4

import pytest
from service import Service

from engraph import (
    AsyncEngraph,
    BadRequestError,
    BatchItem,
    ConflictError,
    Engraph,
    NotFoundError,
    UnauthorizedError,
)
from engraph.models import Error, MemoryCreationResult


@pytest.fixture
def engraph(service: Service) -> Iterator[Engraph]:
    with Engraph(service.url, api_key=service.api_key) as client:
        yield client


def test_a_memory_is_stored_extracted_recalled_changed_and_forgotten(engraph: Engraph) -> None:
    spoken_at = datetime(2026, 5, 1, 12, tzinfo=timezone.utc)
    stored = engraph.encode_memory(
        "Maria Silva moved to Lisbon.", speaker="Ana", session="thread-1", tags=["move"], occurred_at=spoken_at, wait=30
    )
    memory = engraph.wait_for_extraction(stored.memory_id, timeout=120)
    assert (memory.extraction, memory.session, memory.tags) == ("done", "thread-1", ["move"])
    assert memory.occurred_at == spoken_at
    assert memory.occurred_at_unix_nanos == 1_777_636_800_000_000_000

    answer = engraph.recall("Who moved to Lisbon?", filter={"tags": {"any": ["move"]}}, format="context")
    assert answer.memories[0].text == "Maria Silva moved to Lisbon."
    assert isinstance(answer.context, str) and "Maria Silva" in answer.context

    change = engraph.revise_memory(stored.memory_id, text="Maria Silva moved to Porto.", if_version=1, wait=30)
    assert (change.version, change.was_changed) == (2, True)
    with pytest.raises(ConflictError):
        engraph.revise_memory(stored.memory_id, tags=None, if_version=1)
    assert engraph.forget_memory(stored.memory_id, hard=True).was_already_forgotten is False
    with pytest.raises(NotFoundError) as raised:
        engraph.get_memory(stored.memory_id)
    assert raised.value.request_id is not None


def test_a_repeated_key_does_the_work_once(engraph: Engraph) -> None:
    key = str(uuid4())
    first = engraph.encode_memory("A repeated turn.", idempotency_key=key)
    second = engraph.encode_memory("A repeated turn.", idempotency_key=key)
    assert (second.memory_id, second.was_deduplicated) == (first.memory_id, True)
    with pytest.raises(ConflictError):
        engraph.encode_memory("Another turn.", idempotency_key=key)


def test_integers_come_back_exactly(engraph: Engraph) -> None:
    stored = engraph.encode_memory("Exact.", session=2**64 - 1, metadata={"n": 2**70 + 1}, occurred_at=10**18 + 1)
    memory = engraph.get_memory(stored.memory_id)
    assert (memory.session, memory.metadata, memory.occurred_at_unix_nanos) == (2**64 - 1, {"n": 2**70 + 1}, 10**18 + 1)


def test_memories_are_listed_over_pages_with_a_filter(engraph: Engraph) -> None:
    tag = f"page-{uuid4()}"
    turns: list[BatchItem] = [{"text": f"Turn {n}.", "tags": [tag], "metadata": {"n": n}} for n in range(5)]
    batch = engraph.encode_memories([*turns, {"text": ""}])
    assert [type(result) for result in batch.results[-2:]] == [MemoryCreationResult, Error]
    listed = list(engraph.memories(limit=2, dir="asc", filter={"tags": {"all": [tag]}, "metadata": {"n": {"gte": 1}}}))
    assert [memory.text for memory in listed] == ["Turn 1.", "Turn 2.", "Turn 3.", "Turn 4."]
    rest = engraph.forget_where({"tags": {"any": [tag]}}, dry_run=True)
    assert (rest.count, rest.dry_run) == (5, True)
    assert engraph.forget_where({"tags": {"any": [tag]}}).count == 5


def test_facts_are_asserted_confirmed_and_retracted(engraph: Engraph) -> None:
    maria = engraph.create_entity(1, "Maria Costa", aliases=["Marinha"])
    acme = engraph.create_entity(2, "Acme Robotics")
    assert engraph.resolve_entity("Acme Robotcs").entity_id == acme.entity_id
    since = datetime.now(timezone.utc) - timedelta(days=1)
    relation = engraph.assert_relation("works_at", maria.entity_id, acme.entity_id, valid_from=since)
    assert (relation.relation_type, relation.source) == ("core:works_at", "asserted")
    assert engraph.list_entity_relations(maria.entity_id).relations[0].relation_id == relation.relation_id
    assert engraph.traverse_relations(maria.entity_id).total_paths == 1
    statement = engraph.assert_statement(maria.entity_id, "occupation", "architect")
    assert engraph.confirm_statement(statement.statement_id).statement_id == statement.statement_id
    assert engraph.retract_relation(relation.relation_id, reason="a test").retracted is True
    profile = engraph.entity_profile(maria.entity_id, format="text")
    assert isinstance(profile.text, str) and "architect" in profile.text
    assert "Maria Costa" in {node.label for node in engraph.graph_fetch(limit=1).nodes}


def test_events_come_in_order_up_to_the_last(engraph: Engraph) -> None:
    position = next(iter(engraph.events(types=["MemoryEncoded"], after=None, follow=False)), None)
    assert position is None, "without a position, events begin now"
    export = list(engraph.export_scope())
    report = engraph.import_scope(f"{line}\n" for line in export)
    assert (report.complete, report.imported, report.lines) == (True, 0, len(export))


@pytest.mark.anyio
async def test_the_asynchronous_client_does_the_same(service: Service) -> None:
    async with AsyncEngraph(service.url, api_key=service.api_key) as engraph:
        events = engraph.events(types=["MemoryEncoded"])
        stored = await engraph.encode_memory("Kofi lives in Accra.")
        assert (await engraph.wait_for_extraction(stored.memory_id, timeout=120)).extraction == "done"
        assert [m.text async for m in engraph.memories(limit=1)][0] == "Kofi lives in Accra."
        answer = await engraph.recall("Where does Kofi live?")
        assert answer.memories[0].memory_id == stored.memory_id
        assert (await engraph.whoami()).namespace == "demo"
        await events.aclose()  # type: ignore[attr-defined]


def test_refusals_are_named(service: Service, engraph: Engraph) -> None:
    with pytest.raises(BadRequestError, match="blank"):
        engraph.encode_memory(" ")
    with Engraph(service.url, api_key="engraph_sk_none") as stranger, pytest.raises(UnauthorizedError):
        stranger.whoami()
    assert engraph.list_webhooks().webhooks == []
    assert engraph.operation_figures().storage is None
    assert engraph.redrive_extractions().redriven == 0
    assert engraph.ready().status == "ready"
    assert engraph.capabilities().version
