"""Engraph as the store of LangGraph and a retriever of LangChain."""

from .retriever import EngraphRetriever
from .store import EngraphStore

__all__ = ["EngraphRetriever", "EngraphStore"]
