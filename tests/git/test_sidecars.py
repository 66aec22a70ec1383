"""Sidecars in a real repository: merges, stored objects, missing keys."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from anonfilter.keys import keyring
from anonfilter.keys.corpus import load
from anonfilter.keys.key import Key
from tests.commands.commandline import RULES, CommandLine
from tests.git_repository import Repository
from tests.repository.hooked import HERE
from tests.sidecars.identities import age_identity

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]

BASE = "Wilma Quillfeather filed 21-CV-1234.\n" + "It rained.\n" * 8 + "The end.\n"
SUFFIX = ".pseudonyms.yaml"


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> CommandLine:
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    return CommandLine(tmp_path / "data", monkeypatch, capfd)


@pytest.fixture
def repository(run: CommandLine) -> Repository:
    """A repository with a corpus and one filtered document."""
    made = Repository(run.folder)
    assert run("key", "new").code == 0
    filtered(run, "base.txt", BASE)
    commit(made)
    return made


def filtered(run: CommandLine, name: str, text: str) -> None:
    (run.folder / name).write_text(text)
    assert run("-i", name).code == 0


def edited(run: CommandLine, old: str, new: str, name: str = "base.txt") -> None:
    """Edit a filtered document, and filter it again."""
    text = (run.folder / name).read_text()
    assert old in text
    filtered(run, name, text.replace(old, new, 1))


def commit(repository: Repository) -> None:
    repository.git("add", ".")
    repository.commit()


def on_branch(repository: Repository, name: str) -> None:
    repository.git("switch", "-q", "-c", name, "main")


def restored(run: CommandLine, name: str) -> str:
    done = run("restore", name)
    assert (done.code, done.err) == (0, "")
    return done.out


# branches


def test_branches_that_add_documents_merge(run: CommandLine, repository: Repository) -> None:
    on_branch(repository, "one")
    filtered(run, "one.txt", "Abel Tamsin\n")
    commit(repository)
    on_branch(repository, "two")
    filtered(run, "two.txt", "Abel Quillfeather\n")
    commit(repository)
    repository.git("merge", "-q", "--no-edit", "one")
    assert run("map", "verify").last.startswith("3 sidecars")
    assert run("map", "verify").code == 0
    assert (restored(run, "one.txt"), restored(run, "two.txt"), restored(run, "base.txt")) == (
        "Abel Tamsin\n",
        "Abel Quillfeather\n",
        BASE,
    )


def meet(run: CommandLine, repository: Repository) -> subprocess.CompletedProcess[str]:
    """Edit one document in two branches: each adds a new name, far apart, so that it merges."""
    on_branch(repository, "one")
    edited(run, "filed", "and Abel Tamsin filed")
    commit(repository)
    on_branch(repository, "two")
    edited(run, "The end", "Wilma Tamsin spoke. The end")
    commit(repository)
    return repository.git("merge", "--no-edit", "one", check=False)


def test_one_document_in_two_branches_conflicts_and_every_command_explains(
    run: CommandLine, repository: Repository
) -> None:
    merged = meet(run, repository)
    assert merged.returncode != 0
    assert f"Merge conflict in base.txt{SUFFIX}" in merged.stdout
    found = {path.name: path.read_bytes() for path in run.folder.iterdir() if path.is_file()}
    place = (run.folder / f"base.txt{SUFFIX}").read_text().splitlines().index("<<<<<<< HEAD") + 1
    for words in (
        ("-i", "base.txt"),
        ("restore", "base.txt"),
        ("map", "show", "base.txt"),
        ("map", "verify"),
        ("map", "stats"),
        ("key", "rotate"),
        ("check",),
    ):
        done = run(*words)
        assert done.code == 3, words
        said = " ".join((done.out + done.err).split())
        assert f"base.txt{SUFFIX}:{place}:1: has a merge conflict" in said, words
        assert "Tamsin" not in said
    for words in (
        ("-i", "base.txt"),
        ("restore", "base.txt"),
        ("map", "verify"),
        ("key", "rotate"),
    ):
        said = " ".join((lambda done: done.out + done.err)(run(*words)).split())
        assert "take document and sidecar of one branch" in said, words
    assert found == {
        path.name: path.read_bytes() for path in run.folder.iterdir() if path.is_file()
    }


def test_the_merge_driver_merges_what_both_branches_add(
    run: CommandLine, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One branch adds a person, the other a case: they merge. Two people with one tag do not."""
    monkeypatch.setitem(repository.environment, "PATH", f"{HERE}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setitem(repository.environment, "XDG_CONFIG_HOME", os.environ["XDG_CONFIG_HOME"])
    assert run("git", "install").code in (0, 1)
    on_branch(repository, "one")
    edited(run, "filed", "and Abel Tamsin filed")
    commit(repository)
    on_branch(repository, "two")
    edited(run, "The end", "See 21-CV-5678. The end")
    commit(repository)
    merged = repository.git("merge", "--no-verify", "--no-edit", "one", check=False)
    assert merged.returncode == 0, merged.stdout + merged.stderr
    verified = run("map", "verify")
    assert (verified.code, verified.out) == (0, "")
    expected = BASE.replace("filed", "and Abel Tamsin filed")
    assert restored(run, "base.txt") == expected.replace("The end", "See 21-CV-5678. The end")
    # Both branches give the next number, to different people.
    repository.git("switch", "-q", "-c", "three")
    edited(run, "It rained", "Abel Quillfeather came. It rained")
    commit(repository)
    repository.git("switch", "-q", "-c", "four", "two~1")
    edited(run, "The end", "Wilma Tamsin spoke. The end")
    commit(repository)
    merged = repository.git("merge", "--no-verify", "--no-edit", "three", check=False)
    assert merged.returncode == 1
    assert "both branches have changed the originals of [PERSON_" in merged.stderr
    assert run("restore", "base.txt").code == 3
    assert "has a merge conflict" in run("map", "verify").out


def test_with_one_tag_for_two_people_one_branch_is_filtered_again(
    run: CommandLine, repository: Repository
) -> None:
    meet(run, repository)
    repository.git("checkout", "--ours", ".")
    repository.git("checkout", "HEAD", "--", "base.txt")
    assert run("map", "verify").code == 0
    edited(run, "filed", "and Abel Tamsin filed")
    expected = BASE.replace("filed", "and Abel Tamsin filed")
    assert restored(run, "base.txt") == expected.replace("The end", "Wilma Tamsin spoke. The end")
    commit(repository)
    assert run("map", "verify").code == 0


def test_with_different_tags_the_entries_of_both_are_kept(
    run: CommandLine, repository: Repository
) -> None:
    rules = run.folder.parent / "rules" / "small.yaml"
    rules.write_text(RULES + "scope: corpus\n")
    filtered(run, "base.txt", restored(run, "base.txt"))
    commit(repository)
    on_branch(repository, "one")
    edited(run, "filed", "and Abel Quillfeather filed")
    commit(repository)
    on_branch(repository, "two")
    edited(run, "The end", "See 21-CV-5678. The end")
    commit(repository)
    repository.git("merge", "--no-edit", "one", check=False)
    path = run.folder / f"base.txt{SUFFIX}"
    path.write_text("".join(resolved(path.read_text())))
    verified = run("map", "verify")
    assert (verified.code, verified.out) == (0, "")
    expected = BASE.replace("filed", "and Abel Quillfeather filed")
    assert restored(run, "base.txt") == expected.replace("The end", "See 21-CV-5678. The end")


def resolved(text: str) -> Iterator[str]:
    """Resolve the conflict as the error says: entries of both sorted by tag, and either
    `about:`."""
    lines = [line for line in text.splitlines(keepends=True) if line[:7] not in MARKS]
    entries = {line for line in lines if line.startswith("- ")}
    for line in lines:
        if line.startswith("about:") and "entries:\n" in lines[lines.index(line) + 1 :]:
            about = line
    yield from lines[: next(at for at, line in enumerate(lines) if line.startswith("about:"))]
    yield about
    yield "entries:\n"
    yield from sorted(entries)
    yield "...\n"


MARKS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")


# what git stores

ORIGINALS = ("Wilma", "Quillfeather", "Tamsin", "Núñez", "21-CV-1234", "Abel Tamsin")


def written(value: str) -> Iterator[bytes]:
    """Yield the forms in which a value may stand in a file."""
    for one in {value, value.upper(), value.lower(), value.casefold()}:
        plain = one.encode()
        yield from (plain, one.encode("latin-1"), one.encode("utf-16-le"), one.encode("utf-16-be"))
        yield from (json.dumps(one)[1:-1].encode(), quote(one).encode(), plain.hex().encode())
        for before in range(3):  # base64 of something that holds it: what is the same wherever
            for encoded in (base64.b64encode, base64.urlsafe_b64encode):
                text = encoded(b"\0" * before + plain).rstrip(b"=")
                yield text[(before * 8 + 5) // 6 : (before + len(plain)) * 8 // 6]


def objects(repository: Repository) -> bytes:
    """Return every object of the repository, reachable or not."""
    done = subprocess.run(
        ["git", "cat-file", "--batch", "--batch-all-objects", "--unordered"],
        cwd=repository.path,
        env=repository.environment,
        capture_output=True,
        check=True,
    )
    return done.stdout


def originals_in(data: bytes) -> set[str]:
    return {value for value in ORIGINALS for form in written(value) if form in data}


def test_no_original_is_in_any_object(run: CommandLine, repository: Repository) -> None:
    rules = run.folder.parent / "rules" / "small.yaml"
    rules.write_text(RULES.replace(r"\b(?:Wilma", r"José Núñez|\b(?:Wilma"))
    (run.folder.parent / "talk.txt").write_text("José Núñez, ABEL, Abel Tamsin; [PERSON_1] too.\n")
    assert run("-o", str(run.folder), str(run.folder.parent / "talk.txt")).code == 0
    assert "Tamsin" not in (run.folder / "talk.txt").read_text()
    commit(repository)
    edited(run, "The end", "Abel Tamsin spoke. The end")
    commit(repository)
    member = age_identity(run.folder.parent / "identity.txt")
    assert run("key", "share", "--to", member).code == 0
    commit(repository)
    assert run("key", "rotate").code == 0
    commit(repository)
    (run.folder.parent / "participants.txt").write_text("\n".join(ORIGINALS))
    assert run("roster", "add", str(run.folder.parent / "participants.txt")).code == 0
    commit(repository)
    stored = objects(repository)
    assert stored.count(b"anonfilter: pseudonyms 1") >= 5
    assert originals_in(stored) == set()
    key = keyring.require_key(load(run.folder))
    for secret in (key.text(), key.check.text()):
        assert secret.encode() not in stored
    assert key.master not in stored


def test_the_search_for_originals_finds_them_in_plain_text(
    run: CommandLine, repository: Repository
) -> None:
    everything = "Wilma Quillfeather, Tamsin, Núñez, 21-CV-1234, Abel Tamsin"
    for text in (
        everything.encode(),
        base64.b64encode(b"x" + everything.encode()),
        everything.upper().encode("utf-16-le"),
        json.dumps(everything).encode(),
    ):
        assert originals_in(text) == set(ORIGINALS)
    repository.stage("left.txt", base64.b64encode(everything.encode()))
    assert originals_in(objects(repository)) == set(ORIGINALS)


# what is lost, and whose key it is


def test_check_reports_a_lost_entry(run: CommandLine, repository: Repository) -> None:
    assert run("check").code == 0
    path = run.folder / f"base.txt{SUFFIX}"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "[PERSON_2]" not in line))
    for words in ((), ("base.txt",)):
        done = run("check", *words)
        assert done.code == 1
        assert "base.txt:1:12" in done.out + done.err
    assert run("check", "--staged", "base.txt").code == 0
    repository.git("add", ".")
    assert run("check", "--staged", "base.txt").code == 1
    assert run("restore", "base.txt").code == 3


@pytest.mark.parametrize("kind", ["missing", "check", "wrong", "foreign"])
def test_without_the_right_key_nothing_is_written(
    kind: str, run: CommandLine, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = load(run.folder)
    key = keyring.require_key(corpus)
    keyring.key_file(corpus).unlink()
    given = {"missing": "", "check": key.check.text(), "wrong": Key.new().text(), "foreign": ""}
    monkeypatch.setenv(keyring.VARIABLE, given[kind])
    if kind == "foreign":
        (run.folder / ".anonfilter" / "corpus.yaml").unlink()
        assert run("key", "new").code == 0
    (run.folder / "new.txt").write_text("Abel Tamsin\n")
    before = {path: path.read_bytes() for path in run.folder.rglob("*.txt*")}
    expected = 3 if kind == "foreign" else 2
    for words in (("restore", "base.txt"), ("-i", "base.txt"), ("key", "rotate")):
        if (kind, words[0]) == ("foreign", "key"):
            continue
        done = run(*words)
        assert (done.code, done.out) == (expected, ""), words
        assert "Quillfeather" not in done.err
        assert ("another corpus" in done.err) == (kind in ("wrong", "foreign"))
    if kind != "foreign":
        assert run("-i", "new.txt").code == 2
    assert before == {path: path.read_bytes() for path in run.folder.rglob("*.txt*")}
