from typing import Literal, cast

CreatedWebhookTypesType0Item = Literal[
    "EntityCorrected",
    "EntityCreated",
    "FactAsserted",
    "FactConfirmed",
    "FactRetracted",
    "GraphUpdated",
    "MemoriesLinked",
    "MemoriesUnlinked",
    "MemoryEncoded",
    "MemoryExtracted",
    "MemoryExtractionFailed",
    "MemoryForgotten",
    "MemoryRestored",
    "MemoryRevised",
    "NameAssigned",
    "ScopeErased",
]


def check_created_webhook_types_type_0_item(value: str) -> CreatedWebhookTypesType0Item:
    """The value as it came: a newer service may have others."""
    return cast(CreatedWebhookTypesType0Item, value)
