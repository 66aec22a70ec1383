"""What is said in a PDF comes out, each utterance on its line, whatever the layout."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from anonfilter_pdf.pdf_transcript import HEADERS, INDEX, NUMBERS, convert
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pdf import layouts, odd_layouts
from tests.pdf.layouts import Said, dialogue

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
ODD = (
    odd_layouts.pleading,
    odd_layouts.changing_headers,
    odd_layouts.timed,
    odd_layouts.labels_above,
    odd_layouts.labels_beside,
    odd_layouts.letters_by_chance,
    odd_layouts.turned,
    odd_layouts.uneven_numbers,
)
LONG_LABELS = (
    "DEPUTY COMMISSIONER QUILLFEATHER",
    "PRESIDING COMMISSIONER ABERNATHY",
    "INMATE SPROCKETT",
)


def lines(said: Sequence[Said]) -> list[str]:
    return [f"{one.label}: {one.text}" for one in said]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_utterance_is_a_line(layout: str) -> None:
    said = dialogue(150)
    assert convert(LAYOUTS[layout](said)).utterances.body == lines(said)


@pytest.mark.parametrize("layout", ODD, ids=lambda layout: layout.__name__)
def test_each_utterance_is_a_line_in_odd_layouts(layout: Callable[[Sequence[Said]], bytes]) -> None:
    for seed in range(3):
        said = dialogue(100, seed)
        assert convert(layout(said)).utterances.body == lines(said)


@pytest.mark.parametrize("speakers", [("I", "R"), ("I1", "R2", "R3"), ("Q", "A"), ("Int", "P1")])
@pytest.mark.parametrize("layout", ["word processor", "two columns", "four on a sheet, by rows"])
def test_short_labels(layout: str, speakers: tuple[str, ...]) -> None:
    said = dialogue(80, speakers=speakers)
    assert convert(LAYOUTS[layout](said)).utterances.body == lines(said)


ANSWERS = ("Yes.", "No.", "Okay.", "All right.", "I do not know.", "Thank you.", "Go ahead.")


@pytest.mark.parametrize("layout", [*LAYOUTS.values(), *ODD])
def test_short_answers_at_the_ends_of_pages_are_no_headers(
    layout: Callable[[Sequence[Said]], bytes],
) -> None:
    chance = random.Random(1)
    said = [
        Said(one.label, chance.choice(ANSWERS) if chance.random() < 0.7 else one.text)
        for one in dialogue(300, 2, TESTIMONY[:4] + layouts.SPEAKERS)
    ]
    assert convert(layout(said)).utterances.body == lines(said)


def test_labels_in_a_column_need_no_colon() -> None:
    said = dialogue(100)
    assert convert(odd_layouts.labels_beside(said, "")).utterances.body == lines(said)


def test_labels_that_wrap() -> None:
    said = dialogue(60, speakers=LONG_LABELS)
    assert convert(layouts.numbered(said, width=230)).utterances.body == lines(said)


def test_a_deposition() -> None:
    done = convert(odd_layouts.deposition())
    cover, _, said = done.text.partition("EXAMINATION\n")
    assert "EXAMINATION\n" + said == odd_layouts.SAID
    assert cover.splitlines()[-len(odd_layouts.APPEARANCES) :] == list(odd_layouts.APPEARANCES)
    assert "vs. ) No. 31-CV-1043" in cover
    assert {one.page for one in done.left_out if one.why == INDEX} == {done.pages}


def test_testimony() -> None:
    said = dialogue(100, speakers=TESTIMONY)
    assert convert(layouts.numbered(said, qa=True)).utterances.body == lines(said)


@given(st.integers(0, 10_000), st.integers(30, 60), st.sampled_from(sorted(LAYOUTS)))
@settings(max_examples=25, deadline=None)
def test_no_word_is_lost_or_doubled(seed: int, many: int, layout: str) -> None:
    said = dialogue(many, seed)
    found = convert(LAYOUTS[layout](said)).utterances
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


def test_omitted_text_is_accounted_for() -> None:
    said = dialogue(100)
    found = convert(layouts.numbered(said))
    kinds = {one.why for one in found.left_out}
    assert kinds == {HEADERS, INDEX, NUMBERS}
    index = [one for one in found.left_out if one.why == INDEX]
    assert {one.page for one in index} == {2}
    assert len(index) == 1 + len(layouts.ENTRIES)
