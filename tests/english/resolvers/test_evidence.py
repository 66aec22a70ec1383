"""The text itself contradicts the span of a model: acronyms, cut-off words, roles, software."""

from __future__ import annotations

from typing import Any

import pytest
from anonfilter_english.resolvers.evidence import Evidence
from anonfilter_english.resolvers.identifiers import Identifiers
from anonfilter_english.resolvers.recording import Recording

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from tests import shipped
from tests.english.resolvers.marking import Resolved, accounted, marked_document


def resolve(marked: str, made: Any = Evidence, **config: Any) -> Resolved:
    labels = shipped.ruleset().labels
    resolver = made(made.Config(**config), Setting(made.__name__, labels=labels))
    document, spans = marked_document(marked)
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Criminal and Gang Members Anonymous, <PERSON CGMA>, or <PERSON C.G.M.A.> for short.",
            "<ORGANIZATION CGMA>, or <ORGANIZATION C.G.M.A.>",
        ),
        ("<PERSON VOW>, Veterans of Worth.", "<ORGANIZATION VOW>"),
        ("<PERSON KEEP> stands for Kids Eating and Exercising Proudly", "<ORGANIZATION KEEP>"),
        ("the Long-Term Offender Group. And <PERSON LTOG> helped", "<ORGANIZATION LTOG>"),
        ("I was in <PERSON JJ> for years with Jim.", "<PERSON JJ>"),
        ("<PERSON@speakers MARY>: my Aunt Ruth's yard.", "<PERSON MARY>"),
    ],
)
def test_an_acronym_that_the_text_writes_out_is_no_person(before: str, after: str) -> None:
    assert after in resolve(before).marked


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<ORGANIZATION CORRECTIONS TO> IT", "CORRECTIONS TO IT"),
        ("<ORGANIZATION PRIOR TO> THAT", "PRIOR TO THAT"),
        ("<ORGANIZATION Lindqvist Of> it", "<ORGANIZATION Lindqvist Of> it"),
    ],
)
def test_common_words_that_end_in_a_small_word_are_no_name(before: str, after: str) -> None:
    assert resolve(before).marked == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "JOY STONE, <PERSON Victim's Next>-of-<PERSON Kin>\n",
            "JOY STONE, Victim's Next-of-Kin\n",
        ),
        (
            "the secretary of the <ORGANIZATION Tulsa Election Board>",
            "the secretary of the <ORGANIZATION Tulsa Election Board>",
        ),
        (
            "JOY STONE, <PERSON DOJ Victim> Advocate (via video)",
            "JOY STONE, DOJ Victim Advocate (via video)",
        ),
        ("<PERSON JOY STONE>, Attorney", "<PERSON JOY STONE>, Attorney"),
        ("Officer <PERSON Marshal>, sit down.", "Officer <PERSON Marshal>, sit down."),
        ("Deputy District Attorney <PERSON Quist>", "Deputy District Attorney <PERSON Quist>"),
    ],
)
def test_a_part_of_a_role_is_no_name(before: str, after: str) -> None:
    assert resolve(before).marked == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for <ORGANIZATION inmate- Correction> of it",
            "for inmate- <ORGANIZATION Correction> of it",
        ),
        (
            "at <ORGANIZATION Halvorsen-- Halvorsen Works>.",
            "at <ORGANIZATION Halvorsen>-- <ORGANIZATION Halvorsen Works>.",
        ),
        ("at <ORGANIZATION Bell-Quist Works>.", "at <ORGANIZATION Bell-Quist Works>."),
    ],
)
def test_a_break_divides_a_span(before: str, after: str) -> None:
    assert resolve(before).marked == after


def test_an_identifier_has_one_number_with_any_punctuation() -> None:
    document, _ = marked_document("L-90314, l 90314, L90314")
    spans = [
        Span(0, 7, "CDCR_ID", "patterns"),
        Span(9, 16, "CDCR_ID", "patterns"),
        Span(18, 24, "CDCR_ID", "patterns"),
    ]
    found, changes = Identifiers(Identifiers.Config(), Setting("identifiers")).resolve(
        document, spans
    )
    assert [span.canonical or "L90314" for span in found] == ["L90314"] * 3
    assert len(changes) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[<TIME 00:04:51>]\nspk_0: at <TIME 4:51>.", "[00:04:51]\nspk_0: at <TIME 4:51>."),
        ("<TIME@patterns 00:04:51>.200 --> <TIME 00:04:53>.000", None),
        ("<TIME 00:04:51> Moderator: Okay.", "00:04:51 Moderator: Okay."),
        ("hi\n<LOCATION spk_2>: so\nSpeaker <PERSON 2>: hi", "hi\nspk_2: so\nSpeaker 2: hi"),
        ("<PERSON Jane> 2: so, at <LOCATION spk_2>", "<PERSON Jane> 2: so, at <LOCATION spk_2>"),
    ],
)
def test_spans_in_the_output_of_transcript_software_are_dropped(
    before: str, after: str | None
) -> None:
    marked = resolve(before, Recording).marked
    if after is None:
        assert marked.startswith("00:04:51")
    else:
        assert marked == after
