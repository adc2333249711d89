from typing import Literal, cast

StageReportState = Literal["done", "failed", "partial", "skipped"]


def check_stage_report_state(value: str) -> StageReportState:
    """The value as it came: a newer service may have others."""
    return cast(StageReportState, value)
