"""An HTTP server that follows a script, and repeats its last entry: faults on the way to Engraph."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Union


@dataclass(frozen=True)
class Answer:
    """An answer; `drip` sends its bytes one by one, with so many seconds between them."""

    status: int = 200
    body: str = "{}"
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0


@dataclass(frozen=True)
class Seen:
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: str


#: "drop" closes the connection, "hang" never answers.
Scripted = Union[Answer, str]


class ScriptedServer:
    """One server; `stop` ends it."""

    def __init__(self) -> None:
        self.script: list[Scripted] = []
        self.seen: list[Seen] = []
        self._stopped = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def answers(self, *script: Scripted) -> None:
        """What comes next."""
        self.script = list(script)

    def stop(self) -> None:
        """Ends it, with the answers that hang."""
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()

    def _play(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("content-length") or 0)
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.seen.append(Seen(handler.command, handler.path, headers, handler.rfile.read(length).decode()))
        scripted = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        handler.close_connection = True
        if scripted == "drop":
            return
        if scripted == "hang":
            self._stopped.wait()
            return
        assert isinstance(scripted, Answer)
        body = scripted.body.encode()
        handler.send_response(scripted.status)
        for name, value in {"content-type": "application/json", **scripted.headers}.items():
            handler.send_header(name, value)
        handler.send_header("content-length", str(len(body)))
        handler.send_header("connection", "close")
        handler.end_headers()
        for byte in body if scripted.drip else [body]:
            handler.wfile.write(bytes([byte]) if isinstance(byte, int) else byte)
            handler.wfile.flush()
            time.sleep(scripted.drip)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        play: Callable[[BaseHTTPRequestHandler], None] = self._play

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                try:
                    play(self)
                except BrokenPipeError:
                    self.close_connection = True

            do_POST = do_PATCH = do_DELETE = do_GET

            def log_message(self, *_: object) -> None:
                pass

        return Handler
