"""Engraph as the session of the OpenAI Agents SDK."""

from .session import EngraphSession

__all__ = ["EngraphSession"]
