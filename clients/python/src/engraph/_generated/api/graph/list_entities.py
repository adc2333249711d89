from typing import Any

from ...models.entity_list import EntityList
from ...types import Operation


def operation(
    *,
    ids: str | None = None,
    prefix: str | None = None,
    name: str | None = None,
    type_id: int | None = None,
    mention_count_min: int | None = None,
    include_merged: bool | None = None,
    include_candidates: bool | None = None,
    limit: int | None = None,
) -> Operation[EntityList]:
    """List entities, the most mentioned first"""
    params: dict[str, Any] = {
        "ids": ids,
        "prefix": prefix,
        "name": name,
        "type_id": type_id,
        "mention_count_min": mention_count_min,
        "include_merged": include_merged,
        "include_candidates": include_candidates,
        "limit": limit,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> EntityList:
        response_200 = EntityList.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/entities",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
