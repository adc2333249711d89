"""Streams: events of the scope, exports, and imports in parts."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator

import httpx
from httpx_sse import EventSource

from .._generated.api.events import events
from .._generated.api.transfer import export_scope
from .._generated.models import ImportReport
from .._request import SendPart, connection_error
from ..errors import EngraphConnectionError, EngraphError
from ..events import ScopeEvent, event_of
from ..retry import is_transient
from .transport import Transport

#: The service sends something every 15 seconds; after so many of silence, the connection is lost.
SILENCE = 45.0
#: Characters of a part of an import; the service takes 16 MiB.
PART_LENGTH = 4 * 1024 * 1024


def follow_events(transport: Transport, types: str | None, after: str | None, follow: bool) -> Iterator[ScopeEvent]:
    """Events one by one, each at least once and in order. Goes on after a lost connection, for as long as it takes."""
    position, failures = after, 0
    while True:
        try:
            operation = events.operation(types=types, after=position, follow=follow)
            with transport.open(operation, silence=SILENCE) as response:
                for block in EventSource(response).iter_sse():
                    failures = 0
                    position = block.id or position
                    if block.data:
                        yield event_of(position, block.data)
            if not follow:
                return
            error: EngraphError = connection_error(httpx.RemoteProtocolError("the stream ended"))
        except EngraphError as failure:
            if not is_transient(failure):
                raise
            error = failure
        failures += 1
        time.sleep(min(transport.retry.pause(error, failures), transport.retry.max_pause))


def export_lines(transport: Transport, after: str | None, filter: str | None) -> Iterator[str]:
    """The lines of an export. After a lost connection it goes on behind the last checkpoint.

    EngraphError after as many failures as a call may have attempts, if none of these got further.
    """
    cursor, failures = after, 0
    while True:
        waiting: list[str] = []
        try:
            operation = export_scope.operation(after=cursor, filter_=filter)
            with transport.open(operation, silence=SILENCE) as response:
                for line in response.iter_lines():
                    waiting.append(line)
                    mark = mark_of(line)
                    if mark == "checkpoint":
                        cursor, failures = json.loads(line)["cursor"], 0
                    if mark in ("checkpoint", "end"):
                        for whole in waiting:
                            yield whole
                        waiting = []
                    if mark == "end":
                        return
            error: EngraphError = EngraphConnectionError("the export was cut", code="connection")
        except EngraphError as failure:
            error = failure
        failures += 1
        if not is_transient(error) or transport.retry.is_over(error, failures):
            raise error
        time.sleep(transport.retry.pause(error, failures))


def import_in_parts(lines: Iterable[str] | Iterable[str], send: SendPart) -> ImportReport:
    """Sends the lines of an export in parts, cut at checkpoints, each with the header; the sum of the reports."""
    total = ImportReport(lines=0, imported=0, memories=0, known=0, skipped=0, complete=False)
    header, part, length, events_read = "", list[str](), 0, 0

    def flush() -> None:
        if part:
            report = send("\n".join([header, *part]))
            total.imported += report.imported
            total.memories += report.memories
            total.known += report.known
            total.skipped += report.skipped
            part.clear()

    for line in each_of(lines):
        total.lines += 1
        mark = mark_of(line)
        if mark == "export":
            header = line
        elif mark == "end":
            total.complete = json.loads(line)["events"] == events_read
        elif mark != "checkpoint":
            part.append(line)
            events_read, length = events_read + 1, length + len(line)
        if length > PART_LENGTH or (mark == "checkpoint" and length > PART_LENGTH / 4):
            flush()
            length = 0
    flush()
    return total


def each_of(lines: Iterable[str] | Iterable[str]) -> Iterator[str]:
    """Lines of either kind, without line feeds."""
    if isinstance(lines, Iterable):
        for line in lines:
            yield line.rstrip("\n")
    else:
        for line in lines:
            yield line.rstrip("\n")


def mark_of(line: str) -> str | None:
    """Which mark a line of an export is, if it is one."""
    return next((mark for mark in ("export", "checkpoint", "end") if line.startswith(f'{{"engraph":"{mark}"')), None)
