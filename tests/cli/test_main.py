"""Which command is meant, when none is named or no such one exists."""

from __future__ import annotations


def test_without_a_command_files_are_filtered(run, folder):
    (folder / "checks").write_text("Abel Tamsin\n")
    assert run("checks").out == "[PERSON_1] [PERSON_2]\n"


def test_a_mistyped_command_is_no_missing_file(run):
    result = run("chek", "--staged")
    assert result.code == 2
    assert "did you mean 'check'?" in result.err


def test_a_missing_file_is_one(run):
    result = run("interview.txt")
    assert result.code == 3
    assert "interview.txt: there is no such file" in result.err
    assert "nothing to replace" not in result.err
