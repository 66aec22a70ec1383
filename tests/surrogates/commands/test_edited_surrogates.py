"""Texts with surrogates that were edited, copied or moved, and then filtered or restored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from anonfilter.files.paths import SIDECAR
from anonfilter.keys import keyring
from anonfilter.keys.corpus import load
from tests.commands.commandline import CommandLine
from tests.git_repository import Repository
from tests.surrogates.commands.small_rules import ORIGINALS, RULES, TEXT

pytestmark = pytest.mark.usefixtures("home")


def test_an_edited_text_is_filtered_and_restored(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    before = talk.read_text()
    talk.write_text(f"A new line.\n{before}Wilma Quill again, and Orla Deane.\n")
    checked = run("check", "talk.txt")
    assert (checked.code, checked.out.count("PERSON")) == (1, 2)
    assert run("-i", "talk.txt").code == 0
    after = talk.read_text()
    assert after.startswith(f"A new line.\n{before}{before.split(' (')[0]} again, and ")
    assert not ORIGINALS.search(after)
    assert run("restore", "talk.txt").out == (
        f"A new line.\n{TEXT}Wilma Quill again, and Orla Deane.\n"
    )


def test_a_name_that_was_edited_is_not_restored(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    talk.write_text(re.sub(r" met \w+ ", " met Zora ", talk.read_text()))
    done = run("restore", "talk.txt")
    assert (done.code, done.out) == (3, "")
    assert "edited" in done.err


LINES = (
    "It was about noon on that day when Wilma Quill came into the room.\n"
    "Nobody had been asked by then, and Abel Quill stayed where he was.\n"
    "In the end both of them left, as Wilma Quill had said they would.\n"
)


def test_a_copied_line_has_the_original_twice(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", LINES)
    run("-i", "talk.txt")
    copied = talk.read_text() + talk.read_text().splitlines(keepends=True)[1]
    talk.write_text(copied)
    expected = LINES + LINES.splitlines(keepends=True)[1]
    assert run("restore", "talk.txt").out == expected
    assert run("check", "talk.txt").code == 0
    assert run("-i", "talk.txt").code == 0
    assert talk.read_text() == copied
    assert run("restore", "talk.txt").out == expected
    assert run("map", "verify").code == 0


def test_lines_that_changed_places_are_restored(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", LINES)
    run("-i", "talk.txt")
    talk.write_text("".join(reversed(talk.read_text().splitlines(keepends=True))))
    assert run("check", "talk.txt").code == 0
    expected = "".join(reversed(LINES.splitlines(keepends=True)))
    assert run("restore", "talk.txt").out == expected
    assert run("-i", "talk.txt").code == 0
    assert run("restore", "talk.txt").out == expected


def test_a_surrogate_elsewhere_may_be_another_person(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", LINES)
    run("-i", "talk.txt")
    name = talk.read_text().partition(" when ")[2].split()[0]
    talk.write_text(f"{talk.read_text()}And {name} was there too.\n")
    for command in (("restore",), ("-i",), ("check",), ("map", "verify")):
        done = run(*command, "talk.txt")
        assert done.code == (1 if command == ("map", "verify") else 3)
        assert "talk.txt:4:5: a name that is a surrogate of this" in done.out + done.err
        assert name not in done.out + done.err
    assert name in talk.read_text()


def test_an_edited_surrogate_is_reported_by_its_place(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", LINES)
    run("-i", "talk.txt")
    text = talk.read_text()
    name = text.partition(" when ")[2].split()[0]
    talk.write_text(text.replace(f" when {name} ", " when Zora ", 1))
    verified = run("map", "verify")
    assert verified.code == 1
    assert "talk.txt:1:36: a surrogate was edited here" in verified.out + verified.err
    restored = run("restore", "talk.txt")
    assert (restored.code, restored.out) == (3, "")
    assert "talk.txt:1:36: a surrogate was edited here" in restored.err


def test_a_check_key_tells_surrogates_from_names_and_no_key_is_incomplete(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    found = load(run.folder)
    key = keyring.require_key(found)
    keyring.key_file(found).unlink()
    monkeypatch.setenv(keyring.VARIABLE, key.check.text())
    assert run("check", "talk.txt").code == 0
    monkeypatch.delenv(keyring.VARIABLE)
    checked = run("check", "talk.txt")
    assert checked.code == 3
    assert "surrogates" in checked.err


def test_a_surrogate_that_is_replaced_by_its_tag_is_reported(
    run: CommandLine, corpus: Repository
) -> None:
    talk = corpus.write("talk.txt", "Then Wilma Quill left.\n")
    run("-i", "talk.txt")
    name = talk.read_text().removeprefix("Then ").removesuffix(" left.\n")
    rules = Path(run.folder.parent / "rules" / "small.yaml")
    rules.write_text(RULES.replace("(?i:(?:Wilma", f"(?i:{name}|(?:Wilma"))
    corpus.write("other.txt", f"So {name} came.\n")
    run("-i", "other.txt")
    again = run("-i", "talk.txt")
    assert (again.code, name in talk.read_text()) == (0, False)
    assert "a tag is used again in 1 place" in again.err
    assert run("restore", "talk.txt").out == "Then Wilma Quill left.\n"
    assert "used again" not in run("-i", "talk.txt").err


def test_a_moved_document_keeps_them(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    talk.rename(talk.with_name("moved.txt"))
    Path(f"{talk}{SIDECAR}").rename(talk.with_name(f"moved.txt{SIDECAR}"))
    assert run("map", "adopt", "moved.txt").code == 0
    assert run("check", "moved.txt").code == 0
    assert run("restore", "moved.txt").out == TEXT


def test_a_copy_without_its_sidecar_is_not_taken_for_the_original(
    run: CommandLine, corpus: Repository
) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    corpus.write("copy.txt", talk.read_text())
    corpus.write("plain.txt", "It was a fine day.\n")
    restored = run("restore", "copy.txt")
    assert (restored.code, restored.out) == (3, "")
    assert "has surrogates" in restored.err
    assert run("restore", "plain.txt").out == "It was a fine day.\n"
