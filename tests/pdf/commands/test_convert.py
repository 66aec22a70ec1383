"""``anonfilter convert`` as a user runs it."""

from __future__ import annotations

import pytest

from tests.commands.commandline import CommandLine
from tests.pdf import layouts
from tests.pdf.layouts import Said, dialogue

SAID = [Said("THE COURT", "Good morning, Wilma Quillfeather."), *dialogue(20)]


@pytest.fixture
def hearing(run: CommandLine) -> bytes:
    data = layouts.numbered(SAID)
    (run.folder / "hearing.pdf").write_bytes(data)
    return data


def test_to_a_file(run: CommandLine, hearing: bytes) -> None:
    done = run("convert", "hearing.pdf", "-o", "hearing.txt")
    assert (done.code, done.out) == (0, "")
    lines = (run.folder / "hearing.txt").read_text().splitlines()
    assert f"{SAID[0].label}: {SAID[0].text}" in lines
    assert done.err.startswith("hearing.pdf: 21 utterances of 4 labels in ")
    assert "left out: " in done.err


def test_to_standard_output_and_on_to_the_filter(run: CommandLine, hearing: bytes) -> None:
    text = run("convert", "-q", "hearing.pdf")
    assert (text.code, text.err) == (0, "")
    done = run(stdin=text.out.encode())
    assert done.code == 0
    assert "THE COURT: Good morning, [PERSON_2] [PERSON_1]." in done.out


def test_omitted_text_is_written_to_a_second_file(run: CommandLine, hearing: bytes) -> None:
    done = run("convert", "hearing.pdf", "--left-out", "-o", "hearing.txt")
    assert done.code == 0
    left = (run.folder / "hearing.left-out.txt").read_text()
    assert "page 2, index: Proceedings" in left
    assert "page 3, header or footer: Avalon Board of Hearings Page 3" in left


def test_folders_keep_their_tree(run: CommandLine, hearing: bytes) -> None:
    (run.folder / "hearings/1").mkdir(parents=True)
    (run.folder / "hearings/1/a.PDF").write_bytes(hearing)
    (run.folder / "hearings/b.pdf").write_bytes(b"%PDF-1.7 broken")
    (run.folder / "hearings/c.txt").write_text("THE COURT: Good morning.\n")
    done = run("convert", "hearings", "-o", "out")
    assert done.code == 3
    assert "hearings/b.pdf: is truncated" in done.err
    found = (run.folder / "out").rglob("*.*")
    assert list(found) == [run.folder / "out/hearings/1/a.txt"]


def test_wrong_usage(run: CommandLine, hearing: bytes) -> None:
    assert run("convert").code == 2
    assert run("convert", "nowhere.pdf").code == 3
    assert run("convert", "hearing.pdf", "other.pdf").code == 2
    assert run("convert", "hearing.pdf", "-o", "hearing.pdf").code == 2
    assert (run.folder / "hearing.pdf").read_bytes() == hearing


def test_an_invalid_pdf_writes_nothing(run: CommandLine) -> None:
    done = run("convert", "-", stdin=b"THE COURT: Good morning.\n")
    assert (done.code, done.out) == (3, "")
    assert "standard input: is not a PDF" in done.err


def test_rules_without_the_format_refuse_a_pdf(run: CommandLine, hearing: bytes) -> None:
    for arguments in (["hearing.pdf"], ["check", "hearing.pdf"]):
        done = run(*arguments)
        assert (done.code, done.out) == (3, "")
        assert "`- use: pdf`" in done.err
