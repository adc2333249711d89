from typing import Any

from ...types import Operation


def operation(
    *,
    after: str | None = None,
    filter_: str | None = None,
) -> Operation[Any]:
    """Export the scope as lines of JSON"""
    params: dict[str, Any] = {
        "after": after,
        "filter": filter_,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> Any:
        return data

    return Operation(
        method="GET",
        path="/v1/export",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
