"""Items of a store as memories: their tags, metadata and texts."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import Any

from langgraph.store.base import Item, get_text_at_path, tokenize_path

#: The tag of all items, the prefix of those of one item, and of those below one namespace.
ANY, ITEM, BELOW = "langgraph", "langgraph:item:", "langgraph:below:"
#: A memory has at most 32 tags, of which an item needs two.
MAX_DEPTH = 30
#: Bytes of an item: its value, and again the fields by which it can be filtered.
MAX_METADATA = 65_536
#: Bytes of a text in a filter.
MAX_COMPARED = 1024
#: Characters that the service refuses.
REFUSED = re.compile("[\x00\ud800-\udfff]")

Namespace = tuple[str, ...]


def item_tag(namespace: Namespace, key: str) -> str:
    """The tag of the one item with this namespace and key."""
    return ITEM + _hash([*namespace, key])


def below_tag(prefix: Namespace) -> str:
    """The tag of the items in a namespace and below it."""
    return BELOW + _hash(prefix) if prefix else ANY


def tags_of(namespace: Namespace, key: str) -> list[str]:
    """All tags of an item. ValueError for a namespace with more labels than a memory can have tags."""
    if len(namespace) > MAX_DEPTH:
        raise ValueError(f"a namespace has at most {MAX_DEPTH} labels")
    return [item_tag(namespace, key), *(below_tag(namespace[:n]) for n in range(len(namespace) + 1))]


def is_own_tag(tag: str) -> bool:
    """Whether a tag is one by which items are found."""
    return tag == ANY or tag.startswith((ITEM, BELOW))


def metadata_of(namespace: Namespace, key: str, value: Mapping[str, Any], is_indexed: bool) -> dict[str, Any]:
    """Namespace, key and value exactly; and the fields of the value by which the service can filter.

    ValueError for a value that is too large.
    """
    fields = {f"value.{name}": field for name, field in value.items() if is_comparable(field)}
    metadata = {
        **fields,
        "namespace": list(namespace),
        "key": key,
        "indexed": is_indexed,
        # As text: numbers, and what else JSON has, come back as they went in.
        "item": json.dumps(dict(value)),
        "updated_at": datetime.now(timezone.utc).isoformat(),
    }
    if len(json.dumps(metadata, ensure_ascii=False).encode(errors="replace")) > MAX_METADATA:
        raise ValueError(f"the value of {key!r} in {namespace!r} is too large: at most {MAX_METADATA} bytes")
    return metadata


def is_comparable(field: Any) -> bool:
    """Whether the service filters by such a field; by others, the store does."""
    if isinstance(field, str):
        return len(field.encode(errors="replace")) <= MAX_COMPARED and not REFUSED.search(field)
    return isinstance(field, (int, float))


def text_of(key: str, value: Mapping[str, Any], index: Sequence[str] | bool | None, fields: Sequence[str]) -> str:
    """The text by which an item is found: that of its indexed fields, else its JSON; its key where it has no index."""
    if index is False:
        return key if key.strip() and not REFUSED.search(key) else "item"
    paths = fields if index is None or index is True else index
    texts = [text for path in paths for text in _texts_at(value, path) if text.strip()]
    text = "\n".join(texts)
    return json.dumps(dict(value)) if not text or REFUSED.search(text) else text


def _texts_at(value: Mapping[str, Any], path: str) -> list[str]:
    """The texts of a field; of the content of a message, which is a list of parts, those of the parts with a text."""
    field = value.get(path)
    if isinstance(field, list) and field and all(isinstance(part, (str, Mapping)) for part in field):
        parts = [part if isinstance(part, str) else part.get("text") for part in field]
        texts = [part for part in parts if isinstance(part, str)]
        if texts:
            return texts
    return get_text_at_path(dict(value), tokenize_path(path))


def item_of(memory: Any) -> Item:
    """The item that a memory is."""
    said = memory.metadata
    updated_at = datetime.fromisoformat(said["updated_at"])
    return Item(
        value=json.loads(said["item"]),
        key=said["key"],
        namespace=tuple(said["namespace"]),
        created_at=memory.created_at,
        # The clock of this machine may be behind that of the service.
        updated_at=max(updated_at, memory.created_at),
    )


def _hash(labels: Sequence[str]) -> str:
    return hashlib.sha256(json.dumps(list(labels)).encode()).hexdigest()
