"""The classes of answers."""

from ._generated.models import *  # noqa: F403
