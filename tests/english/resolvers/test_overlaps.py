"""Overlapping spans become disjoint, and every marked character stays marked."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from anonfilter_english.resolvers.overlaps import Overlaps
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from tests import shipped
from tests.english.resolvers.marking import accounted, document_of

TEXT = "Jane Smith met Bell"
LABELS = shipped.ruleset().labels
DETECTORS = ("patterns", "model", "names")


def settle(spans: list[Span], text: str = TEXT, **config: Any) -> list[Span]:
    setting = Setting("overlaps", labels=LABELS, precedence=DETECTORS)
    resolver = Overlaps(Overlaps.Config.model_validate(config), setting)
    found, changes = resolver.resolve(document_of(text), spans)
    accounted(spans, found, changes)
    return found


def span(
    start: int, end: int, label: str = "PERSON", by: str = "model", score: float = 0.8
) -> Span:
    return Span(start, end, label, by, score)


def places(found: list[Span]) -> list[tuple[int, int, str]]:
    return [(one.start, one.end, one.label) for one in found]


def test_the_same_span_goes_to_the_detector_that_comes_first() -> None:
    found = settle([span(0, 10), span(0, 10, "ORGANIZATION", "patterns", 0.1)])
    assert places(found) == [(0, 10, "ORGANIZATION")]


def test_the_higher_score_of_one_detector_wins() -> None:
    found = settle([span(0, 10, score=0.5), span(0, 10, "LOCATION", score=0.6)])
    assert places(found) == [(0, 10, "LOCATION")]


def test_a_joined_span_names_all_its_detectors() -> None:
    (found,) = settle([span(0, 10, by="names"), span(0, 10)])
    assert found.detectors == ("model", "names")


def test_the_outer_of_nested_spans_wins() -> None:
    assert places(settle([span(0, 10), span(5, 10, "LOCATION", score=0.99)])) == [(0, 10, "PERSON")]


@pytest.mark.parametrize(
    ("text", "inner", "left"),
    [
        ("Aunt Bell's Barn", (5, 9), [(0, 4), (12, 16)]),
        ("Bell <b@x.example>", (6, 17), [(0, 4)]),
        ("Bell, (Smith) Barn", (0, 4), [(6, 18)]),
    ],
)
def test_punctuation_at_a_cut_belongs_to_no_span(
    text: str, inner: tuple[int, int], left: list[tuple[int, int]]
) -> None:
    found = settle([span(0, len(text), "ORGANIZATION"), span(*inner, by="patterns")], text)
    assert [(one.start, one.end) for one in found if one.label == "ORGANIZATION"] == left


def test_an_inner_span_with_precedence_divides_the_outer() -> None:
    found = settle([span(0, 19, "ORGANIZATION"), span(5, 10, by="patterns")])
    assert places(found) == [(0, 4, "ORGANIZATION"), (5, 10, "PERSON"), (11, 19, "ORGANIZATION")]


@pytest.mark.parametrize("by", ["patterns", "names"])
def test_overlapping_spans_of_one_label_are_joined(by: str) -> None:
    assert places(settle([span(0, 10), span(5, 14, by=by)])) == [(0, 14, "PERSON")]
    assert places(settle([span(0, 19), span(5, 10, by=by)])) == [(0, 19, "PERSON")]


def test_crossing_spans_are_cut_without_a_gap() -> None:
    found = settle([span(0, 10), span(5, 14, "LOCATION", "patterns")])
    assert places(found) == [(0, 4, "PERSON"), (5, 14, "LOCATION")]


def test_a_label_that_stays_does_not_shorten_a_replaced_span() -> None:
    found = settle([span(0, 14, "DURATION", "patterns"), span(0, 10)])
    assert places(found) == [(0, 10, "PERSON"), (11, 14, "DURATION")]


def test_a_label_can_have_its_own_order_of_detectors() -> None:
    spans = [span(0, 10, "LOCATION", "names"), span(0, 10, "PERSON", "model")]
    assert places(settle(spans)) == [(0, 10, "PERSON")]
    assert places(settle(spans, precedence={"LOCATION": ["names"]})) == [(0, 10, "LOCATION")]


@st.composite
def marked(draw: Any) -> tuple[str, list[Span]]:
    text = draw(st.text(alphabet="ab Zé1.-", min_size=1, max_size=30))
    count = draw(st.integers(0, 12))
    spans = []
    for _ in range(count):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        label = draw(st.sampled_from(["PERSON", "LOCATION", "DATE", "DURATION"]))
        by = draw(st.sampled_from([*DETECTORS, "propagate"]))
        spans.append(Span(start, end, label, by, draw(st.sampled_from([0.5, 0.9]))))
    return text, spans


def _covered(spans: list[Span], text: str) -> set[int]:
    return {at for one in spans for at in range(one.start, one.end) if text[at].isalnum()}


@given(marked())
def test_the_result_is_disjoint_and_covers_all_marked_words(case: tuple[str, list[Span]]) -> None:
    text, spans = case
    found = settle(spans, text)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert _covered(found, text) == _covered(spans, text)
    masked = [one for one in spans if LABELS[one.label].redact]
    still = [one for one in found if LABELS[one.label].redact]
    assert _covered(still, text) == _covered(masked, text)


@pytest.mark.parametrize(
    ("text", "left"),
    [("ATTORNEY BELL: Yes.", []), ("VELMERE BELL: Yes.", [(0, 7, "ORGANIZATION")])],
)
def test_an_office_before_the_name_in_a_speaker_label_stays(
    text: str, left: list[tuple[int, int, str]]
) -> None:
    start = text.index("BELL")
    name = Span(start, start + 4, "PERSON", "patterns", 0.97, "label")
    body = span(0, start + 4, "ORGANIZATION")
    setting = Setting("overlaps", labels=LABELS, precedence=DETECTORS)
    found, _ = Overlaps(Overlaps.Config(), setting).resolve(document_of(text), [body, name])
    assert places(found) == [*left, (start, start + 4, "PERSON")]


@given(marked(), st.randoms())
def test_the_order_in_which_detectors_report_does_not_matter(
    case: tuple[str, list[Span]], random: Any
) -> None:
    text, spans = case
    shuffled = list(spans)
    random.shuffle(shuffled)
    assert settle(shuffled, text) == settle(spans, text)


@pytest.mark.parametrize("count", [20_000])
def test_many_spans_in_one_place_take_a_limited_time(count: int) -> None:
    text = "x" * count
    found = settle([Span(at, min(count, at + 40), "PERSON", "model") for at in range(count)], text)
    assert _covered(found, text) == set(range(count))


@pytest.mark.parametrize(("rest", "label"), [("and", "DATE"), ("for", "TIME"), ("at", "DATE")])
def test_a_small_word_that_touches_a_number_is_no_rest_of_a_span(rest: str, label: str) -> None:
    text = f"call 415-555-2671{rest} so on"
    found = settle([span(5, 17, "PHONE_NUMBER", "patterns"), span(9, 17 + len(rest), label)], text)
    assert places(found) == [(5, 17, "PHONE_NUMBER")]


def test_another_rest_of_a_number_stays_marked() -> None:
    text = "call 415-555-2671four or so"
    found = settle([span(5, 17, "PHONE_NUMBER", "patterns"), span(9, 21, "DATE")], text)
    assert places(found) == [(5, 17, "PHONE_NUMBER"), (17, 21, "DATE")]
