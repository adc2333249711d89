from typing import Any

from ...models.import_report import ImportReport
from ...types import Operation


def operation() -> Operation[ImportReport]:
    """Import lines of an export"""
    params: dict[str, Any] = {}
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> ImportReport:
        response_200 = ImportReport.from_dict(data)

        return response_200

    return Operation(
        method="POST",
        path="/v1/import",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
