"""The resolver ``identifiers``: all spellings of an identifier have one canonical form."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.identifiers import Identifiers

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import Resolved, accounted, document_of, marked_document


def resolved(marked: str, **config: object) -> Resolved:
    document, spans = marked_document(marked)
    resolver = Identifiers(Identifiers.Config.model_validate(config), Setting("identifiers"))
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes)


def plain(marked: str, **config: object) -> list[str]:
    """Return the canonical form of each span, or else its text."""
    made = resolved(marked, **config)
    return [span.canonical or made.document.text[span.start : span.end] for span in made.spans]


@pytest.mark.parametrize(
    "surface",
    [
        "L90314",
        "L-90314",
        "l90314",
        "l 90314",
        "L 90-314",
        "L.90314",
        "L_90314",
        "L-9-0-3-1-4",
        "L 9 0 3 1 4",
        "#L90314",
        "(L-90314)",
        "L\u201490314",
        "L\n90314",
    ],
)
def test_all_groupings_have_the_same_canonical_form(surface: str) -> None:
    assert plain(f"Number <CDCR_ID {surface}>.") == ["L90314"]


def test_different_identifiers_have_different_forms() -> None:
    marked = "<CDCR_ID L-90314>, <CDCR_ID M-90314>, <CDCR_ID L-90341>, <CDCR_ID L-9031>"
    assert plain(marked) == ["L90314", "M90314", "L90341", "L9031"]


def test_only_the_form_changes() -> None:
    marked = "He is <CDCR_ID L-90314>, and <CDCR_ID l 90314> on the form."
    made = resolved(marked)
    assert made.marked == marked
    assert made.reasons == ["an identifier in its form without punctuation"] * 2


@pytest.mark.parametrize(
    "marked",
    ["<CDCR_ID L90314>", "<GENERIC_ID l-90314>", "<PERSON Ilse Brandvold-Hale>", "L-90314"],
)
def test_values_without_punctuation_and_other_labels_stay(marked: str) -> None:
    made = resolved(marked)
    assert made.spans == made.before
    assert made.changes == []


def test_rules_name_the_labels() -> None:
    marked = "<GENERIC_ID ab-12 34>, <CDCR_ID l-90314>"
    assert plain(marked, labels=["GENERIC_ID"]) == ["AB1234", "l-90314"]


def test_a_canonical_form_from_a_detector_stays() -> None:
    document = document_of("Lincoln nine oh three one four")
    span = Span(0, len(document.text), "CDCR_ID", "phonetic", canonical="L90314")
    resolver = Identifiers(Identifiers.Config(), Setting("identifiers"))
    assert resolver.resolve(document, [span]) == ([span], [])
