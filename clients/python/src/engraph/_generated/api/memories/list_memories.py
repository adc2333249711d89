from typing import Any

from ...models.list_memories_dir import ListMemoriesDir
from ...models.memory_page import MemoryPage
from ...types import Operation


def operation(
    *,
    limit: int | None = None,
    cursor: str | None = None,
    dir_: ListMemoriesDir | None = None,
    session: int | str | None = None,
    subject: str | None = None,
    filter_: str | None = None,
    include_tombstoned: bool | None = None,
) -> Operation[MemoryPage]:
    """List memories, page by page"""
    params: dict[str, Any] = {
        "limit": limit,
        "cursor": cursor,
        "dir": dir_,
        "session": session,
        "subject": subject,
        "filter": filter_,
        "include_tombstoned": include_tombstoned,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> MemoryPage:
        response_200 = MemoryPage.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/memories",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
