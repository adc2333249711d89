from typing import Any
from urllib.parse import quote

from ...models.list_entity_relations_direction import (
    ListEntityRelationsDirection,
)
from ...models.list_entity_relations_type import ListEntityRelationsType
from ...models.relation_list import RelationList
from ...types import Operation


def operation(
    id: str,
    *,
    direction: ListEntityRelationsDirection | None = None,
    type_: ListEntityRelationsType | None = None,
    include_superseded: bool | None = None,
    limit: int | None = None,
) -> Operation[RelationList]:
    """List the relations of an entity, the most confident first"""
    params: dict[str, Any] = {
        "direction": direction,
        "type": type_,
        "include_superseded": include_superseded,
        "limit": limit,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> RelationList:
        response_200 = RelationList.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/entities/{id}/relations".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
