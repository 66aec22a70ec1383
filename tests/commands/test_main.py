"""The command that a command line means, with and without a name of a command."""

from __future__ import annotations

import pytest

GROUPS = ("ci", "git", "key", "map", "roster", "rules")


def test_without_a_command_files_are_filtered(run, folder):
    (folder / "checks").write_text("Abel Tamsin\n")
    assert run("checks").out == "[PERSON_1] [PERSON_2]\n"


def test_a_mistyped_command_is_no_missing_file(run):
    result = run("chek", "--staged")
    assert result.code == 2
    assert "did you mean 'check'?" in result.err


def test_a_missing_file_is_reported_as_missing(run):
    result = run("interview.txt")
    assert result.code == 3
    assert "interview.txt: there is no such file" in result.err
    assert "nothing to replace" not in result.err


def test_options_before_a_command_are_refused_with_the_right_order(run, tmp_path):
    done = run("--rules", "fast", "check", "notes.txt")
    assert done.code == 2
    assert "anonfilter check ..." in done.err
    (tmp_path / "notes.txt").write_text("Nothing.\n")
    assert run("-o", "check", str(tmp_path / "notes.txt")).code == 0


@pytest.mark.parametrize("group", [(), *((name,) for name in GROUPS)])
def test_a_list_of_commands_has_whole_sentences(run, group):
    commands = run(*group, "--help").out.partition("Commands:\n")[2].partition("\n\n")[0]
    assert commands
    assert "..." not in commands
