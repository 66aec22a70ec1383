"""Bootstrap intervals over documents."""

from __future__ import annotations

import pytest
from anonfilter_measure.evaluation.bootstrap import (
    interval,
    interval_of_difference,
    interval_of_mean,
)

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


def test_a_mean_of_shares_is_measured_on_the_same_drawn_documents() -> None:
    opposite = [(whole - part, whole) for part, whole in UNEVEN]
    assert interval_of_mean([UNEVEN, UNEVEN]) == interval(UNEVEN)
    assert interval_of_mean([UNEVEN, opposite]) == (0.5, 0.5)
    assert interval_of_mean([]) is None
    with pytest.raises(ValueError, match="same documents"):
        interval_of_mean([EVEN, UNEVEN])
