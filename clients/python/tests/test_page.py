"""The programs of the page, run in order in one process, print what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from service import ROOT, Service

BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_programs_of_the_page_print_what_it_says(service: Service) -> None:
    page = (ROOT / "docs" / "integrations" / "python.md").read_text()
    blocks = BLOCK.findall(page)
    program = "\n".join(text for kind, text in blocks if kind == "python")
    settings = {"ENGRAPH_URL": service.url, "ENGRAPH_API_KEY": service.api_key}
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.stderr == ""
    said = "".join(text for kind, text in blocks if kind == "text")
    # Empty lines between texts are not those of the output.
    assert [line for line in run.stdout.splitlines() if line] == [line for line in said.splitlines() if line]
