from typing import Literal, cast

StageReportStage = Literal["classifier", "llm", "pattern"]


def check_stage_report_stage(value: str) -> StageReportStage:
    """The value as it came: a newer service may have others."""
    return cast(StageReportStage, value)
