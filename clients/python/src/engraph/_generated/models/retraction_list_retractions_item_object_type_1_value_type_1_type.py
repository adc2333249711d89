from typing import Literal, cast

RetractionListRetractionsItemObjectType1ValueType1Type = Literal["integer", "unix_nanos"]


def check_retraction_list_retractions_item_object_type_1_value_type_1_type(
    value: str,
) -> RetractionListRetractionsItemObjectType1ValueType1Type:
    """The value as it came: a newer service may have others."""
    return cast(RetractionListRetractionsItemObjectType1ValueType1Type, value)
