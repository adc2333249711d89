"""Recall as a retriever of LangChain."""

from __future__ import annotations

from typing import Any

from engraph import Engraph
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict

from .items import ANY, is_own_tag, item_of


class EngraphRetriever(BaseRetriever):
    """The memories that answer a question, best first; items of an EngraphStore among them.

    client: the scope to ask. k: documents at most. filter: as of `Engraph.recall`. min_confidence: 0 to 1.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    client: Engraph
    k: int = 10
    filter: dict[str, Any] | None = None
    min_confidence: float | None = None

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        answer = self.client.recall(
            query,
            max_results=self.k if k is None else k,
            filter=self.filter,  # type: ignore[arg-type]
            min_confidence=self.min_confidence,
        )
        return [
            Document(
                id=memory.memory_id,
                page_content=memory.text,
                metadata={
                    "confidence": memory.confidence,
                    "speaker": memory.speaker,
                    "role": memory.role,
                    "session": memory.session,
                    "tags": [tag for tag in memory.tags if not is_own_tag(tag)],
                    "metadata": _metadata_of(memory),
                    "created_at": memory.created_at,
                    "occurred_at": memory.occurred_at,
                },
            )
            for memory in answer.memories
        ]


def _metadata_of(memory: Any) -> Any:
    """The metadata of a memory; of an item of a store, its namespace, key and value."""
    if ANY not in memory.tags:
        return memory.metadata
    item = item_of(memory)
    return {"namespace": list(item.namespace), "key": item.key, "value": item.value}
