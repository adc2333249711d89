"""A session whose items are memories, so that recall finds what was said in it."""

from __future__ import annotations

import json
import re
from typing import Any, Literal, cast

from agents.items import TResponseInputItem
from agents.memory import SessionABC, SessionSettings
from engraph import AsyncEngraph, BatchItem, EngraphError, Filter, NotFoundError
from engraph.models import MemoryCreationResult

#: The tag of all items.
TAG = "openai-agents"
#: A request stores so many memories.
MAX_BATCH = 1000
#: Bytes of the metadata with an item beside the text; the service takes 64 KiB.
MAX_BESIDE = 60 * 1024
#: Texts that the service refuses.
REFUSED = re.compile("[\x00\ud800-\udfff]")


class EngraphSession(SessionABC):
    """The items of one session, in their order and exactly as they were.

    session_id: 1 to 255 characters. client: its credential decides the scope. speaker: name of the user, whom "I" in
    the user's messages refers to.
    """

    def __init__(
        self,
        session_id: str,
        client: AsyncEngraph,
        *,
        speaker: str | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._client = client
        self._speaker = speaker

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """All items, oldest first; with a limit the latest ones."""
        limit = self.session_settings.limit if limit is None and self.session_settings else limit
        if limit is not None and limit <= 0:
            return []
        found: list[TResponseInputItem] = []
        size = 100 if limit is None else min(limit, 100)
        async for memory in self._client.memories(filter=self._filter(), limit=size):
            found.append(_item_of(memory))
            if len(found) == limit:
                break
        return found[::-1]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Stores items durably; the extraction of messages follows. EngraphError if one cannot be stored."""
        for start in range(0, len(items), MAX_BATCH):
            batch = [self._memory_of(item) for item in items[start : start + MAX_BATCH]]
            for result in (await self._client.encode_memories(batch)).results:
                if not isinstance(result, MemoryCreationResult):
                    raise EngraphError(result.error.message, code=str(result.error.code), status=200)

    async def pop_item(self) -> TResponseInputItem | None:
        """Removes the latest item, and gives it back; None where there is none."""
        async for memory in self._client.memories(filter=self._filter(), limit=1):
            try:
                gone = await self._client.forget_memory(memory.memory_id, hard=True)
            except NotFoundError:
                continue
            # Another call may have taken it first.
            if not gone.was_already_forgotten:
                return _item_of(memory)
        return None

    async def clear_session(self) -> None:
        """Removes all items; other memories of the session stay."""
        while (await self._client.forget_where(self._filter(), hard=True)).more:
            pass

    def _filter(self) -> Filter:
        return {"session": self.session_id, "tags": {"any": [TAG]}}

    def _memory_of(self, item: TResponseInputItem) -> BatchItem:
        exact = json.dumps(item)
        role, text = _message_of(cast("dict[str, Any]", item))
        if role is None or text is None or len(json.dumps(exact)) > MAX_BESIDE:
            return {"text": exact, "session": self.session_id, "tags": [TAG], "genre": "data", "role": role or "tool"}
        memory: BatchItem = {
            "text": text,
            "session": self.session_id,
            "tags": [TAG],
            "role": role,
            "genre": "chat",
            "metadata": {"item": exact},
        }
        if role == "user" and self._speaker is not None:
            memory["speaker"] = self._speaker
        return memory


Role = Literal["user", "assistant", "system"]


def _message_of(item: dict[str, Any]) -> tuple[Role | None, str | None]:
    """Role and text of a message; None of what is no message, such as a call of a tool."""
    role = {"user": "user", "assistant": "assistant", "system": "system", "developer": "system"}.get(
        str(item.get("role"))
    )
    content = item.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "\n".join(part for part in parts if isinstance(part, str))
    if not isinstance(content, str) or not content.strip() or REFUSED.search(content):
        return cast("Role | None", role), None
    return cast("Role | None", role), content


def _item_of(memory: Any) -> TResponseInputItem:
    metadata = memory.metadata or {}
    return cast(TResponseInputItem, json.loads(metadata["item"] if "item" in metadata else memory.text))
