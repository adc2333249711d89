from typing import Any

from ...types import Operation


def operation(
    *,
    types: str | None = None,
    after: str | None = None,
    follow: bool | None = None,
    last_event_id: str | None = None,
) -> Operation[Any]:
    """Follow the events of the scope as they happen"""
    params: dict[str, Any] = {
        "types": types,
        "after": after,
        "follow": follow,
    }
    headers: dict[str, str | None] = {
        "Last-Event-ID": last_event_id,
    }

    def parse(data: Any) -> Any:
        return data

    return Operation(
        method="GET",
        path="/v1/events",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
