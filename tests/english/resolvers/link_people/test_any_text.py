"""Linking any text does not fail, and gives each name an identity."""

from __future__ import annotations

from anonfilter_english.resolvers.link_people.link_people import LinkPeople
from hypothesis import given, settings
from hypothesis import strategies as some

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import document_of

WORDS = some.sampled_from(
    [
        "Bell",
        "Ann",
        "Mr.",
        "the",
        "J.R.",
        "O'Hara",
        "-",
        ",",
        "Jr.",
        "de",
        "Q.C.",
        "ß",
        "\u0130",
        "'s",
        "\u05e0\u05e2\u05de\u05d9",
        "\ufffc",
        "GW",
        "7",
        "born",
        "(",
        "\u00c5",
        "B",
        "Okonkwo-Bell",
        "\n",
    ]
)
SURFACES = some.lists(WORDS, min_size=1, max_size=5).map(" ".join) | some.text(
    min_size=1, max_size=12
)


@settings(max_examples=150, deadline=None)
@given(some.lists(SURFACES, min_size=1, max_size=8))
def test_any_text_of_a_span_is_linked(surfaces: list[str]) -> None:
    document = document_of(" x ".join(surfaces))
    places: list[tuple[int, int]] = []
    at = 0
    for surface in surfaces:
        places.append((at, min(at + len(surface), len(document.text))))
        at += len(surface) + 3
    spans = [Span(start, end, "PERSON", "model") for start, end in places if start < end]
    found, _ = LinkPeople(LinkPeople.Config(), Setting("link-people")).resolve(document, spans)
    assert [(span.start, span.end) for span in found] == [(s.start, s.end) for s in spans]
    assert all(span.entity for span in found)
