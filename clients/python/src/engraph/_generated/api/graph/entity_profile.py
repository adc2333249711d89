from typing import Any
from urllib.parse import quote

from ...models.entity_profile import EntityProfile
from ...models.entity_profile_format import EntityProfileFormat
from ...types import Operation


def operation(
    id: str,
    *,
    format_: EntityProfileFormat | None = None,
) -> Operation[EntityProfile]:
    """Get what is known of an entity: current facts, timeline, recent memories"""
    params: dict[str, Any] = {
        "format": format_,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> EntityProfile:
        response_200 = EntityProfile.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/entities/{id}/profile".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
