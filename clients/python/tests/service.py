"""Starts the built service with a Postgres of its own, on free ports, as `npm start` does."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = next(parent for parent in Path(__file__).resolve().parents if (parent / "docker-compose.yml").exists())


@dataclass(frozen=True)
class Service:
    """A running service, and a key of its scope with all permissions but admin."""

    url: str
    api_key: str


@contextmanager
def running_service(limit: float = 180.0) -> Iterator[Service]:
    """The service, ended at the end. Needs `npm ci && npm run build`; RuntimeError with its output if it ends early."""
    with tempfile.TemporaryDirectory(prefix="engraph-python-") as folder, open(Path(folder) / "log", "w+") as log:
        port = _free_port()
        settings = {"PORT": str(port), "METRICS_PORT": "0", "DATA_DIR": f"{folder}/data"}
        process = subprocess.Popen(
            [os.environ.get("SERVICE_NODE", "node"), "dist/apps/standalone/src/main.js"],
            cwd=ROOT,
            env={**os.environ, **settings, "DATABASE_URL": "", "KAFKA_BROKERS": ""},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _await_welcome(process, log, limit)
            key = (Path(folder) / "data" / "demo.key").read_text().strip()
            yield Service(f"http://127.0.0.1:{port}", key)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _await_welcome(process: subprocess.Popen[bytes], log: IO[str], limit: float) -> None:
    deadline = time.monotonic() + limit
    while True:
        log.seek(0)
        output = log.read()
        if "Stop with Ctrl-C" in output:
            return
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the service did not start:\n{output}")
        time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])
