"""Cohen's kappa, by its definition and by examples."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from anonfilter_review.reviewer_agreement import NOT_MARKED, Agreement, compared, together
from hypothesis import given
from hypothesis import strategies as st


def test_an_example_worked_out_on_paper():
    pairs = [("redact", "redact")] * 20 + [("redact", "keep")] * 5
    pairs += [("keep", "redact")] * 10 + [("keep", "keep")] * 15
    agreement = Agreement(tuple(pairs))
    assert agreement.alike == 35
    assert agreement.kappa == pytest.approx(0.4)  # (0.7 - 0.5) / (1 - 0.5)


def test_agreement_that_chance_explains_is_none():
    pairs = [(one, other) for one in "ab" for other in "ab"]
    assert Agreement(tuple(pairs)).kappa == 0


def test_one_answer_throughout_tells_nothing():
    assert Agreement((("redact", "redact"),) * 9).kappa is None
    assert Agreement(()).kappa is None


def test_a_mark_of_one_reviewer_is_a_difference():
    agreement = compared({(0, 3): "redact"}, {(0, 3): "redact", (5, 9): "open as PERSON"})
    assert agreement.pairs == (("redact", "redact"), (NOT_MARKED, "open as PERSON"))
    assert together([agreement, agreement]).alike == 2


ANSWERS = st.sampled_from(["redact", "skip", "allow once"])


@given(st.lists(st.tuples(ANSWERS, ANSWERS), min_size=1, max_size=40))
def test_agreement_follows_the_definition_and_is_symmetric(pairs):
    agreement = Agreement(tuple(pairs))
    number = len(pairs)
    observed = Fraction(sum(one == other for one, other in pairs), number)
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(Fraction(first[one] * second[one], number**2) for one in first)
    if chance == 1:
        assert agreement.kappa is None
    else:
        assert agreement.kappa == pytest.approx(float((observed - chance) / (1 - chance)))
    assert Agreement(tuple((other, one) for one, other in pairs)).kappa == agreement.kappa
