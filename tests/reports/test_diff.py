"""The output of ``--diff`` and ``--word-diff``."""

from __future__ import annotations

import re

import pytest

from anonfilter.contract.document import Replacement
from anonfilter.reports.diff import rendered, unified

FAR = "so we went on " * 100
TALK = f"Then {FAR}Wilma left. {FAR}\nNobody spoke.\n"


def diff(text: str, *, words: bool = False, color: bool = False, terminal: bool = False) -> str:
    edits = [Replacement(*match.span(), "[PERSON_1]") for match in re.finditer("Wilma", text)]
    lines = unified(text, edits, "talk.txt", words=words)
    return "".join(rendered(line, color=color, terminal=terminal) for line in lines)


def test_a_changed_line_is_shown_once_in_words() -> None:
    assert diff("Then Wilma left.\nWilma", words=True) == (
        "--- a/talk.txt\n+++ b/talk.txt\n@@ -1,2 +1,2 @@\n"
        "Then [-Wilma-]{+[PERSON_1]+} left.\n[-Wilma-]{+[PERSON_1]+}\n"
    )


def test_colour_marks_the_words_that_change() -> None:
    red, reverse, end = "\x1b[31m", "\x1b[31m\x1b[7m", "\x1b[0m"
    assert f"{red}-Then {end}{reverse}Wilma{end}{red} left.{end}" in diff(
        "Then Wilma left.\n", color=True
    )


@pytest.mark.parametrize("words", [True, False])
def test_a_terminal_shows_the_surroundings_of_a_change_in_a_long_line(words: bool) -> None:
    shown = diff(TALK, words=words, terminal=True)
    assert "Wilma" in shown
    assert "[PERSON_1]" in shown
    assert max(map(len, shown.splitlines())) < 400
    assert "so we went on" in shown


def test_a_pipe_gets_lines_whole() -> None:
    assert f"-{TALK.splitlines()[0]}\n" in diff(TALK)


def test_control_characters_are_escaped_on_a_terminal_only() -> None:
    assert "\x07" in diff("Wilma\x07\n")
    assert "\x07" not in diff("Wilma\x07\n", terminal=True)


def test_an_unchanged_text_has_no_diff() -> None:
    assert diff("Nobody spoke.\n") == ""


def test_a_replaced_line_end_stays_one() -> None:
    lines = unified("a Wilma\nQuill b\n", [Replacement(2, 13, "[PERSON_1]\n")], "talk.txt")
    assert "".join(rendered(line, color=False, terminal=False) for line in lines).endswith(
        "-a Wilma\n-Quill b\n+a [PERSON_1]\n+ b\n"
    )


def test_a_last_line_that_goes_is_only_removed() -> None:
    lines = unified(
        "Ada\nQuill", [Replacement(0, 3, "[PERSON_1]"), Replacement(4, 9, "")], "talk.txt"
    )
    assert "".join(rendered(line, color=False, terminal=False) for line in lines).endswith(
        "@@ -1,2 +1,1 @@\n-Ada\n-Quill\n\\ No newline at end of file\n+[PERSON_1]\n"
    )
