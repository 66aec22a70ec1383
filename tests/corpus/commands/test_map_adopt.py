"""A sidecar belongs to a document by its name and its text: swapped, moved and adopted sidecars."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.commandline import CommandLine
from tests.git_repository import Repository

pytestmark = pytest.mark.usefixtures("home")

ORIGINALS = {"one.txt": "Wilma Quillfeather\n", "two.txt": "Abel Tamsin\n"}
FILTERED = "[PERSON_1] [PERSON_2]\n"
SUFFIX = ".pseudonyms.yaml"


@pytest.fixture
def copies(run: CommandLine, repository: Repository) -> Path:
    """Two documents of two people, whose filtered texts are the same."""
    assert run("key", "new").code == 0
    for name, text in ORIGINALS.items():
        (run.folder / name).write_text(text)
        assert run("-i", name).code == 0
        assert (run.folder / name).read_text() == FILTERED
    return run.folder


def move(folder: Path, names: dict[str, str]) -> None:
    """Rename files at the same time."""
    contents = {new: (folder / old).read_bytes() for old, new in names.items()}
    for old in names:
        (folder / old).unlink()
    for new, data in contents.items():
        (folder / new).write_bytes(data)


@pytest.mark.parametrize("names", [("one.txt", "two.txt"), ("c.txt", "d.txt")])
def test_sidecars_of_two_equal_texts_never_give_the_name_of_the_other(
    run: CommandLine, copies: Path, names: tuple[str, str]
) -> None:
    """Swapped, and swapped while both documents are renamed."""
    one, two = names
    move(copies, {"one.txt": one, "two.txt": two})
    move(copies, {f"one.txt{SUFFIX}": two + SUFFIX, f"two.txt{SUFFIX}": one + SUFFIX})
    for name in names:
        for words in (("restore", name), ("-i", name)):
            done = run(*words)
            assert (done.code, done.out) == (3, "")
            assert f"{name}{SUFFIX}:5:1: belongs to another document" in done.err
        assert (copies / name).read_text() == FILTERED
    verified = run("map", "verify")
    assert (verified.code, verified.out.count("belongs to another document")) == (3, 2)
    for words in ((), names):  # documents are named without their sidecars
        checked = run("check", *words)
        assert checked.code == 3
        assert checked.err.count("belongs to another document") == 2


def test_staged_sidecars_that_were_swapped_are_incomplete(
    run: CommandLine, copies: Path, repository: Repository
) -> None:
    repository.git("add", ".")
    repository.commit()
    one, two = "one.txt" + SUFFIX, "two.txt" + SUFFIX
    move(copies, {one: two, two: one})
    repository.git("add", ".")
    assert run("check", "--staged").code == 3
    move(copies, {one: two, two: one})
    assert run("check").code == 0


def test_a_renamed_document_with_a_unique_text_keeps_its_sidecar(
    run: CommandLine, copies: Path
) -> None:
    (copies / "two.txt").write_text("Of [PERSON_1].\n")
    move(copies, {"one.txt": "c.txt", f"one.txt{SUFFIX}": f"c.txt{SUFFIX}"})
    assert run("restore", "c.txt").out == ORIGINALS["one.txt"]
    assert run("check").code == 0
    assert run("map", "adopt", "c.txt").code == 0
    (copies / "c.txt").write_text(FILTERED + "More.\n")
    assert run("restore", "c.txt").out == ORIGINALS["one.txt"] + "More.\n"


def test_the_holder_of_the_key_says_which_of_equal_texts_was_renamed(
    run: CommandLine, copies: Path
) -> None:
    move(copies, {"one.txt": "c.txt", f"one.txt{SUFFIX}": f"c.txt{SUFFIX}"})
    assert run("restore", "c.txt").code == 3
    adopted = run("map", "adopt", "c.txt")
    assert (adopted.code, adopted.out) == (0, "")
    assert run("restore", "c.txt").out == ORIGINALS["one.txt"]
    assert run("map", "verify").code == 0
    assert "already" in run("map", "adopt", "c.txt").err


def test_a_sidecar_that_does_not_restore_a_document_is_not_adopted(
    run: CommandLine, copies: Path
) -> None:
    (copies / "c.txt").write_text("[PERSON_7] left.\n")
    before = (copies / f"one.txt{SUFFIX}").read_bytes()
    (copies / f"c.txt{SUFFIX}").write_bytes(before)
    assert run("map", "adopt", "c.txt").code == 3
    assert (copies / f"c.txt{SUFFIX}").read_bytes() == before
    assert run("map", "adopt", "nothing.txt").code == 3
