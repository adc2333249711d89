from typing import Literal, cast

WhoamiAuth = Literal["api_key", "jwt"]


def check_whoami_auth(value: str) -> WhoamiAuth:
    """The value as it came: a newer service may have others."""
    return cast(WhoamiAuth, value)
