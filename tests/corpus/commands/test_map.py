"""``anonfilter map``: list sidecars with the key, with a check key, and without a key."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from anonfilter.keys.corpus import load
from anonfilter.keys.key import Key
from anonfilter.keys.sealing import digest_of
from anonfilter.sidecars.codec import no_marks, seal_map
from anonfilter.sidecars.entries import Entry, Map, Occurrence
from anonfilter.sidecars.sidecar import Kind, Sidecar, render
from tests.commands.commandline import CommandLine
from tests.corpus.commands.filtered_talk import (
    FILTERED,
    SIDECAR,
    Giving,
    edit,
    without_values,
)
from tests.git_repository import Repository

pytestmark = pytest.mark.usefixtures("home")


# show


@pytest.mark.parametrize("name", ["talk.txt", SIDECAR])
def test_show_tells_tags_labels_and_how_many_originals(corpus: CommandLine, name: str) -> None:
    shown = corpus("map", "show", "--json", name)
    assert (shown.code, shown.err) == (0, "")
    (sidecar,) = shown.json()["sidecars"]
    assert (sidecar["sidecar"], sidecar["kind"]) == (SIDECAR, "sealed")
    assert {one["tag"]: (one["label"], one["originals"]) for one in sidecar["entries"]} == {
        "[CASE_1]": ("CASE", 1),
        **{f"[PERSON_{number}]": ("PERSON", 1) for number in range(1, 5)},
    }
    assert without_values(shown)
    table = corpus("map", "show", name)
    assert "[PERSON_4]" in table.out
    assert without_values(table)


def test_values_are_shown_to_who_asks_and_has_the_key(corpus: CommandLine, give: Giving) -> None:
    shown = corpus("map", "show", "--json", "--show-values", "talk.txt")
    entries = {one["tag"]: one for one in shown.json()["sidecars"][0]["entries"]}
    assert entries["[PERSON_2]"]["values"] == ["Quillfeather"]
    assert entries["[PERSON_1]"]["names"] == ["Wilma Quillfeather"]
    assert '"21-CV-1234"' in corpus("map", "show", "--show-values", "talk.txt").out
    for kind in ("check", "none"):
        give(kind)
        refused = corpus("map", "show", "--show-values", "talk.txt")
        assert (refused.code, refused.out) == (2, "")
        assert "ANONFILTER_KEY" in refused.err


@pytest.mark.parametrize("kind", ["check", "none"])
def test_tags_and_labels_are_read_without_the_key(
    corpus: CommandLine, give: Giving, kind: str
) -> None:
    give(kind)
    shown = corpus("map", "show", "--json", "talk.txt")
    assert shown.code == 0
    (sidecar,) = shown.json()["sidecars"]
    assert len(sidecar["entries"]) == 5
    assert {one["originals"] for one in sidecar["entries"]} == {None}
    assert "sealed" in corpus("map", "show", "talk.txt").out


def test_a_diff_has_a_line_per_entry_and_shows_changed_entries(corpus: CommandLine) -> None:
    before = corpus("map", "show", "--textconv", SIDECAR).out.splitlines()
    assert [line.split()[:2] for line in before[1:]] == [
        ["[CASE_1]", "CASE"],
        *([f"[PERSON_{number}]", "PERSON"] for number in range(1, 5)),
    ]
    edit(corpus.folder / "talk.txt", "filed", "wrote to WILMA QUILLFEATHER and filed")
    edit(corpus.folder / "talk.txt", "WILMA QUILLFEATHER", "Wilma Tamsin")
    assert corpus("-i", "talk.txt").code == 0
    after = corpus("map", "show", "--textconv", SIDECAR)
    changed = set(after.out.splitlines()) - set(before)
    assert [line.split()[0] for line in changed] == ["[PERSON_1]"]  # another whole name
    assert without_values(after)
    values = corpus("map", "show", "--textconv", "--show-values", SIDECAR).out
    assert '[PERSON_2] PERSON "Quillfeather"\n' in values


@pytest.mark.slow
def test_git_shows_diffs_by_it(corpus: CommandLine, repository: Repository) -> None:
    repository.git("add", ".")
    repository.commit()
    command = f"{sys.executable} -m anonfilter"
    assert corpus("git", "install", "--textconv", "--command", command).code in (0, 1)
    edit(corpus.folder / "talk.txt", "filed", "and Wilma Tamsin filed")
    assert corpus("-i", "talk.txt").code == 0
    edit(corpus.folder / SIDECAR, "CASE_1", "CASE_7")
    diff = repository.git("diff", "--", SIDECAR).stdout
    assert "-[CASE_1] CASE #" in diff
    assert "+[CASE_7] CASE #" in diff


def test_a_diff_of_what_an_older_key_sealed_is_shown_without_values(corpus: CommandLine) -> None:
    before = (corpus.folder / SIDECAR).read_bytes()
    assert corpus("key", "rotate").code == 0
    (corpus.folder / "old.pseudonyms.yaml").write_bytes(before)
    shown = corpus("map", "show", "--textconv", "--show-values", "old.pseudonyms.yaml")
    assert shown.code == 0
    assert "[PERSON_1] PERSON #" in shown.out


def test_documents_without_a_sidecar_are_incomplete_and_others_shown(corpus: CommandLine) -> None:
    (corpus.folder / "new.txt").write_text("nobody\n")
    shown = corpus("map", "show", "--json", "new.txt", "talk.txt")
    assert shown.code == 3
    assert "new.txt: has no sidecar (new.txt.pseudonyms.yaml)" in shown.err
    assert len(shown.json()["sidecars"]) == 1


# stats


def test_documents_and_entries_are_counted(corpus: CommandLine, give: Giving) -> None:
    folder = corpus.folder
    (folder / "other.txt").write_text("Abel Tamsin\n")
    assert corpus("-i", "other.txt").code == 0
    done = corpus("map", "stats", "--json")
    assert done.code == 0
    data = done.json()
    sizes = sum(path.stat().st_size for path in folder.glob(f"*{SIDECAR.removeprefix('talk.txt')}"))
    assert data == {
        "documents": 2,
        "documents_missing": 0,
        "sidecar_bytes": sizes,
        "document_bytes": len(FILTERED) + len("[PERSON_1] [PERSON_2]\n"),
        "entries": 7,
        "known_to_check": 6,
        "originals": 7,
        "people_by_full_name": 2,
        "labels": {"CASE": 1, "PERSON": 6},
    }
    give("none")
    without = corpus("map", "stats", "--json").json()
    assert without == data | {"originals": None, "people_by_full_name": None}
    table = corpus("map", "stats")
    assert "PERSON" in table.out
    assert without_values(table)


def test_unopened_sidecars_are_not_counted(corpus: CommandLine) -> None:
    (corpus.folder / "bad.txt.pseudonyms.yaml").write_text("no sidecar\n")
    done = corpus("map", "stats", "--json")
    assert (done.code, done.json()["documents"]) == (3, 1)
    assert "bad.txt.pseudonyms.yaml:1:1" in done.err


def test_a_tag_of_the_corpus_with_two_people_fails(corpus: CommandLine, key: Key) -> None:
    folder = corpus.folder
    rules = folder.parent / "rules" / "small.yaml"
    rules.write_text(rules.read_text() + "scope: corpus\n")
    for name in ("one.txt", "two.txt"):
        (folder / name).write_text("Wilma Tamsin\n")
        assert corpus("-i", name).code == 0
    first, last = (folder / "one.txt").read_text().split()
    assert corpus("map", "verify").code == 0
    other = Map(
        "a" * 26,
        "two.txt",
        digest_of(f"{first} {last}\n".encode(), "a" * 26),
        {
            first: Entry(first, "PERSON", (Occurrence("Abel"),)),
            last: Entry(last, "PERSON", (Occurrence("Tamsin"),)),
        },
    )
    known = load(folder).id

    def place_of(tag: str, name: str) -> str:
        lines = (folder / f"{name}.pseudonyms.yaml").read_text().splitlines()
        return next(
            f"{name}.pseudonyms.yaml:{at}:1" for at, line in enumerate(lines, 1) if tag in line
        )

    state = seal_map(other, known, key, no_marks)
    path = folder / "two.txt.pseudonyms.yaml"
    path.write_bytes(render(Sidecar(Kind.SEALED, known, other.document, state)))
    done = corpus("map", "verify")
    assert done.code == 1
    said, _hint = done.out.splitlines()
    tag = said.split()[1]
    assert tag == first
    assert said.endswith(f"{tag} stands for another person here than in {place_of(tag, 'one.txt')}")
    assert said.startswith(place_of(tag, "two.txt"))
    assert without_values(done)


# one name in the notations of several formats

RENEE = r"""
anonfilter: 1
name: small
labels: {PERSON: {kind: direct, risk: 5, survives: fail}}
formats: [{use: jsonl}, {use: rtf}, {use: html}, {use: text}]
detectors:
  - use: patterns
    patterns: [{label: PERSON, regex: 'Renée(?: Quill)?'}]
taggers: [{use: numbered}]
"""
NOTATIONS = {
    "a.txt": "Renée Quill left, and Renée came.\n",
    "b.rtf": "{\\rtf1\\ansi Ren\\u233?e Quill left, {\\b Re}n\\'e9e came.\\par}\n",
    "c.html": "<p>Ren&#233;e <b>Quill</b> left, R<i>en</i>&eacute;e came.</p>\n",
    "d.json": '"Ren\\u00e9e Quill left, Rene\\u0301e came."\n',
}


@pytest.mark.parametrize("scope", ["document", "corpus"])
def test_a_name_is_the_same_in_the_notation_of_any_format(
    run: CommandLine, repository: Repository, scope: str
) -> None:
    Path(run.folder.parent / "rules" / "small.yaml").write_text(f"{RENEE}scope: {scope}\n")
    assert run("key", "new").code == 0
    for name, text in NOTATIONS.items():
        repository.write(name, text)
    assert run("-i", *NOTATIONS).code == 0
    verified = run("map", "verify")
    assert (verified.code, verified.out) == (0, "")
    for name, text in NOTATIONS.items():
        assert (repository.path / name).read_text().count("[PERSON_") == 2
        assert run("restore", name).out == text


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_name_in_the_notation_of_a_format_is_known(
    run: CommandLine, repository: Repository, name: str
) -> None:
    """The check finds it elsewhere, and more of it in its own document has the same number."""
    rules = Path(run.folder.parent / "rules" / "small.yaml")
    rules.write_text(RENEE)
    assert run("key", "new").code == 0
    document = repository.write(name, NOTATIONS[name])
    assert run("-i", name).code == 0
    more = "Ren\\u233?e" if name == "b.rtf" else "Renée"
    document.write_text(document.read_text().replace(" came", f" came, and {more} did"))
    assert run("-i", name).code == 0
    assert document.read_text().count("[PERSON_2]") == 2
    rules.write_text(RENEE.replace("Renée(?: Quill)?", "nobody"))
    repository.write("other.txt", "So Renée Quill said.\n")
    assert run("check", "other.txt").code == 1
