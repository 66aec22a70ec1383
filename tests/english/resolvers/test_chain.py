"""The resolvers of the default rules together, on any list of spans."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anonfilter.contract.document import Document, Span
from anonfilter.engine.pipeline import Engine, Options
from anonfilter.rules import parse_ruleset
from tests import shipped
from tests.english.resolvers.marking import accounted, document_of

DEFAULT = shipped.ruleset()
RESOLVERS = [instance.make() for instance in DEFAULT.instances["resolvers"]]
NAMES = ["Ana Okonkwo", "Mark Will", "Okonkwo-Bell", "May", "O'Brien", "Dr. Rose Young", "Richar-"]
WORDS = [
    *NAMES,
    "Presiding Commissioner",
    "the",
    "Mr.",
    "mark",
    "will",
    "said",
    ",",
    ".",
    "\n",
    "33 years old",
    "Monday",
    "the 15th of June",
    "in 2011",
    "OKONKWO",
    "okay",
    "JONES:",
    "London-based",
    "9",
    "two hours",
    "'s",
    "(",
    '"',
    "-",
    "Bell",
]
LABELS = ["PERSON", "LOCATION", "ORGANIZATION", "DATE", "TIME", "NRP", "AGE", "DURATION"]


@st.composite
def found(draw: Any) -> tuple[Document, list[Span]]:
    """A text of these words, and spans in any places of it."""
    text = " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14)))
    spans = []
    for _ in range(draw(st.integers(0, 8))):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, min(len(text), start + 30)))
        by = draw(st.sampled_from(["spacy", "patterns", "dictionary"]))
        spans.append(Span(start, end, draw(st.sampled_from(LABELS)), by, 0.85))
    return document_of(text), spans


@given(found())
@settings(max_examples=300, deadline=None)
def test_each_resolver_accounts_for_each_span(case: tuple[Document, list[Span]]) -> None:
    document, spans = case
    for resolver in RESOLVERS:
        before = spans
        spans, changes = resolver.resolve(document, before)
        accounted(before, spans, changes)
    assert all(a.end <= b.start for a, b in pairwise(spans))


RULES = """
anonfilter: 1
extends: default
detectors:
  - {use: spacy, enabled: false}
  - use: dictionary
    terms:
      - {term: Ana Okonkwo, label: PERSON}
      - {term: Mark Will, label: PERSON}
      - {term: Rose Young, label: PERSON}
      - {term: Port Ellery, label: LOCATION}
"""


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(parse_ruleset(RULES, "test.yaml"), Options(assume_language=True))


TEXTS = st.lists(
    st.sampled_from([*WORDS, "Port Ellery", "PORT ELLERY", "Rose Young", "ana"]),
    min_size=1,
    max_size=25,
).map(" ".join)


@pytest.mark.slow
@given(TEXTS)
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_filtered_text_is_clean_and_filtering_it_again_changes_nothing(
    engine: Engine, text: str
) -> None:
    first = engine.redact(engine.read_document(text.encode(), "a.txt"))
    again = engine.read_document(first.output, "a.txt")
    assert bool(engine.check(again)) == bool(first.findings)  # remaining findings are reported
    if first.findings:  # a rare text needs a fourth round
        first = engine.redact(again)
        again = engine.read_document(first.output, "a.txt")
    assert first.findings == ()
    assert engine.check(again) == []
    assert engine.redact(again).output == first.output


@pytest.mark.slow
def test_the_example_of_two_people() -> None:
    engine = Engine(DEFAULT, Options(assume_language=True))
    text = b"We have a John Doe and the victim is Jane Smith.\n"
    assert engine.redact(engine.read_document(text, "a.txt")).output == (
        b"We have a [PERSON_1] and the victim is [PERSON_2].\n"
    )
