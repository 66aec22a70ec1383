"""``anonfilter check --strict``: a text that no glob of the rules matches is incomplete."""

from __future__ import annotations

import os
import random

import pytest

from tests.commands.commandline import RULES

UNNAMED = ["a.txt.", "notes", ".x.json", "run.sh", ".vscode/notes", "a.log.1", "Makefile.inc"]
TEXT = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
TEXTS = {
    "UTF-8": TEXT.encode(),
    "UTF-16": TEXT.encode("utf-16"),
    "UTF-16 without a mark": TEXT.encode("utf-16-le"),
    "Windows-1252": ("Ærø, " * 9 + TEXT).encode("cp1252"),
    "Cyrillic": ("мы встретили " * 9 + TEXT).encode("koi8-r"),
    "with a NUL": (TEXT * 9).encode() + b"\0",
    "short, with a NUL": TEXT[:36].encode() + b"\0",
    "padded": TEXT.encode().ljust(512, b"\0"),
    "in parts": b"\0".join([TEXT.encode()] * 3 + [b"\0\0\0"]),
    "coloured": (f"\x1b[31m{TEXT}\x1b[0m" * 9).encode(),
    "a PDF": b"%PDF-1.7\n" + bytes(range(256)),
    "a database": b"SQLite format 3\0" + bytes(range(256)),
}
BINARIES = {
    "empty": b"",
    "code": b"\x7fELF\x02\x01\x01" + bytes(400) + b"printf" + bytes(200),
    "noise": random.Random(1).randbytes(5000),
    "zeros and ones": b"\0\0\0\xff\xff" * 80 + b"abcdef",
    "zeros": bytes(300),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(100),
}


def incomplete(result) -> set[str]:
    starts = (line.split(": ") for line in result.err.splitlines())
    return {start[1] for start in starts if start[0] == "incomplete"}


@pytest.mark.parametrize("name", UNNAMED)
def test_a_text_that_no_glob_matches_is_incomplete(run, repository, name):
    repository.stage(name, TEXT)
    assert run("check").code == run("check", "--staged").code == 0
    for arguments in ([], ["--staged"], ["--staged", "--documents-only", name]):
        result = run("check", "--strict", *arguments)
        assert (result.code, incomplete(result)) == (3, {name})
        assert "documents:" in result.err
    repository.commit()
    result = run("check", "--strict", "--history")
    assert (result.code, incomplete(result)) == (3, {name})
    assert "in commit" in result.err


@pytest.mark.parametrize("kind", TEXTS)
def test_texts_need_a_decision(run, repository, kind):
    repository.stage("notes", TEXTS[kind])
    assert incomplete(run("check", "--strict", "--staged")) == {"notes"}


@pytest.mark.parametrize("kind", BINARIES)
def test_binary_files_need_no_decision(run, repository, kind):
    repository.stage("notes", BINARIES[kind])
    result = run("check", "--strict", "--staged")
    assert result.code == 0
    assert "1 file outside" in result.last


def test_an_incomplete_file_is_not_outside_as_well(run, repository):
    repository.stage("notes", TEXT)
    repository.stage("noise", BINARIES["noise"])
    result = run("check", "--strict", "--staged", "-v")
    assert "1 file incomplete; 1 file outside" in result.last
    assert "outside: noise" in result.err
    assert "outside: notes" not in result.err


def test_own_globs_of_the_rules_decide(run, repository):
    repository.write("rules.yaml", RULES + "documents: ['!run.sh', '!.vscode/', '!rules.yaml']\n")
    for name in ("run.sh", ".vscode/notes", "notes"):
        repository.stage(name, TEXT)
    result = run("check", "--strict", "--rules", "rules.yaml")
    assert (result.code, incomplete(result)) == (3, {"notes"})


def test_the_rules_can_make_a_check_strict(run, repository):
    repository.write("rules.yaml", RULES + "check: {strict: true}\ndocuments: ['!rules.yaml']\n")
    repository.stage("notes", TEXT)
    assert run("check", "--staged", "--rules", "rules.yaml").code == 3


def test_a_link_counts_as_the_text_of_its_target(run, repository):
    os.symlink("Wilma Quillfeather", repository.path / "latest")
    repository.git("add", "latest")
    for arguments in ([], ["--staged"]):
        assert incomplete(run("check", "--strict", *arguments)) == {"latest"}


def test_ignored_files_need_no_decision(run, repository):
    repository.write(".gitignore", "out\n")
    repository.write("out", TEXT)
    assert incomplete(run("check", "--strict")) == {".gitignore"}
