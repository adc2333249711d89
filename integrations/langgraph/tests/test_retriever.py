"""The standard tests of LangChain for retrievers, against a running service."""

from __future__ import annotations

from typing import Any

import pytest
from engraph import Engraph
from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests

from engraph_langgraph import EngraphRetriever


class TestEngraphRetriever(RetrieversIntegrationTests):
    @pytest.fixture(autouse=True)
    def stored(self, client: Engraph) -> None:
        for city in ("Lisbon", "Porto", "Faro", "Braga"):
            client.encode_memory(f"Maria visited {city}.", tags=["visits"], dedupe="content", wait=30)
        type(self).client = client

    client: Engraph

    @property
    def retriever_constructor(self) -> type[BaseRetriever]:
        return EngraphRetriever

    @property
    def retriever_constructor_params(self) -> dict[str, Any]:
        return {"client": self.client, "filter": {"tags": {"any": ["visits"]}}}

    @property
    def retriever_query_example(self) -> str:
        return "Which cities did Maria visit?"
