"""A web server for one browser of this machine.

It listens on 127.0.0.1, on a free port. It serves only the files of the page and the answers of one
function. It refuses requests without the token of this run, from another page, or to another name
than 127.0.0.1, because DNS could resolve that name to this address.
"""

from __future__ import annotations

import hmac
import json
import mimetypes
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from queue import SimpleQueue
from socketserver import ThreadingTCPServer
from threading import Event, Thread
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

from anonfilter.text.values import hide_values

HOST = "127.0.0.1"
HEADER = "X-Anonfilter-Token"
API = "/api/"

_STATIC = Path(__file__).parent / "static"
_MOST = 4_000_000  # bytes of a request
_SECONDS = 60.0  # seconds that a connection may be idle
_POLL = 0.05  # seconds between checks for the end of the server
_SENT = 5.0  # seconds to wait for the last answer to be sent
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@hide_values
@dataclass(frozen=True, slots=True)
class Request:
    """A request of the page: ``name`` is its path below `/api/`, ``given`` its query or body."""

    name: str
    given: Mapping[str, Any] = field(repr=False)
    writes: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request; with ``last``, the server ends after it."""

    content: Mapping[str, Any] = field(repr=False)
    status: HTTPStatus = HTTPStatus.OK
    last: bool = False


@dataclass(frozen=True, slots=True)
class _Call:
    request: Request
    answer: Future[Answer] = field(default_factory=Future)
    sent: Event = field(default_factory=Event)


class Server(ThreadingTCPServer):
    """A server that listens as soon as it is made, and answers requests during ``run``."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self.calls: SimpleQueue[_Call] = SimpleQueue()
        super().__init__((HOST, 0), _Handler)

    @property
    def host(self) -> str:
        return f"{HOST}:{self.server_address[1]}"

    @property
    def address(self) -> str:
        """The address of the page; its token follows the #, which browsers do not send or log."""
        return f"http://{self.host}/#{self.token}"

    def run(self, answer: Callable[[Request], Answer]) -> None:
        """Answer requests on this thread, one after the other, until an answer has ``last``."""
        Thread(target=self.serve_forever, args=(_POLL,), daemon=True).start()
        try:
            last = False
            while not last:
                call = self.calls.get()
                reply = answer(call.request)
                last = reply.last
                call.answer.set_result(reply)
            call.sent.wait(_SENT)
        finally:
            self.shutdown()
            self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Do nothing: a browser that disconnects is not an error."""


class _Handler(BaseHTTPRequestHandler):
    """A handler of one connection with the browser."""

    protocol_version = "HTTP/1.1"
    server_version = "anonfilter"
    sys_version = ""
    timeout = _SECONDS

    @property
    def _server(self) -> Server:
        return cast(Server, self.server)

    def do_GET(self) -> None:
        self._handle(writes=False)

    def do_POST(self) -> None:
        self._handle(writes=True)

    def _handle(self, *, writes: bool) -> None:
        parts = urlsplit(self.path)
        if not self._is_own_page():
            self._send(HTTPStatus.FORBIDDEN)
        elif parts.path.startswith(API):
            self._call(parts.path.removeprefix(API), parts.query, writes=writes)
        elif writes:
            self._send(HTTPStatus.METHOD_NOT_ALLOWED)
        else:
            self._send_file(parts.path.removeprefix("/") or "index.html")

    def _is_own_page(self) -> bool:
        """Return True if the request is to the address of this server, and from its page."""
        host, origin = self._server.host, self.headers.get("Origin")
        site = self.headers.get("Sec-Fetch-Site", "none")
        return (
            self.headers.get_all("Host") == [host]
            and origin in (None, f"http://{host}")
            and site in ("none", "same-origin")
        )

    def _call(self, name: str, query: str, *, writes: bool) -> None:
        token = self.headers.get(HEADER, "").encode("utf-8", "replace")
        if not hmac.compare_digest(token, self._server.token.encode()):
            self._send(HTTPStatus.FORBIDDEN)
            return
        given = self._body() if writes else dict(parse_qsl(query))
        if given is None:
            self._send(HTTPStatus.BAD_REQUEST)
            return
        call = _Call(Request(name, given, writes))
        self._server.calls.put(call)
        reply = call.answer.result()
        try:
            data = json.dumps(reply.content).encode()  # lone surrogates as escapes
            self._send(reply.status, "application/json", data)
        finally:
            call.sent.set()

    def _body(self) -> dict[str, Any] | None:
        """Return the JSON object in the body of the request; None if there is no such object."""
        length = self.headers.get("Content-Length", "")
        is_json = self.headers.get_content_type() == "application/json"
        if not (is_json and length.isdecimal() and int(length) <= _MOST):
            self.close_connection = True
            return None
        try:
            found = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def _send_file(self, name: str) -> None:
        if name not in {path.name for path in _STATIC.iterdir()}:
            self._send(HTTPStatus.NOT_FOUND)
            return
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        self._send(HTTPStatus.OK, f"{kind}; charset=utf-8", (_STATIC / name).read_bytes())

    def _send(self, status: HTTPStatus, kind: str = "text/plain", data: bytes = b"") -> None:
        data = data or status.phrase.encode()
        if status is not HTTPStatus.OK:
            self.close_connection = self.close_connection or kind == "text/plain"
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        """Log nothing."""
