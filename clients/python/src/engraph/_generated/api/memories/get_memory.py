from typing import Any
from urllib.parse import quote

from ...models.memory_with_versions import MemoryWithVersions
from ...types import Operation


def operation(
    id: str,
    *,
    versions: bool | None = None,
    include_tombstoned: bool | None = None,
) -> Operation[MemoryWithVersions]:
    """Get a memory, on request with its versions"""
    params: dict[str, Any] = {
        "versions": versions,
        "include_tombstoned": include_tombstoned,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> MemoryWithVersions:
        response_200 = MemoryWithVersions.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/memories/{id}".format(
            id=quote(str(id), safe=""),
        ),
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
