"""GitHub reads the workflow commands as they were meant."""

from __future__ import annotations

import os
import re

from anonfilter_reports.github_report import PER_SEVERITY, GithubReport
from hypothesis import given, settings

from anonfilter.contract.report import IncompleteFile
from tests.reports.checks import VALUE, any_check, checked, found

_UNDONE = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))


def parsed(line):
    """A command as GitHub's runner reads it: its name, its properties and its message."""
    match = re.fullmatch(r"::(\w+) ([^\n]*?)::([^\n]*)", line)
    properties = dict(one.split("=", 1) for one in match[2].split(",") if one)
    return match[1], {key: undone(value) for key, value in properties.items()}, undone(match[3])


def undone(text):
    for escape, char in _UNDONE:
        text = text.replace(escape, char)
    return text


def commands(check):
    return [parsed(line) for line in GithubReport().write(check)]


def test_a_finding_is_an_annotation_at_its_place():
    [line] = GithubReport().write(checked(found()))
    assert line.startswith(
        "::error file=notes.txt,line=3,col=12,title=Unredacted PERSON::"
        "PERSON, a direct identifier, was found by spacy (score 0.85). `anonfilter filter"
    )


def test_indirect_identifiers_are_warnings():
    assert [name for name, _, _ in commands(checked(found(label="PLACE"), found()))] == [
        "warning",
        "error",
    ]


def test_nothing_in_a_path_ends_a_property_or_begins_a_command():
    name = "a,line=1::error x\r\n::set-env name=A::%0A.txt"
    [(severity, properties, _)] = commands(checked(found(name)))
    assert (severity, properties["file"], properties["line"]) == ("error", name, "3")


def test_paths_count_from_the_top_of_the_repository():
    [(_, properties, _)] = commands(checked(found("../b.txt"), below="data/x"))
    assert properties["file"] == "data/b.txt"


def test_unscanned_files_are_errors_with_their_reason():
    reported = commands(checked(incomplete=(IncompleteFile("a.txt", "is not\nUTF-8"),)))
    assert reported == [("error", {"file": "a.txt", "title": "Not scanned"}, "is not\\nUTF-8")]


def test_there_are_no_more_than_github_shows_and_a_notice_says_so():
    findings = [found()] * 25 + [found(label="PLACE")] * 3
    reported = commands(checked(*findings, incomplete=(IncompleteFile("a.txt", "is locked"),)))
    names = [name for name, _, _ in reported]
    assert names == ["error"] * PER_SEVERITY + ["warning"] * 3 + ["notice"]
    assert reported[-1][2].startswith("16 annotations more than GitHub shows for a step")
    assert "--output sarif=" in reported[-1][2]


def test_nothing_is_said_of_a_clean_check():
    assert commands(checked()) == []


@settings(max_examples=100, deadline=None)
@given(any_check())
def test_whatever_files_and_labels_are_called_each_line_is_one_command(check):
    lines = list(GithubReport().write(check))
    assert len(lines) <= 2 * PER_SEVERITY + 1
    for line in lines:
        assert len(line.splitlines()) == 1
        assert VALUE not in line
        line.encode()
        name, properties, _ = parsed(line)
        assert name in ("error", "warning", "notice")
        assert set(properties) <= {"file", "line", "col", "title"}


def test_names_of_files_that_are_no_text_can_be_printed():
    [line] = GithubReport().write(checked(found(os.fsdecode(b"\xe9.txt"))))
    line.encode()
