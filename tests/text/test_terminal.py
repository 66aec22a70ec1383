from __future__ import annotations

import pytest

from anonfilter.text.terminal import escape_for_log, one_line


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("::add-mask::a.txt", "\\x3a:add-mask::a.txt"),
        ("  \t\u3000::error::x", "  \\t\u3000\\x3a:error::x"),
        ("a ##[error]b.txt", "a \\x23#[error]b.txt"),
        ("##vso[task.setvariable variable=x]y", "\\x23#vso[task.setvariable variable=x]y"),
        ("###[group]", "#\\x23#[group]"),
        ("##teamcity[x]", "\\x23#teamcity[x]"),
    ],
)
def test_no_printed_line_is_a_command_to_a_runner(text, safe):
    assert one_line(text) == safe


@pytest.mark.parametrize("text", ["a::b", "a.txt:3:1: PERSON", "## Heading", "#[x]", "std::vector"])
def test_text_that_is_not_a_terminal_command_stays(text):
    assert one_line(text) == text


def test_each_line_of_an_error_counts():
    assert escape_for_log("wrong\n  ::error::x\n::x") == "wrong\n  \\x3a:error::x\n\\x3a:x"
