"""Keys and maps in clear are found in every file, whatever its name, in every way of checking."""

from __future__ import annotations

import subprocess

import pytest

from anonfilter.sidecars.sidecar import render
from tests.commands.commandline import CommandLine
from tests.git_repository import Repository
from tests.sidecars.sealed import KEY, known, plain

NAMES = ("notes.txt", "deploy.sh", "image.png", "LICENSE")
SECRETS = {"KEY": f"x {KEY.check.text()}\n".encode(), "PLAIN_SIDECAR": render(plain(known()))}


@pytest.fixture(params=sorted(SECRETS))
def label(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def reported(run: CommandLine, *words: str, stdin: bytes = b"") -> dict[str, set[str]]:
    """Check, and return the labels of each file."""
    done = run("check", "--output", "json", *words, stdin=stdin)
    assert done.code == 1, done.err
    assert "anonfilter-" not in done.out
    found: dict[str, set[str]] = {}
    for one in done.json()["findings"]:
        found.setdefault(one["path"], set()).add(one["label"])
    return found


TRAILER = b"A change\n\nMore of it.\n\nSigned-off-by: %b <ada@example.org>\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_secret_is_found_in_files_of_any_name(
    run: CommandLine, repository: Repository, label: str, name: str
) -> None:
    repository.git("commit", "-q", "--allow-empty", "-m", "begin")
    repository.write(name, b"\0\xff" * (name == "image.png") + SECRETS[label])
    assert label in reported(run)[name]
    assert label in reported(run, name)[name]
    repository.git("add", ".")
    assert label in reported(run, "--staged")[name]
    repository.commit()
    (repository.path / name).unlink()
    repository.git("add", "-A")
    repository.commit()
    assert label in reported(run, "--history", "HEAD")[name]
    assert label in reported(run, "--diff", "HEAD~2..HEAD~1")[name]
    assert run("check").code == 0


def test_a_secret_in_a_message_or_on_standard_input_is_found(
    run: CommandLine, repository: Repository, label: str
) -> None:
    repository.write("notes.txt", "Nothing.\n")
    repository.git("add", ".")
    message = repository.path / "message"
    message.write_bytes(SECRETS[label])
    repository.git("commit", "-q", "-F", "message")
    assert any(label in labels for labels in reported(run, "--history", "HEAD").values())
    assert any(label in labels for labels in reported(run, "--commit-msg", "message").values())
    assert any(
        label in labels for labels in reported(run, "--stdin", stdin=SECRETS[label]).values()
    )


def test_a_key_in_a_trailer_of_a_message_is_found(run: CommandLine, repository: Repository) -> None:
    (repository.path / "message").write_bytes(TRAILER % KEY.text().encode())
    repository.git("commit", "-q", "--allow-empty", "-F", "message")
    assert reported(run, "--history", "HEAD").popitem()[1] == {"KEY"}
    assert reported(run, "--commit-msg", "message").popitem()[1] == {"KEY"}


def test_a_secret_that_git_ignores_is_accepted(
    run: CommandLine, repository: Repository, label: str
) -> None:
    repository.write(".gitignore", "private\n")
    repository.write("private", SECRETS[label])
    assert run("check").code == 0


def test_a_file_that_is_no_document_and_cannot_be_read_is_incomplete(
    run: CommandLine, repository: Repository
) -> None:
    path = repository.write("image.png", b"\x89PNG")
    path.chmod(0)
    try:
        readable = subprocess.run(["cat", path], capture_output=True).returncode == 0
        assert run("check").code == (0 if readable else 3)  # root reads all
    finally:
        path.chmod(0o600)
