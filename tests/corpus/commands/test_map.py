"""``anonfilter map``: list sidecars with the key, with a check key, and without a key."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from anonfilter.keys import keyring
from anonfilter.keys.corpus import load
from anonfilter.keys.key import Key
from anonfilter.keys.sealing import digest_of
from anonfilter.sidecars.codec import no_marks, seal_map
from anonfilter.sidecars.entries import Entry, Map, Occurrence
from anonfilter.sidecars.sidecar import Kind, Sidecar, render
from anonfilter.sidecars.sidecar_parser import parse
from tests.commands.commandline import CommandLine, Result
from tests.git_repository import Repository

pytestmark = pytest.mark.usefixtures("home")

TEXT = "Wilma Quillfeather met Abel Tamsin.\nAbel Tamsin filed 21-CV-1234.\n"
FILTERED = (
    "[PERSON_1] [PERSON_2] met [PERSON_3] [PERSON_4].\n[PERSON_3] [PERSON_4] filed [CASE_1].\n"
)
NAMES = ("Wilma", "Quillfeather", "Abel", "Tamsin", "21-CV-1234")
SIDECAR = "talk.txt.pseudonyms.yaml"


@pytest.fixture
def corpus(run: CommandLine, repository: Repository) -> CommandLine:
    """A corpus with one filtered document."""
    assert run("key", "new").code == 0
    (run.folder / "talk.txt").write_text(TEXT)
    assert run("-i", "talk.txt").code == 0
    assert (run.folder / "talk.txt").read_text() == FILTERED
    return run


@pytest.fixture
def key(corpus: CommandLine) -> Key:
    return keyring.require_key(load(corpus.folder))


Giving = Callable[[str], None]


@pytest.fixture
def give(corpus: CommandLine, key: Key, monkeypatch: pytest.MonkeyPatch) -> Giving:
    """Work with this kind of key from now on: "full", "check" or "none"."""

    def giving(kind: str) -> None:
        keyring.key_file(load(corpus.folder)).unlink(missing_ok=True)
        text = {"full": key.text(), "check": key.check.text(), "none": ""}[kind]
        monkeypatch.setenv("ANONFILTER_KEY", text)

    return giving


def without_values(result: Result) -> bool:
    return not any(name in result.out + result.err for name in NAMES)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


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
