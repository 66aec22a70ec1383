"""The text that is shown around a finding."""

from __future__ import annotations

from anonfilter_review.finding_context import TextLines
from hypothesis import given
from hypothesis import strategies as st

TEXT = "one\ntwo\r\nthree Abel\nTamsin four\nfive\nsix\nseven\n"


def test_so_many_lines_on_either_side():
    start = TEXT.index("Abel")
    context = TextLines(TEXT).around(start, start + 11, lines=1, characters=100)
    assert context.before == "two\r\nthree "
    assert context.value == "Abel\nTamsin"
    assert context.after == " four\nfive"
    assert context.line == 2


def test_a_long_line_is_clipped():
    text = "a " * 500 + "Abel" + " b" * 500
    context = TextLines(text).around(1000, 1004, lines=2, characters=10)
    assert (context.before, context.after) == ("…" + "a " * 5, " b" * 5 + "…")
    assert context.line == 1


@given(st.text("ab\r\n", max_size=60), st.integers(0, 60), st.integers(1, 5), st.integers(0, 3))
def test_the_context_is_the_text(text, start, length, lines):
    start = min(start, len(text))
    context = TextLines(text).around(start, start + length, lines=lines, characters=8)
    shown = context.before.removeprefix("…") + context.value + context.after.removesuffix("…")
    assert shown in text
    assert context.value == text[start : start + length]
