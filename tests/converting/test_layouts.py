"""What is said in a PDF comes out, each utterance on its line, whatever the layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anonfilter.converting.transcript import HEADERS, INDEX, NUMBERS, convert
from tests.converting import layouts
from tests.converting.layouts import Said, dialogue

TESTIMONY = ("Q", "A", "Q", "A", "MS. QUILLFEATHER", "THE COURT")

LAYOUTS: dict[str, Callable[[Sequence[Said]], bytes]] = {
    "numbered": layouts.numbered,
    "numbers apart": lambda said: layouts.numbered(said, at_once=False),
    "numbered, without headers": lambda said: layouts.numbered(said, header=False),
    "fewer lines a page": lambda said: layouts.numbered(said, per_page=20),
    "word processor": layouts.proportional,
    "two columns": layouts.columns,
    "four on a sheet, by columns": layouts.four_up,
    "four on a sheet, by rows": lambda said: layouts.four_up(said, by_columns=False),
    "two on a sheet": layouts.two_up,
}


def lines(said: Sequence[Said]) -> list[str]:
    return [f"{one.label}: {one.text}" for one in said]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_utterance_is_a_line(layout: str) -> None:
    said = dialogue(150)
    assert convert(LAYOUTS[layout](said)).said.body == lines(said)


def test_testimony() -> None:
    said = dialogue(100, speakers=TESTIMONY)
    assert convert(layouts.numbered(said, qa=True)).said.body == lines(said)


@given(st.integers(0, 10_000), st.integers(30, 60), st.sampled_from(sorted(LAYOUTS)))
@settings(max_examples=25, deadline=None)
def test_no_word_is_lost_or_doubled(seed: int, many: int, layout: str) -> None:
    said = dialogue(many, seed)
    found = convert(LAYOUTS[layout](said)).said
    assert found.body == lines(said)


def test_cover_and_declaration_stand_apart() -> None:
    said = dialogue(40)
    found = convert(layouts.numbered(said))
    cover, body, closing = found.text.strip().split("\n\n")
    assert cover.splitlines() == list(layouts.COVER)
    assert body.splitlines() == lines(said)
    heading, declaration = closing.splitlines()
    assert heading == "CERTIFICATE AND DECLARATION OF TRANSCRIBER"
    assert declaration == layouts.CERTIFICATE


def test_what_is_left_out_is_known() -> None:
    said = dialogue(100)
    found = convert(layouts.numbered(said))
    kinds = {one.why for one in found.left_out}
    assert kinds == {HEADERS, INDEX, NUMBERS}
    index = [one for one in found.left_out if one.why == INDEX]
    assert {one.page for one in index} == {2}
    assert len(index) == 1 + len(layouts.ENTRIES)
