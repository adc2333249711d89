from typing import Literal, cast

RecalledMemoryRetrieversItem = Literal["dense", "entity_graph", "lexical", "recency", "time"]


def check_recalled_memory_retrievers_item(value: str) -> RecalledMemoryRetrieversItem:
    """The value as it came: a newer service may have others."""
    return cast(RecalledMemoryRetrieversItem, value)
