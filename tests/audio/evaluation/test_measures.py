"""Recall, precision and F1 by the share of a word that must be silenced."""

from __future__ import annotations

import pytest
from anonfilter_audio.evaluation.measures import BINS, RHOS, best, covered, curve, histogram
from hypothesis import given
from hypothesis import strategies as st

shares = st.lists(st.floats(0, 1), min_size=1)


def test_measures_at_a_rho():
    points = {round(one.rho, 2): one for one in curve([1, 0.5, 0.2, 0], [0.6, 0, 0, 0])}
    assert points[0.5].recall == 0.5
    assert points[0.5].precision == pytest.approx(2 / 3)
    assert points[0.5].f1 == pytest.approx(4 / 7)
    assert (points[1].recall, points[1].precision) == (0.25, 1)
    assert points[0.05].recall == 0.75


def test_the_best_of_equals_is_the_strictest():
    assert best(curve([1, 1], [0])).rho == 1


def test_without_identifiers_there_is_no_recall():
    assert best(curve([], [1])).recall is None


@given(shares, shares)
def test_fewer_words_are_covered_as_rho_grows(identifiers, others):
    points = curve(identifiers, others)
    assert [one.rho for one in points] == list(RHOS)
    recalls = [one.recall for one in points]
    assert recalls == sorted(recalls, reverse=True)
    assert all(
        0 <= value <= 1
        for one in points
        for value in (one.recall, one.precision, one.f1)
        if value is not None
    )


@given(shares, shares)
def test_the_curve_counts_what_is_covered(identifiers, others):
    for one in curve(identifiers, others):
        assert one.covered == sum(covered(share, one.rho) for share in identifiers)
        assert one.others == sum(covered(share, one.rho) for share in others)


@given(st.integers(1, 9), st.integers(0, 9))
def test_all_silent_finds_all_and_none_silent_nothing(identifiers, others):
    everything = curve([1.0] * identifiers, [1.0] * others)
    nothing = curve([0.0] * identifiers, [0.0] * others)
    assert {one.recall for one in everything} == {1}
    assert {one.precision for one in everything} == {identifiers / (identifiers + others)}
    assert {(one.recall, one.precision, one.f1) for one in nothing} == {(0, None, 0)}


@given(st.lists(st.floats(0, 1)))
def test_each_share_is_in_one_bin(found):
    counts = histogram(found)
    assert len(counts) == len(BINS)
    assert sum(counts) == len(found)


def test_a_bin_holds_its_upper_end():
    assert histogram([0, 0.1, 0.1000000001, 0.3, 1]) == (1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 1)
