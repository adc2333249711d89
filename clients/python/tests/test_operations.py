"""The methods are those of the OpenAPI document, with its fields."""

from __future__ import annotations

import inspect
import json
import re
from typing import Any, get_type_hints

import pytest
from service import ROOT

from engraph import AsyncEngraph, Engraph
from engraph.values import BatchItem, Filter, Genre, LinkKind, Retriever, Role

DOCUMENT = json.loads((ROOT / "docs" / "openapi.json").read_text())
SCHEMAS = DOCUMENT["components"]["schemas"]
#: Pages about the API itself, which no program asks for.
ABOUT_ITSELF = {"openapi", "docs"}
#: Methods that share an operation.
SHARED = {"forget_memory": ("forget_memory", "forget_where"), "graph_fetch": ("graph_fetch", "graph_pages")}
#: Other names of fields that have a name.
ALIASES = {"recall": {"cue"}, "resolve_entity": {"context"}, "encode_memory": {"context"}}
HEADERS = {"Prefer": "wait", "If-Match": "if_match", "Idempotency-Key": "idempotency_key", "Last-Event-ID": "after"}
#: The body of an import is no JSON.
LINES = {"import_scope": {"lines"}}


def snake(name: str) -> str:
    return re.sub("([A-Z])", lambda capital: f"_{capital[1].lower()}", name)


OPERATIONS = {
    name: operation
    for path in DOCUMENT["paths"].values()
    for operation in path.values()
    if (name := snake(operation["operationId"])) not in ABOUT_ITSELF
}


def fields_of(name: str) -> set[str]:
    operation = OPERATIONS[name]
    parameters = {HEADERS.get(p["name"], p["name"]) for p in operation.get("parameters", []) if p["in"] != "path"}
    if name == "revise_memory":
        parameters = {"if_version" if parameter == "if_match" else parameter for parameter in parameters}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    fields = SCHEMAS.get(body.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
    exact = {field for field in fields if not field.endswith("_unix_nanos")}
    return parameters | exact - ALIASES.get(name, set()) | LINES.get(name, set())


def arguments_of(kind: type, name: str) -> set[str]:
    methods = [getattr(kind, method) for method in SHARED.get(name, (name,))]
    ids = 1 if any(p["in"] == "path" for p in OPERATIONS[name].get("parameters", [])) else 0
    return {argument for method in methods for argument in list(inspect.signature(method).parameters)[1 + ids :]}


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("kind", [Engraph, AsyncEngraph])
def test_each_operation_is_a_method_with_its_fields(kind: type, name: str) -> None:
    assert arguments_of(kind, name) == fields_of(name)


def enum_of(schema: str, name: str) -> set[Any]:
    found = SCHEMAS[schema]["properties"][name]
    return set(
        next(part["enum"] for part in [found, found.get("items", {}), *found.get("anyOf", [])] if "enum" in part)
    )


@pytest.mark.parametrize(
    ("choice", "schema", "name"),
    [
        (Role, "EncodeMemory", "role"),
        (Genre, "EncodeMemory", "genre"),
        (Retriever, "RecallRequest", "retrievers"),
        (LinkKind, "Link", "kind"),
    ],
)
def test_choices_are_those_of_the_document(choice: Any, schema: str, name: str) -> None:
    assert set(choice.__args__) == enum_of(schema, name)


def test_filters_and_items_have_the_fields_of_the_document() -> None:
    assert set(get_type_hints(Filter)) == set(SCHEMAS["RecallRequest"]["properties"]["filter"]["properties"])
    item = {name for name in SCHEMAS["BatchItem"]["properties"] if not name.endswith("_unix_nanos")} - {"context"}
    assert set(get_type_hints(BatchItem)) == item
