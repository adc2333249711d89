"""The example, as its two sessions, prints what is beside it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from service import ROOT, Service, running_service

EXAMPLES = ROOT / "clients" / "python" / "examples"


@pytest.fixture(scope="module")
def empty_service() -> Iterator[Service]:
    with running_service() as running:
        yield running


def test_the_example_prints_what_is_beside_it(empty_service: Service) -> None:
    settings = {**os.environ, "ENGRAPH_URL": empty_service.url, "ENGRAPH_API_KEY": empty_service.api_key}
    said = ""
    for session in ("tell", "ask"):
        command = [sys.executable, str(EXAMPLES / "assistant.py"), session]
        run = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=120)
        assert run.stderr == ""
        said += run.stdout
    assert re.sub(r"\d{4}-\d{2}-\d{2}", "DAY", said) == (EXAMPLES / "assistant.txt").read_text()
