from typing import Literal, cast

ListMemoriesDir = Literal["asc", "desc"]


def check_list_memories_dir(value: str) -> ListMemoriesDir:
    """The value as it came: a newer service may have others."""
    return cast(ListMemoriesDir, value)
