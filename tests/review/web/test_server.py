"""The server answers only its own page, with the token of this run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from threading import Thread

import pytest
from anonfilter_review.web.server import HEADER, HOST, Answer, Request, Server

from anonfilter.engine import offline

CALLS: list[Request] = []


def answer(request: Request) -> Answer:
    CALLS.append(request)
    return Answer({"name": request.name, **request.given}, last=request.name == "end")


@pytest.fixture
def server() -> Iterator[Server]:
    CALLS.clear()
    server = Server()
    thread = Thread(target=server.run, args=(answer,))
    thread.start()
    yield server
    if thread.is_alive():
        ask(server, "/api/end")
    thread.join(600)
    assert not thread.is_alive()


def ask(server: Server, path: str, body: str | None = None, **headers: str) -> HTTPResponse:
    connection = HTTPConnection(HOST, server.server_address[1], timeout=600)
    sent = {HEADER: server.token, **{name.replace("_", "-"): one for name, one in headers.items()}}
    # The test is the browser, and an earlier test may have shut the network of this process.
    with offline.enforced(allow=True):
        connection.request("GET" if body is None else "POST", path, body, sent)
    answered = connection.getresponse()
    answered.content = answered.read()  # type: ignore[attr-defined]
    connection.close()
    return answered


def test_the_server_listens_locally_with_a_new_token(server):
    assert server.server_address[0] == "127.0.0.1"
    other = Server()
    assert other.token != server.token
    assert len(other.token) >= 40
    other.server_close()


def test_a_request_with_the_token_is_answered(server):
    reported = ask(server, "/api/file?file=a%20b.txt")
    assert (reported.status, json.loads(reported.content)) == (
        200,
        {"name": "file", "file": "a b.txt"},
    )
    reported = ask(server, "/api/answer", '{"question": 3}', Content_Type="application/json")
    assert json.loads(reported.content) == {"name": "answer", "question": 3}


@pytest.mark.parametrize(
    "headers",
    [
        {HEADER: ""},
        {HEADER: "wrong"},
        {HEADER: "\xe9"},
        {"Host": "localhost"},
        {"Host": "review.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_any_other_request_is_forbidden(server, headers):
    for path, body in (("/api/review", None), ("/api/answer", "{}")):
        reported = ask(server, path, body, **{"Content_Type": "application/json", **headers})
        assert reported.status == 403
    assert not CALLS


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("[]", "application/json"),
        ("{", "application/json"),
        ("[" * 100_000, "application/json"),
        ("{}", "text/plain"),
    ],
)
def test_invalid_requests_are_refused(server, body, kind):
    assert ask(server, "/api/answer", body, Content_Type=kind).status == 400
    assert not CALLS


def test_a_request_of_unlimited_length_is_not_read(server):
    reported = ask(
        server, "/api/answer", "", Content_Type="application/json", Content_Length="99999999999"
    )
    assert reported.status == 400


def test_only_the_pages_own_files_are_there_and_may_load_nothing_else(server):
    reported = ask(server, "/")
    assert reported.status == 200
    assert "default-src 'none'" in reported.headers["Content-Security-Policy"]
    assert reported.headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in reported.headers
    assert ask(server, "/app.js").headers["Content-Type"].startswith("text/javascript")
    for path in ("/../run.py", "/%2e%2e/run.py", "//etc/passwd", "/static/app.js", "/x"):
        assert ask(server, path).status == 404
    assert ask(server, "/", "{}").status == 405
