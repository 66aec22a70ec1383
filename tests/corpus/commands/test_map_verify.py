"""``anonfilter map verify``: each problem of a sidecar is reported with its place."""

from __future__ import annotations

import pytest

from anonfilter.keys.corpus import load
from anonfilter.keys.key import Key
from anonfilter.keys.sealing import digest_of
from anonfilter.sidecars.codec import no_marks, seal_map
from anonfilter.sidecars.entries import Entry, Map, Occurrence
from anonfilter.sidecars.sidecar import Kind, Sidecar, render
from anonfilter.sidecars.sidecar_parser import parse
from tests.commands.commandline import CommandLine
from tests.corpus.commands.filtered_talk import (
    SIDECAR,
    TEXT,
    Giving,
    edit,
    without_values,
)

# verify


@pytest.mark.parametrize("kind", ["full", "check", "none"])
def test_valid_sidecars_are_reported_as_valid(corpus: CommandLine, give: Giving, kind: str) -> None:
    give(kind)
    done = corpus("map", "verify")
    assert (done.code, done.out) == (0, "")
    assert done.last == "1 sidecar, 5 entries: 0 problems"
    assert ("without the key: not verified" in done.err) == (kind == "none")
    assert ("with a check key" in done.err) == (kind == "check")
    assert without_values(done)


@pytest.mark.parametrize("kind", ["full", "check", "none"])
def test_a_lost_entry_is_reported_with_its_place_in_the_document(
    corpus: CommandLine, give: Giving, kind: str
) -> None:
    path = corpus.folder / SIDECAR
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if "[PERSON_3]" not in line))
    give(kind)
    done = corpus("map", "verify")
    assert done.code == 1
    assert done.out.startswith("talk.txt:1:27: [PERSON_3] has no entry")
    assert done.out.count("has no entry") == 1


@pytest.mark.parametrize("kind", ["full", "check", "none"])
def test_an_entry_without_a_tag_is_reported_with_its_line(
    corpus: CommandLine, give: Giving, kind: str
) -> None:
    edit(corpus.folder / "talk.txt", " filed [CASE_1]", "")
    give(kind)
    done = corpus("map", "verify")
    assert done.code == 1
    assert done.out.startswith(f"{SIDECAR}:7:1: [CASE_1] is no longer in the document")
    give("full")
    assert corpus("-i", "talk.txt").code == 0
    assert corpus("map", "verify").code == 0


def test_a_document_that_restore_would_refuse_is_reported(corpus: CommandLine) -> None:
    folder = corpus.folder
    (folder / "two.txt").write_text("WILMA QUILLFEATHER\nWilma Quillfeather\nx\n")
    rules = folder / "rules.yaml"
    rules.write_text(
        "anonfilter: 1\nlabels: {PERSON: {tag: '[PERSON_{n}]'}}\nformats: [{use: text}]\n"
        "detectors: [{use: dictionary, terms: [{term: Wilma Quillfeather, label: PERSON}]}]\n"
        "taggers: [{use: numbered}]\n"
    )
    assert corpus("--rules", "rules.yaml", "-i", "two.txt").code == 0
    assert (folder / "two.txt").read_text() == "[PERSON_1]\n[PERSON_1]\nx\n"
    assert corpus("map", "verify", "two.txt").code == 0
    (folder / "two.txt").write_text("[PERSON_1]\n[PERSON_1]\n[PERSON_1]\nx\n")
    done = corpus("map", "verify", "two.txt")
    assert done.code == 1
    assert "two.txt:" in done.out
    assert "3 times" in done.out
    assert corpus("restore", "two.txt").code == 3


def test_an_edit_that_restore_accepts_is_only_counted(corpus: CommandLine) -> None:
    edit(corpus.folder / "talk.txt", "met", "went to see")
    done = corpus("map", "verify")
    assert (done.code, done.last) == (0, "1 sidecar, 5 entries; 1 edited since: 0 problems")


def test_a_missing_document_is_reported(corpus: CommandLine) -> None:
    (corpus.folder / "talk.txt").unlink()
    done = corpus("map", "verify")
    assert done.code == 1
    assert done.out.startswith(
        f"{SIDECAR}:1:1: the document of this sidecar does not exist: talk.txt"
    )


def test_a_forged_line_is_incomplete_with_its_line(corpus: CommandLine, give: Giving) -> None:
    edit(corpus.folder / SIDECAR, 'tag: "[PERSON_4]"', 'tag: "[PERSON_5]"')
    done = corpus("map", "verify")
    assert (done.code, done.out.split(": ")[0]) == (3, f"{SIDECAR}:11:1")
    give("check")  # its marks are bound to the tag as well
    assert corpus("map", "verify").out.split(": ")[0] == f"{SIDECAR}:11:1"


def test_swapped_sidecars_are_reported(corpus: CommandLine) -> None:
    folder = corpus.folder
    (folder / "other.txt").write_text("Abel Quillfeather\n")
    assert corpus("-i", "other.txt").code == 0
    other = folder / "other.txt.pseudonyms.yaml"
    one, two = (folder / SIDECAR).read_bytes(), other.read_bytes()
    (folder / SIDECAR).write_bytes(two)
    other.write_bytes(one)
    done = corpus("map", "verify")
    assert done.code == 3
    assert done.out.count("belongs to another document") == 2


def test_swapped_sidecars_of_documents_with_the_same_name_are_reported(corpus: CommandLine) -> None:
    paths = [corpus.folder / folder / "talk.txt" for folder in ("a", "b")]
    for path, text in zip(paths, ("Abel Tamsin\n", "For Wilma Tamsin\n"), strict=True):
        path.parent.mkdir()
        path.write_text(text)
        assert corpus("-i", str(path)).code == 0
    one, two = (path.with_name(SIDECAR) for path in paths)
    before = one.read_bytes(), two.read_bytes()
    one.write_bytes(before[1])
    two.write_bytes(before[0])
    done = corpus("map", "verify")
    assert done.code == 3
    assert f"a/{SIDECAR}:5:1: belongs to another document" in done.out
    assert f"b/{SIDECAR}:5:1: belongs to another document" in done.out


@pytest.mark.parametrize("kind", ["full", "check", "none"])
def test_a_sidecar_of_another_corpus_is_reported(
    corpus: CommandLine, give: Giving, kind: str
) -> None:
    path = corpus.folder / SIDECAR
    path.write_text(path.read_text().replace(load(corpus.folder).id, "a" * 26))
    give(kind)
    done = corpus("map", "verify")
    assert done.code == 3
    assert done.out.startswith(f"{SIDECAR}:3:1: belongs to another corpus")


def test_the_wrong_key_is_a_wrong_call(
    corpus: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANONFILTER_KEY", Key.new().text())
    for words in (("show", "talk.txt"), ("verify",), ("stats",)):
        done = corpus("map", *words)
        assert (done.code, done.out) == (2, "")
        assert "The key belongs to another corpus" in done.err


@pytest.mark.parametrize("kind", ["full", "check"])
def test_quick_fingerprints_of_an_earlier_version_are_reported(
    corpus: CommandLine, key: Key, give: Giving, kind: str
) -> None:
    text = b"[CASE_1]\n"
    entry = Entry("[CASE_1]", "CASE", (Occurrence("21-CV-1234"),))
    one = Map("a" * 26, "talk.txt", digest_of(text, "a" * 26), {entry.tag: entry})
    corpus_id = load(corpus.folder).id
    (corpus.folder / "talk.txt").write_bytes(text)
    for marks, number in ((b"\x28" + bytes(14), 1), (b"\x60" + bytes(14), 0)):
        state = seal_map(one, corpus_id, key, lambda entry, marks=marks: marks)
        (corpus.folder / SIDECAR).write_bytes(
            render(Sidecar(Kind.SEALED, corpus_id, one.document, state))
        )
        give(kind)
        done = corpus("map", "verify", "--json")
        assert (done.code, done.json()["outdated"]) == (0, number)
        assert ("anonfilter key rotate" in done.err) == bool(number)


def test_a_plain_sidecar_that_git_would_commit_is_reported(corpus: CommandLine) -> None:
    ignore = corpus.folder / ".gitignore"
    ignore.write_text("plain.txt.pseudonyms.yaml\n")
    rules = corpus.folder.parent / "rules" / "small.yaml"
    rules.write_text(rules.read_text() + "sidecar: plain\n")
    (corpus.folder / "plain.txt").write_text(TEXT)
    assert corpus("-i", "plain.txt").code == 0
    assert corpus("map", "verify").code == 0
    ignore.unlink()
    done = corpus("map", "verify")
    assert done.code == 1
    assert done.out.startswith("plain.txt.pseudonyms.yaml:2:1: has originals in clear")
    assert without_values(done)


def test_an_unfinished_run_is_reported(corpus: CommandLine, key: Key) -> None:
    path = corpus.folder / SIDECAR
    sidecar = parse(path.read_bytes(), SIDECAR)
    coming = seal_map(Map(sidecar.document, "talk.txt"), sidecar.corpus, key, no_marks)
    path.write_bytes(render(sidecar.pending(coming)))
    done = corpus("map", "verify")
    assert done.code == 1
    assert "an interrupted run left two states in this sidecar" in done.out
    assert "the next state, from an interrupted run" in corpus("map", "show", "talk.txt").out
    assert corpus("-i", "talk.txt").code == 0
    assert corpus("map", "verify").code == 0


def test_problems_for_programs(corpus: CommandLine) -> None:
    edit(corpus.folder / "talk.txt", "met", "met [PERSON_9] and")
    done = corpus("map", "verify", "--json")
    assert done.code == 1
    (problem,) = done.json()["problems"]
    assert (problem["what"], problem["where"]) == ("lost", "talk.txt:1:27")


def test_only_what_was_asked_for_is_verified(corpus: CommandLine) -> None:
    folder = corpus.folder
    (folder / "below").mkdir()
    (folder / "below" / "other.txt").write_text("Abel Quillfeather\n")
    assert corpus("-i", "below/other.txt").code == 0
    (folder / "talk.txt").unlink()
    assert corpus("map", "verify", "below").code == 0
    assert corpus("map", "verify", "below/other.txt").code == 0
    assert corpus("map", "verify", ".").last == "2 sidecars, 7 entries: 1 problem"
    assert corpus("map", "verify", "below", "talk.txt").code == 1
    outside = corpus("map", "verify", "..")
    assert (outside.code, outside.out) == (2, "")


def test_sidecars_in_a_folder_of_their_own_are_found(corpus: CommandLine) -> None:
    rules = corpus.folder.parent / "rules" / "small.yaml"
    rules.write_text(rules.read_text() + "map_dir: maps\n")
    (corpus.folder / "below").mkdir()
    (corpus.folder / "below" / "other.txt").write_text("Abel Quillfeather\n")
    assert corpus("-i", "below/other.txt").code == 0
    sidecar = corpus.folder / "maps" / "below" / "other.txt.pseudonyms.yaml"
    assert sidecar.is_file()
    assert corpus("map", "verify", "below").last == "1 sidecar, 2 entries: 0 problems"
    assert corpus("map", "verify", "maps").last == "1 sidecar, 2 entries: 0 problems"
    (corpus.folder / "below" / "other.txt").write_text("[PERSON_1] [PERSON_2] [PERSON_3]\n")
    assert corpus("map", "verify").out.startswith("below/other.txt:1:23: [PERSON_3]")
