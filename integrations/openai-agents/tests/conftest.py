from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from engraph import AsyncEngraph
from service import Service, running_service


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    with running_service() as running:
        yield running


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def client(service: Service) -> AsyncIterator[AsyncEngraph]:
    async with AsyncEngraph(service.url, api_key=service.api_key) as engraph:
        yield engraph
