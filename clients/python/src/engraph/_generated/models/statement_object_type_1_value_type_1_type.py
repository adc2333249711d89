from typing import Literal, cast

StatementObjectType1ValueType1Type = Literal["integer", "unix_nanos"]


def check_statement_object_type_1_value_type_1_type(value: str) -> StatementObjectType1ValueType1Type:
    """The value as it came: a newer service may have others."""
    return cast(StatementObjectType1ValueType1Type, value)
