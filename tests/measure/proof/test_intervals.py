"""Intervals of shares, and agreement of reviewers."""

from __future__ import annotations

import pytest
from anonfilter_measure.proof.intervals import agreement, exact, kappa, over_strata
from scipy.stats import beta, hypergeom


def test_intervals_of_large_populations_are_clopper_and_pearsons() -> None:
    low, high = exact(19, 200, 10_000_000)
    assert low == pytest.approx(beta.ppf(0.025, 19, 182), abs=1e-4)
    assert high == pytest.approx(beta.ppf(0.975, 20, 181), abs=1e-4)


def test_nothing_found_does_not_mean_that_there_is_nothing() -> None:
    low, high = exact(0, 200, 100_000)
    assert low == 0
    assert high == pytest.approx(0.018, abs=0.001)


@pytest.mark.parametrize("found", range(11))
def test_the_ends_are_the_last_that_the_test_does_not_refuse(found: int) -> None:
    drawn, population = 10, 40
    kept = [
        having
        for having in range(found, population - (drawn - found) + 1)
        if hypergeom.sf(found - 1, population, having, drawn) > 0.025
        and hypergeom.cdf(found, population, having, drawn) > 0.025
    ]
    assert exact(found, drawn, population) == (kept[0] / population, kept[-1] / population)


def test_a_complete_sample_is_exact() -> None:
    assert exact(3, 12, 12) == (0.25, 0.25)
    whole = over_strata([(3, 12, 12), (0, 8, 8)])
    assert (whole.share, whole.low, whole.high) == (0.15, 0.15, 0.15)


def test_strata_that_were_drawn_by_size_are_as_one_sample() -> None:
    found = over_strata([(2, 20, 200), (1, 10, 100)])
    assert (found.low, found.high) == exact(3, 30, 300)
    assert (found.found, found.share) == (3, pytest.approx(0.1))


def test_strata_weigh_as_much_as_they_are_large() -> None:
    found = over_strata([(5, 10, 20), (0, 10, 980)])
    assert found.share == pytest.approx(0.01)
    assert found.low <= found.share <= found.high
    assert found.high - found.low > exact(0, 20, 1000)[1]


def test_kappa() -> None:
    answers = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10
    assert kappa([*answers, *[(False, False)] * 15]) == pytest.approx(0.4)
    assert kappa([(False, False)] * 9) is None


def test_agreement_of_three_is_the_mean_of_the_pairs() -> None:
    said = {"a": [True, False], "b": [True, False], "c": [False, False]}
    equal, _ = agreement(said)
    assert equal == pytest.approx((1 + 0.5 + 0.5) / 3)
    assert agreement({"a": [True]}) == (None, None)
