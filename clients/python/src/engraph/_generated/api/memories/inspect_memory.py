from typing import Any
from urllib.parse import quote

from ...models.inspected_memory import InspectedMemory
from ...types import Operation


def operation(
    id: str,
) -> Operation[InspectedMemory]:
    """Get a memory with everything extracted from it"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> InspectedMemory:
        response_200 = InspectedMemory.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/memories/{id}/inspect".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
