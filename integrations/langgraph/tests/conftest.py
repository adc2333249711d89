from __future__ import annotations

from collections.abc import Iterator

import pytest
from engraph import Engraph
from service import Service, running_service


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    with running_service() as running:
        yield running


@pytest.fixture(scope="session")
def client(service: Service) -> Iterator[Engraph]:
    with Engraph(service.url, api_key=service.api_key) as engraph:
        yield engraph
