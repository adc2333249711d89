"""The example runs as its page shows it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from service import ROOT, Service

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "assistant.py"
PAGE = ROOT / "docs" / "integrations" / f"{EXAMPLE.parents[1].name}.md"


def test_the_example_prints_what_the_page_says(service: Service) -> None:
    settings = {"ENGRAPH_URL": service.url, "ENGRAPH_API_KEY": service.api_key}
    run = subprocess.run(
        [sys.executable, str(EXAMPLE)], env={**os.environ, **settings}, capture_output=True, text=True, timeout=120
    )
    assert run.stderr == ""
    said = re.findall(r"^```text\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)[-1]
    assert run.stdout == said
