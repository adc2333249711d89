from __future__ import annotations

from collections.abc import Iterator

import pytest
from scripted_server import ScriptedServer
from service import Service, running_service


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    scripted = ScriptedServer()
    yield scripted
    scripted.stop()


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    with running_service() as running:
        yield running
