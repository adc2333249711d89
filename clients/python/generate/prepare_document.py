"""Writes the OpenAPI document as the generator needs it: prepare_document.py DOCUMENT OUT

The client's top writes bodies and streams by hand, so that only parameters and JSON answers are left:
- bodies, errors, event streams and lines of JSON are removed, and the pages about the API itself;
- so are schemas that no answer has;
- objects without known fields, such as metadata, are any value, which a dict is;
- a constant is any value of its type, since a newer service may give others;
- ids are texts, not UUIDs, and parameters have no default: what the caller leaves out is left out.
"""

import json
import sys
from typing import Any

ABOUT_ITSELF = {"openapi", "docs"}
JSON = "application/json"


def prepared(document: dict[str, Any]) -> dict[str, Any]:
    """The document with what the generator can use."""
    paths = {
        path: kept
        for path, operations in document["paths"].items()
        if (kept := {m: _operation(o) for m, o in operations.items() if o["operationId"] not in ABOUT_ITSELF})
    }
    schemas = {name: _opened(schema) for name, schema in document["components"]["schemas"].items()}
    used: set[str] = set()
    _collect(_opened(paths), schemas, used)
    components = {"schemas": {name: schema for name, schema in schemas.items() if name in used}}
    return {"openapi": document["openapi"], "info": document["info"], "paths": _opened(paths), "components": components}


def _operation(operation: dict[str, Any]) -> dict[str, Any]:
    success = operation["responses"]["200"]
    content = {kind: media for kind, media in success.get("content", {}).items() if kind == JSON}
    kept = {key: operation[key] for key in ("operationId", "summary", "tags") if key in operation}
    return {
        **kept,
        "parameters": [_parameter(parameter) for parameter in operation.get("parameters", [])],
        "responses": {"200": {"description": success["description"], "content": content}},
    }


def _parameter(parameter: dict[str, Any]) -> dict[str, Any]:
    schema = {key: value for key, value in parameter["schema"].items() if key != "default"}
    return {**parameter, "schema": schema}


def _opened(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_opened(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if _has_no_known_fields(schema):
        return {key: value for key, value in schema.items() if key == "description"}
    if "const" in schema:
        return {"type": "boolean" if isinstance(schema["const"], bool) else "string"}
    return {key: _opened(value) for key, value in schema.items() if (key, value) != ("format", "uuid")}


def _has_no_known_fields(schema: dict[str, Any]) -> bool:
    return schema.get("type") in ("object", ["object", "null"]) and not (
        schema.get("properties") or isinstance(schema.get("additionalProperties"), dict)
    )


def _collect(part: Any, schemas: dict[str, Any], used: set[str]) -> None:
    if isinstance(part, list):
        for each in part:
            _collect(each, schemas, used)
    elif isinstance(part, dict):
        name = str(part.get("$ref", "")).removeprefix("#/components/schemas/")
        if name and name not in used:
            used.add(name)
            _collect(schemas[name], schemas, used)
        for each in part.values():
            _collect(each, schemas, used)


if __name__ == "__main__":
    source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        result = prepared(json.load(file))
    with open(target, "w", encoding="utf-8") as file:
        json.dump(result, file)
