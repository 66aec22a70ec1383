"""Nothing leaves the machine: the guard refuses, and the libraries do not even try."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ATTEMPTS = {
    "connect": "socket.create_connection(('127.0.0.1', {port}), 2)",
    "a name's address": "socket.getaddrinfo('localhost', 80)",
    "a datagram": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)"
    ".sendto(b'x', ('127.0.0.1', {port}))",
    "urllib": "__import__('urllib.request').request.urlopen('http://127.0.0.1:{port}/', timeout=2)",
}


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.fixture
def port():  # type: ignore[no-untyped-def]
    """A port of this machine that would answer."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.slow
@pytest.mark.parametrize("how", ATTEMPTS)
@pytest.mark.parametrize("guard", ["offline.whole_process(); ", "with offline.enforced(): "])
def test_reaching_out_is_refused(how: str, guard: str, port: int) -> None:
    attempt = ATTEMPTS[how].format(port=port)
    done = run(f"import socket\nfrom anonfilter.engine import offline\n{guard}{attempt}")
    assert done.returncode == 1
    assert "anonfilter does not use the network" in done.stderr


@pytest.mark.slow
def test_other_threads_of_a_library_user_keep_their_network(port: int) -> None:
    done = run(
        f"""
        import socket, threading
        from anonfilter.engine import offline
        def other():
            socket.create_connection(("127.0.0.1", {port}), 2).close()
            print("reached")
        with offline.enforced():
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
        """
    )
    assert done.stdout == "reached\n", done.stderr


@pytest.mark.slow
def test_addresses_are_found_without_a_network_and_libraries_leave_nothing_behind(
    tmp_path: Path,
) -> None:
    """presidio's e-mail and URL recognizers look up suffixes; the bundled list must do. Only we
    keep something, compiled patterns, and it is sealed."""
    home = tmp_path / "home"
    home.mkdir()
    text = "Write to ina.bo@example.org or see https://files.example.co.uk/a.\n"
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter", "--rules", "thorough"],
        input=text,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={
            **{k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "TLDEXTRACT"))},
            "HOME": str(home),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Write to [EMAIL_ADDRESS_1] or see [URL_1].\n"
    kept = home / ".cache" / "anonfilter" / "kept"
    assert {path for path in home.rglob("*") if path.is_file()} == set(kept.iterdir())
    assert not any(b"regex" in path.read_bytes() for path in kept.iterdir())
    nowhere = {**os.environ, "HOME": "/dev/null/home"}
    homeless = subprocess.run(
        [sys.executable, "-m", "anonfilter", "--rules", "thorough"],
        input=text,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        env={k: v for k, v in nowhere.items() if not k.startswith(("XDG_", "TLDEXTRACT"))},
    )
    assert (homeless.returncode, homeless.stdout) == (0, done.stdout), homeless.stderr


@pytest.mark.slow
def test_the_suffix_list_is_not_asked_for() -> None:
    code = """
        import sys
        tried = []
        sys.addaudithook(lambda event, args: tried.append(event) if event in (
            "socket.connect", "socket.getaddrinfo", "socket.gethostbyname") else None)
        from anonfilter_models.presidio.presidio_recognizers import stay_offline
        stay_offline()
        import tldextract
        print(tldextract.extract("ina@mail.example.co.uk").suffix, tried)
    """
    assert run(code).stdout == "co.uk []\n"
