"""Span algebra never loses a covered character and never lets two spans share one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import Field, Span
from anonfilter.engine import spans

TEXT = "Anna Bell met Carl Dunn-Ewing in Fort Gable on 12 May, he said. " * 3


def _span(pair: tuple[int, int], label: str = "PERSON") -> Span:
    return Span(min(pair), max(pair) + 1, label, "test")


PLACES = st.integers(0, len(TEXT) - 1)
SPANS = st.lists(st.tuples(PLACES, PLACES).map(_span), max_size=30)
HOLES = st.lists(st.tuples(PLACES, PLACES), max_size=8)


def _covered(found: list[Span]) -> set[int]:
    return {at for span in found for at in range(span.start, span.end) if TEXT[at].isalnum()}


@given(SPANS)
def test_disjoint_covers_the_same_letters_and_shares_none(found: list[Span]) -> None:
    result = spans.disjoint(found, TEXT)
    assert _covered(result) == _covered(found)
    for one, following in pairwise(result):
        assert one.end <= following.start


@given(SPANS, st.randoms())
def test_disjoint_does_not_depend_on_the_order_of_detectors(found: list[Span], random) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(found)
    random.shuffle(shuffled)
    assert spans.disjoint(found, TEXT) == spans.disjoint(shuffled, TEXT)


@given(st.tuples(PLACES, PLACES).map(_span), HOLES)
def test_subtract_leaves_exactly_the_letters_outside_the_holes(
    span: Span, holes: list[tuple[int, int]]
) -> None:
    ordered = spans.disjoint([_span(hole) for hole in holes], TEXT)
    stretches = [(hole.start, hole.end) for hole in ordered]
    inside = {at for start, end in stretches for at in range(start, end)}
    left = spans.subtract(span, stretches, TEXT)
    assert _covered(left) == _covered([span]) - inside


def test_clip_cuts_at_the_ends_of_fields() -> None:
    fields = (Field(0, 9), Field(14, 30))
    (first, second) = spans.clip([Span(5, 23, "PERSON", "test")], fields, TEXT)
    assert (TEXT[first.start : first.end], TEXT[second.start : second.end]) == ("Bell", "Carl Dunn")


def test_excluded_stretches_hold_what_lies_within_them_under_the_same_label_only() -> None:
    barred = spans.ExcludedStretches([(10, 20, "PERSON"), (40, 44, "ORGANIZATION")])
    assert Span(12, 20, "PERSON", "test") in barred
    assert Span(12, 21, "PERSON", "test") not in barred
    assert Span(12, 20, "LOCATION", "test") not in barred
    assert Span(40, 44, "ORGANIZATION", "test") in barred
