"""``anonfilter restore``: when the original is written, and when it is refused."""

from __future__ import annotations

import stat
from pathlib import Path

import docx
import pytest

from anonfilter.files.paths import SIDECAR
from anonfilter.keys import keyring
from anonfilter.keys.corpus import load
from tests.commands.commandline import CommandLine
from tests.git_repository import Repository

TEXT = "Wilma Quillfeather, 21-CV-1234; Wilma\nTamsin, 20-CV-9876.\n"

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def talk(run: CommandLine, repository: Repository) -> Path:
    """A filtered file in a corpus with a key."""
    run("key", "new")
    rules = Path(run.folder.parent / "rules" / "small.yaml")
    rules.write_text(
        rules.read_text()
        .replace("[CASE_{n}]", "[CASE]")
        .replace(r"\b(?:Wilma|Abel) ", r"\b(?:Wilma|Abel)\s")
    )
    path = repository.write("talk.txt", TEXT)
    assert run("-i", "talk.txt").code == 0
    return path


def test_the_original_goes_to_standard_output(run: CommandLine, talk: Path) -> None:
    assert "[CASE]" in talk.read_text()
    done = run("restore", "talk.txt")
    assert (done.code, done.out, done.err) == (0, TEXT, "")


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfAbel Tamsin\r\n",
        b"\xff\xfe" + "Abel Tamsin".encode("utf-16-le"),
        b"\xe9 Abel Tamsin \x80\r",
        b"Abel Tamsin",
    ],
)
def test_every_byte_comes_back(run: CommandLine, talk: Path, data: bytes) -> None:
    talk.with_name("odd.txt").write_bytes(data)
    run("-i", "odd.txt")
    assert run("restore", "-o", "original.txt", "odd.txt").code == 0
    assert talk.with_name("original.txt").read_bytes() == data


def test_an_original_is_written_to_the_given_place(
    run: CommandLine, talk: Path, tmp_path: Path
) -> None:
    talk.chmod(0o640)
    talk.with_name("other.txt").write_text("Abel Tamsin")
    run("-i", "other.txt")
    file, folder = tmp_path / "one.txt", tmp_path / "all"
    assert run("restore", "-o", str(file), "talk.txt").err == ""
    assert file.read_text() == TEXT
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert run("restore", "-o", str(folder), "talk.txt", "other.txt").code == 0
    assert (folder / "other.txt").read_text() == "Abel Tamsin"
    assert run("restore", "-o", f"{tmp_path}/single/", "talk.txt").code == 0
    assert (tmp_path / "single" / "talk.txt").read_text() == TEXT


def test_a_new_name_without_a_suffix_is_a_folder(run: CommandLine, talk: Path) -> None:
    assert run("restore", "-o", "originals", "talk.txt").code == 0
    assert (run.folder / "originals" / "talk.txt").read_text() == TEXT


def test_a_document_that_another_program_saved_again_names_what_helps(
    run: CommandLine, talk: Path
) -> None:
    rules = Path(run.folder.parent / "rules" / "small.yaml")
    rules.write_text(rules.read_text().replace("  - use: text", "  - use: office\n  - use: text"))
    made = docx.Document()
    for case in ("21-CV-1234", "20-CV-9876"):
        made.add_paragraph(f"The case {case} was long.")
    made.save(str(run.folder / "talk.docx"))
    assert run("-i", "talk.docx").code == 0
    again = docx.Document(str(run.folder / "talk.docx"))
    for paragraph in again.paragraphs:
        paragraph.runs[0].bold = True
        paragraph.add_run("!")
        paragraph.runs[0].text = paragraph.runs[0].text.replace("case [CASE] was", "[CASE]")
    again.save(str(run.folder / "talk.docx"))
    refused = run("restore", "-o", "originals/", "talk.docx")
    assert refused.code == 3
    assert "anonfilter map show --show-values FILE" in refused.err


def test_an_original_in_a_place_that_git_does_not_ignore_is_a_warning(
    run: CommandLine, talk: Path, repository: Repository
) -> None:
    done = run("restore", "-o", "original.txt", "talk.txt")
    assert done.code == 0
    assert "git does not ignore" in done.err
    repository.write(".gitignore", "private/\n")
    assert run("restore", "-o", "private/original.txt", "talk.txt").err == ""


def test_the_filtered_text_is_never_overwritten(run: CommandLine, talk: Path) -> None:
    before = talk.read_bytes()
    for place in ("talk.txt", "."):
        assert run("restore", "-o", place, "talk.txt").code == 2
    assert talk.read_bytes() == before


def test_without_the_full_key_nothing_is_restored(
    run: CommandLine, talk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keyring.require_key(load(run.folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(run.folder.parent / "nobody"))
    for given in ("", key.check.text()):
        monkeypatch.setenv("ANONFILTER_KEY", given)
        done = run("restore", "-o", "original.txt", "talk.txt")
        assert (done.code, done.out) == (2, "")
        assert not talk.with_name("original.txt").exists()
    monkeypatch.setenv("ANONFILTER_KEY", key.text())
    assert run("restore", "talk.txt").out == TEXT


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("; [PERSON_1]\n[PERSON_3], [CASE]", "; [PERSON_1]\n[PERSON_3]", "1:24"),
        (", [CASE]; ", ", [CASE] and [CASE]; ", "1:35"),
        ("[PERSON_2]", "[PERSON_9]", "1:12"),
    ],
)
def test_edits_are_reported_with_their_place(
    run: CommandLine, talk: Path, old: str, new: str, place: str
) -> None:
    assert old in talk.read_text()
    talk.write_text(talk.read_text().replace(old, new))
    done = run("restore", "talk.txt")
    assert (done.code, done.out) == (3, "")
    assert f"talk.txt:{place}: " in done.err


def test_an_edit_that_touches_no_tag_stays(run: CommandLine, talk: Path) -> None:
    talk.write_text("Heard today:\n" + talk.read_text())
    assert run("restore", "talk.txt").out == "Heard today:\n" + TEXT


def test_one_file_that_cannot_be_restored_leaves_standard_output_empty(
    run: CommandLine, talk: Path
) -> None:
    talk.with_name("bare.txt").write_text("[PERSON_1] and no sidecar")
    talk.with_name("free.txt").write_text("no tags")
    done = run("restore", "talk.txt", "bare.txt", "missing.txt")
    assert (done.code, done.out) == (3, "")
    assert "bare.txt: has tags that no sidecar explains" in done.err
    assert done.err.count("missing.txt: there is no such file") == 1
    assert run("restore", "free.txt").out == "no tags"
    there = run("restore", "-o", "out", "talk.txt", "bare.txt")
    assert there.code == 3
    assert [path.name for path in talk.with_name("out").iterdir()] == ["talk.txt"]


@pytest.mark.parametrize(
    "arguments", [[], ["-"], ["-", "talk.txt"], ["--map", f"talk.txt{SIDECAR}", "talk.txt"]]
)
def test_contradictory_options_of_a_command_are_refused(
    run: CommandLine, talk: Path, arguments: list[str]
) -> None:
    assert run("restore", *arguments).code == 2


def test_a_link_leads_to_the_document_and_its_sidecar(run: CommandLine, talk: Path) -> None:
    talk.with_name("link.txt").symlink_to(talk)
    assert run("restore", "link.txt").out == TEXT


def _two_notes(run: CommandLine, talk: Path) -> tuple[Path, Path]:
    """Two documents that differ in nothing but who is meant, both edited since."""
    notes = []
    for folder, who in (("one", "Wilma Quillfeather"), ("two", "Abel Tamsin")):
        path = talk.parent / folder / "notes.txt"
        path.parent.mkdir()
        path.write_text(f"{who} came.\n")
        assert run("-i", str(path)).code == 0
        path.write_text(path.read_text() + "And left.\n")
        notes.append(path)
    return notes[0], notes[1]


def test_a_sidecar_of_a_document_with_the_same_file_name_is_refused(
    run: CommandLine, talk: Path
) -> None:
    for path, other in (pair := _two_notes(run, talk), pair[::-1]):
        sidecar = other.with_name(other.name + SIDECAR).read_bytes()
        path.with_name("notes.txt" + SIDECAR + ".kept").write_bytes(sidecar)
    for path in pair:
        kept = path.with_name("notes.txt" + SIDECAR + ".kept")
        kept.replace(path.with_name("notes.txt" + SIDECAR))
    done = run("restore", "one/notes.txt")
    assert (done.code, done.out) == (3, "")
    assert "one/notes.txt.pseudonyms.yaml:5:1: belongs to another document" in done.err
    assert run("-i", "two/notes.txt").code == 3


def test_a_document_that_was_moved_and_edited_is_adopted_by_its_sidecar(
    run: CommandLine, talk: Path
) -> None:
    one, _ = _two_notes(run, talk)
    one.parent.rename(talk.parent / "three")
    refused = run("restore", "three/notes.txt")
    assert (refused.code, refused.out) == (3, "")
    assert "anonfilter map adopt" in refused.err
    assert run("map", "adopt", "three/notes.txt").code == 0
    assert run("restore", "three/notes.txt").out == "Wilma Quillfeather came.\nAnd left.\n"


def test_a_tag_of_the_original_is_recorded_by_the_filter(run: CommandLine, talk: Path) -> None:
    talk.write_text(talk.read_text() + "By [PERSON_9].\n")
    assert run("check", "talk.txt").code == 1
    done = run("restore", "talk.txt")
    assert (done.code, done.err.split(": ")[1]) == (3, "talk.txt:3:4")
    assert "anonfilter -i" in done.err
    assert run("-i", "talk.txt").code == 0
    assert run("check", "talk.txt").code == 0
    assert run("restore", "talk.txt").out == TEXT + "By [PERSON_9].\n"


def test_a_tag_whose_entry_was_lost_never_counts_as_a_tag_of_the_original(
    run: CommandLine, talk: Path
) -> None:
    sidecar = talk.with_name(talk.name + SIDECAR)
    lines = sidecar.read_text().splitlines(keepends=True)
    sidecar.write_text("".join(line for line in lines if "[PERSON_2]" not in line))
    before = talk.read_bytes(), sidecar.read_bytes()
    assert run("-i", "talk.txt").code == 3
    assert run("restore", "talk.txt").code == 3
    assert (talk.read_bytes(), sidecar.read_bytes()) == before


def test_originals_that_git_would_commit_are_reported_in_one_line(
    run: CommandLine, talk: Path, repository: Repository
) -> None:
    talk.with_name("other.txt").write_text("Abel Tamsin")
    run("-i", "other.txt")
    err = run("restore", "-o", "private", "talk.txt", "other.txt").err
    [line] = [line for line in err.splitlines() if "git does not ignore" in line]
    assert "private/talk.txt, private/other.txt are originals" in line


def test_a_text_filtered_without_a_corpus_has_no_sidecar(run: CommandLine, folder: Path) -> None:
    (folder / "talk.txt").write_text(TEXT)
    run("-i", "talk.txt")
    done = run("restore", "talk.txt")
    assert done.code == 3
    assert "without a corpus" in done.err
