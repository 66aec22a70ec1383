"""Gold in other letter cases and as a speech recogniser would write it keeps its mentions."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.people.name_parts import name_tokens
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.letter_case import cased
from anonfilter_measure.evaluation.simulated_recogniser import Rates, recognised
from anonfilter_measure.evaluation.spoken_figures import ordinal, spoken

TALK = (
    "Mr. Wilma O'Tamsin-Quill\u2019s farm, at 21 Port Ellery Road, on May 3rd, 1994.\n"
    "Q. [PERSON_1] said it's $1,500, and the ID is L90314."
)
NAMED = ("Mr. Wilma O'Tamsin-Quill", "21 Port Ellery Road", "May 3rd, 1994", "L90314")
FAITHFUL = Rates(0, 0, 0, 0, 0)
HARSH = Rates(0.2, 0.2, 0.2, 0.2, 0.3)


def gold():
    spans = [(TALK.index(text), TALK.index(text) + len(text)) for text in NAMED]
    mentions = tuple(GoldMention(*span, "X", "X", name_tokens(TALK, *span)) for span in spans)
    return GoldDocument("1", TALK, mentions, "", "f", 1)


def test_no_capitals_no_punctuation_and_numbers_in_words():
    heard = recognised(gold(), 1, FAITHFUL)
    assert heard.text == (
        "mr wilma o'tamsin quill's farm at twenty one port ellery road on may third nineteen "
        "ninety four\nq [PERSON_1] said it's one thousand five hundred and the id is l nine zero "
        "three one four"
    )
    assert [heard.text[one.start : one.end] for one in heard.mentions] == [
        "mr wilma o'tamsin quill",
        "twenty one port ellery road",
        "may third nineteen ninety four",
        "l nine zero three one four",
    ]


def test_titles_need_no_mask_in_the_new_text_either():
    heard = recognised(gold(), 1, FAITHFUL)
    assert [heard.text[start:end] for start, end in heard.mentions[0].tokens] == [
        "wilma",
        "o",
        "tamsin",
        "quill",
    ]


def test_equal_seeds_make_equal_mistakes():
    first, again, other = (recognised(gold(), seed) for seed in (1, 1, 2))
    assert first == again
    assert recognised(gold(), 1, HARSH) != recognised(gold(), 2, HARSH)
    assert other.file == first.file


@pytest.mark.parametrize("seed", range(20))
def test_mentions_go_along_through_every_mistake(seed):
    heard = recognised(gold(), seed, HARSH)
    end = 0
    for mention in heard.mentions:
        assert end <= mention.start < mention.end <= len(heard.text)
        assert mention.tokens
        for start, stop in mention.tokens:
            assert mention.start <= start < stop <= mention.end
            assert heard.text[start:stop].isalnum()
        end = mention.end
    assert "[PERSON_1]" in heard.text


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ("0", "zero"),
        ("7", "seven"),
        ("15", "fifteen"),
        ("40", "forty"),
        ("86", "eighty six"),
        ("100", "one hundred"),
        ("999", "nine hundred ninety nine"),
        ("1900", "nineteen hundred"),
        ("1905", "nineteen oh five"),
        ("2003", "two thousand three"),
        ("2024", "twenty twenty four"),
        ("12,400", "twelve thousand four hundred"),
        ("5550142", "five five five zero one four two"),
        ("007", "zero zero seven"),
    ],
)
def test_numbers_as_they_are_said(figures, said):
    assert spoken(figures) == said


def test_ordinals_as_they_are_said():
    assert [ordinal(one) for one in ("1", "12", "20", "33")] == [
        "first",
        "twelfth",
        "twentieth",
        "thirty third",
    ]


@pytest.mark.parametrize(
    ("case", "text"),
    [
        ("lower", "wilma o'tamsin, straße"),
        ("upper", "WILMA O'TAMSIN, STRAßE"),
        ("title", "Wilma O'tamsin, Straße"),
    ],
)
def test_letter_case_moves_nothing(case, text):
    before = GoldDocument("1", "Wilma O'Tamsin, straße", gold().mentions, "", "f", 1)
    after = cased(before, case)
    assert after.text == text
    assert after.mentions == before.mentions
