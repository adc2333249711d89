from typing import Any

from ...models.forget_result import ForgetResult
from ...models.forgotten_memories import ForgottenMemories
from ...types import Operation


def operation(
    *,
    memory_id: str | None = None,
    hard: bool | None = None,
    idempotency_key: str | None = None,
) -> Operation[ForgetResult | ForgottenMemories]:
    """Forget a memory, or those that pass a filter"""
    params: dict[str, Any] = {
        "memory_id": memory_id,
        "hard": hard,
    }
    headers: dict[str, str | None] = {
        "Idempotency-Key": idempotency_key,
    }

    def parse(data: Any) -> ForgetResult | ForgottenMemories:
        def _parse_response_200(data: object) -> ForgetResult | ForgottenMemories:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                response_200_type_0 = ForgetResult.from_dict(data)

                return response_200_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            response_200_type_1 = ForgottenMemories.from_dict(data)

            return response_200_type_1

        response_200 = _parse_response_200(data)

        return response_200

    return Operation(
        method="DELETE",
        path="/v1/memories",
        params={name: value for name, value in params.items() if value is not None},
        headers={name: value for name, value in headers.items() if value is not None},
        parse=parse,
    )
