from typing import Any

from ...models.list_statements_kind import ListStatementsKind
from ...models.list_statements_predicate import ListStatementsPredicate
from ...models.statement_list import StatementList
from ...types import Operation


def operation(
    *,
    subject: str | None = None,
    predicate: ListStatementsPredicate | None = None,
    kind: ListStatementsKind | None = None,
    min_confidence: float | None = None,
    only_current: bool | None = None,
    include_tombstoned: bool | None = None,
    limit: int | None = None,
) -> Operation[StatementList]:
    """List statements about entities"""
    params: dict[str, Any] = {
        "subject": subject,
        "predicate": predicate,
        "kind": kind,
        "min_confidence": min_confidence,
        "only_current": only_current,
        "include_tombstoned": include_tombstoned,
        "limit": limit,
    }
    headers: dict[str, str | None] = {}

    def parse(data: Any) -> StatementList:
        response_200 = StatementList.from_dict(data)

        return response_200

    return Operation(
        method="GET",
        path="/v1/statements",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
