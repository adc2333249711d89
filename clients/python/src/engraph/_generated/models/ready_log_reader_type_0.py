from typing import Literal, cast

ReadyLogReaderType0 = Literal["late", "ok", "stopped"]


def check_ready_log_reader_type_0(value: str) -> ReadyLogReaderType0:
    """The value as it came: a newer service may have others."""
    return cast(ReadyLogReaderType0, value)
