"""The standard tests of LangChain for retrievers, against a running service."""

from __future__ import annotations

from typing import Any

import pytest
from engraph import Engraph
from langchain_core.retrievers import BaseRetriever
from langchain_tests.integration_tests import RetrieversIntegrationTests
from pydantic import ValidationError

from engraph_langgraph import EngraphRetriever, EngraphStore


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

    def test_an_item_of_a_store_comes_with_its_namespace_key_and_value(self) -> None:
        EngraphStore(self.client, wait=30).put(("visits", "ana"), "k", {"text": "Ana Moreau visited Kraków."})
        (document,) = EngraphRetriever(client=self.client, k=1).invoke("Which city did Ana Moreau visit?")
        assert document.metadata["tags"] == []
        value = {"text": "Ana Moreau visited Kraków."}
        assert document.metadata["metadata"] == {"namespace": ["visits", "ana"], "key": "k", "value": value}

    def test_a_misspelt_option_is_refused(self) -> None:
        with pytest.raises(ValidationError, match="kk"):
            EngraphRetriever(client=self.client, kk=2)  # type: ignore[call-arg]

    @property
    def retriever_query_example(self) -> str:
        return "Which cities did Maria visit?"
