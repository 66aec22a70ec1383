"""``anonfilter explain``: why text is replaced or not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def test_a_span_is_shown_with_its_detector_and_rule(run, folder):
    (folder / "a.txt").write_text("Hello\nI met Abel Tamsin.\n")
    result = run("explain", "a.txt:2")
    assert result.code == 0
    assert result.out.splitlines() == [
        "a.txt:2",
        "",
        "  Columns 7-17: PERSON, replaced by [PERSON_1] [PERSON_2]",
        "    found: PERSON by patterns, rule PERSON-1 (score 0.90) at columns 7-17",
    ]


def test_values_are_shown_when_asked_for(run, folder):
    (folder / "a.txt").write_text("I met Abel Tamsin.\n")
    assert "Tamsin" not in run("explain", "a.txt:1").out
    assert 'Columns 7-17 "Abel Tamsin": PERSON' in run("explain", "--show-values", "a.txt:1").out


def test_a_column_selects_one_span(run, folder):
    (folder / "a.txt").write_text("Abel Tamsin, 21-CV-1234\n")
    assert len(run("explain", "a.txt:1").out.splitlines()) == 7
    out = run("explain", "a.txt:1:14").out
    assert "CASE" in out
    assert "PERSON" not in out


def test_a_line_without_findings_is_reported(run, folder):
    (folder / "a.txt").write_text("Hello\n")
    assert run("explain", "a.txt:1").out == ("a.txt:1: no detector found anything here\n")


def test_a_finding_that_is_kept_is_shown(run, folder):
    (folder / "a.txt").write_text("Abel Tamsin\n")
    out = run("explain", "--except", "PERSON", "a.txt:1").out
    assert "Columns 1-11: not replaced" in out
    assert "engine dropped PERSON at columns 1-11: label is kept" in out


def test_changes_of_resolvers_are_shown(run, folder):
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(
        rules.read_text()
        + "resolvers:\n"
        + "  - use: exclude\n"
        + "    terms: [{term: 21-CV-1234, label: CASE, reason: made up}]\n"
    )
    (folder / "a.txt").write_text("see 21-CV-1234 and 21-CV-9999\n")
    lines = run("explain", "a.txt:1").out.splitlines()
    assert any(
        line.strip().startswith("exclude dropped CASE at columns 5-14: made up") for line in lines
    )
    assert sum("replaced by" in line for line in lines) == 1


@pytest.mark.parametrize("place", ["a.txt", "a.txt:", "a.txt:x", "a.txt:0", "a.txt:9"])
def test_an_invalid_place_is_a_usage_error(run, folder, place):
    (folder / "a.txt").write_text("Hello\n")
    assert run("explain", place).code == 2


def test_a_span_over_a_line_end_is_shown_on_both_lines(run, folder):
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text().replace("(?:Quill", r"\s?(?:Quill"))
    (folder / "a.txt").write_text("It was Abel \nTamsin.\n")
    first, second = run("explain", "a.txt:1").out, run("explain", "a.txt:2").out
    assert "Columns 8-6 of line 2" in first
    assert first.splitlines()[2:] == second.splitlines()[2:]


def test_a_finding_of_the_second_look_is_shown(run, folder):
    (folder / "a.txt").write_text("It was Abel Tamsin.\nSo said tamsin.\n")
    out = run("explain", "a.txt:2").out
    assert "replaced by" in out
    assert "verification added PERSON at columns 9-14: found once the rest was replaced" in out


def test_a_change_is_shown_for_the_explained_span(run, folder):
    (folder / "a.txt").write_text("Abel Tamsin, 21-CV-1234\n")
    story = run("explain", "--except", "PERSON", "--except", "CASE", "a.txt:1").out.split("\n\n")
    assert len(story) == 3
    assert "PERSON" not in story[2]
    assert "CASE" not in story[1]


def test_control_characters_are_escaped(run, folder):
    (folder / "a.txt").write_text("Abel\x1b[31m Tamsin 21-CV-1234\x07\n")
    assert "\x1b" not in run("explain", "--show-values", "a.txt:1").out
