from typing import Literal, cast

OperationFiguresLogReaderType0State = Literal["late", "ok", "stopped"]


def check_operation_figures_log_reader_type_0_state(value: str) -> OperationFiguresLogReaderType0State:
    """The value as it came: a newer service may have others."""
    return cast(OperationFiguresLogReaderType0State, value)
