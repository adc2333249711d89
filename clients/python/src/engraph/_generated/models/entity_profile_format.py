from typing import Literal, cast

EntityProfileFormat = Literal["json", "text"]


def check_entity_profile_format(value: str) -> EntityProfileFormat:
    """The value as it came: a newer service may have others."""
    return cast(EntityProfileFormat, value)
