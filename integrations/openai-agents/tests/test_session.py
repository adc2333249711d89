"""The session against a running service, by itself and in runs of the SDK with a scripted model."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from agents.memory import Session
from engraph import AsyncEngraph, BadRequestError

from engraph_openai_agents import EngraphSession

ITEMS: list[Any] = [
    {"role": "user", "content": "I moved to Lisbon."},
    {"role": "developer", "content": [{"type": "input_text", "text": "Be brief."}, {"type": "input_image", "x": 1.0}]},
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "…"},
    {"type": "function_call", "call_id": "c", "name": "weather", "arguments": '{"n": 9007199254740993}'},
    {"type": "function_call_output", "call_id": "c", "output": "x" * 200_000},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "How nice! \u0000 \ud83d"}]},
    {"role": "user", "content": ""},
    {"role": "user", "content": '"\\' * 20_000},
    {"role": "assistant", "content": "Tudo bem? 🙂", "n": 2**70 + 1},
]


@pytest.fixture
def session(client: AsyncEngraph) -> EngraphSession:
    return EngraphSession(f"thread-{uuid4()}", client, speaker="Maria")


@pytest.mark.anyio
async def test_items_come_back_in_their_order_and_as_they_were(session: EngraphSession) -> None:
    assert isinstance(session, Session)
    await session.add_items([])
    assert await session.get_items() == []
    await session.add_items(ITEMS[:4])
    await session.add_items(ITEMS[4:])
    assert await session.get_items() == ITEMS
    assert await session.get_items(limit=2) == ITEMS[-2:]
    assert await session.get_items(limit=100) == ITEMS
    assert await session.get_items(limit=0) == []


@pytest.mark.anyio
async def test_more_items_than_a_page_and_a_request(session: EngraphSession) -> None:
    items: list[Any] = [{"role": "user", "content": f"Number {n}."} for n in range(1003)]
    await session.add_items(items)
    assert await session.get_items() == items
    assert await session.get_items(limit=101) == items[-101:]
    await session.clear_session()
    assert await session.get_items() == []


@pytest.mark.anyio
async def test_the_latest_item_is_popped_once(session: EngraphSession) -> None:
    await session.add_items(ITEMS)
    assert await session.pop_item() == ITEMS[-1]
    popped = await asyncio.gather(session.pop_item(), session.pop_item())
    left = await session.get_items()
    assert len(left) + len([item for item in popped if item is not None]) == len(ITEMS) - 1
    await session.clear_session()
    assert await session.pop_item() is None
    await session.add_items(ITEMS[:1])
    assert await session.get_items() == ITEMS[:1]


@pytest.mark.anyio
async def test_sessions_are_apart_and_other_memories_stay(session: EngraphSession, client: AsyncEngraph) -> None:
    other = EngraphSession(f"thread-{uuid4()}", client)
    note = await client.encode_memory("A note.", session=session.session_id)
    await session.add_items(ITEMS[:1])
    await other.add_items(ITEMS[1:2])
    await session.clear_session()
    assert await session.get_items() == []
    assert await other.get_items() == ITEMS[1:2]
    assert (await client.get_memory(note.memory_id)).state == 0


@pytest.mark.anyio
async def test_what_was_said_is_recalled(session: EngraphSession, client: AsyncEngraph) -> None:
    await session.add_items(ITEMS[:1])
    memory = [memory async for memory in client.memories(session=session.session_id)][0]
    assert (await client.wait_for_extraction(memory.memory_id, timeout=120)).extraction == "done"
    answer = await client.recall("Where did Maria move?", session=session.session_id)
    assert (answer.memories[0].text, answer.memories[0].speaker) == ("I moved to Lisbon.", "Maria")


@pytest.mark.anyio
async def test_a_session_without_an_id_is_refused(client: AsyncEngraph) -> None:
    with pytest.raises(BadRequestError):
        await EngraphSession("", client).get_items()
