"""Bootstrap intervals over documents."""

from __future__ import annotations

import pytest

from training.apart import CHOOSING_ONLY, is_bare, kept_apart
from training.example import Example, Mark
from training.intervals import interval, interval_of_difference
from training.measure import score

pytestmark = pytest.mark.slow

EVEN = [(9, 10)] * 30
UNEVEN = [(18, 20)] * 14 + [(0, 2), (18, 18)]


def test_an_interval_holds_the_share_and_is_wider_where_documents_differ() -> None:
    narrow, wide = interval(EVEN), interval(UNEVEN)
    assert narrow == (0.9, 0.9)
    assert wide
    assert wide.low < 270 / 300 < wide.high


def test_the_same_counts_have_the_same_interval() -> None:
    assert interval(UNEVEN) == interval(list(UNEVEN))


def test_texts_without_a_mention_have_no_interval() -> None:
    assert interval([(0, 0)] * 3) is None
    assert interval([]) is None


def test_a_difference_is_measured_on_the_same_drawn_documents() -> None:
    better = [(min(part + 1, whole), whole) for part, whole in UNEVEN]
    found = interval_of_difference(UNEVEN, better)
    assert found
    assert 0 < found.low < found.high
    same = interval_of_difference(UNEVEN, UNEVEN)
    assert same == (0.0, 0.0)


def test_a_difference_is_of_the_same_documents() -> None:
    with pytest.raises(ValueError, match="same documents"):
        interval_of_difference(EVEN, UNEVEN)


def test_a_bare_word_for_a_body_is_neither_a_leak_nor_a_false_alarm() -> None:
    assert is_bare("Court", "ORGANIZATION")
    assert is_bare("the Nation", "LOCATION")
    assert not is_bare("Court of Velmere", "ORGANIZATION")
    assert not is_bare("West", "PERSON")
    example = Example("Then the Court rose.", (Mark(9, 14, "ORGANIZATION"),))
    assert score(example, [], "ORGANIZATION").gold == 0
    found = score(example, [Mark(9, 14, "ORGANIZATION")], "ORGANIZATION")
    assert (found.gold, found.none) == (0, 0)


@pytest.mark.parametrize("corpus", sorted(CHOOSING_ONLY))
def test_corpora_for_choosing_are_kept_apart_whole(corpus: str) -> None:
    assert all(kept_apart(corpus, f"document {number}") for number in range(50))
