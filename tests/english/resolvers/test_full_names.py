"""A span of half a name is widened to the whole name."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.full_names import FullNames

from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import Resolved, accounted, marked_document


def widened(marked: str) -> str:
    document, spans = marked_document(marked)
    resolver = FullNames(FullNames.Config(), Setting("full-names"))
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes).marked


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("<PERSON Dora> Okonjo came.", "<PERSON Dora Okonjo> came."),
        ("Then Yewande <PERSON Adaeze Bell> came.", "Then <PERSON Yewande Adaeze Bell> came."),
        ("<PERSON Ioan> Petrescu Clintoc came.", "<PERSON Ioan Petrescu Clintoc> came."),
        ("I met <PERSON Dora>\nOkonjo there.", "I met <PERSON Dora\nOkonjo> there."),
        ("<PERSON Kim> Dae-jung came.", "<PERSON Kim Dae-jung> came."),
    ],
)
def test_rare_words_with_a_capital_belong_to_the_name(marked: str, expected: str) -> None:
    assert widened(marked) == expected


@pytest.mark.parametrize(
    "marked",
    [
        "Yesterday <PERSON Dora> Will came.",
        "Interviewee\t<PERSON Dora>\n   Correctional Officer",
        "<PERSON Dora Bell>\nTranscriber",
        "That's <PERSON Dora>. Okonjo came.",
        "On Monday <PERSON Dora> came, Okonjo too.",
        "In January <PERSON Dora> left.",
        "<NRP Nigerian> <PERSON Dora> came.",
        "<PERSON Dora> okonjo came.",
        "MINUTES OF <PERSON DORA> OKONJO",
        "<PERSON Dora>\n\nOkonjo",
        "Okay <PERSON Dora> came.",
    ],
)
def test_other_words_do_not_belong_to_the_name(marked: str) -> None:
    assert widened(marked) == marked


def test_a_title_is_part_of_a_name_only_inside_the_name(resolve) -> None:
    made = resolve(FullNames, "by Shri\n<PERSON Anselm Lobo> and Pamidighan Sri <PERSON Narasimha>")
    assert made.marked == "by Shri\n<PERSON Anselm Lobo> and <PERSON Pamidighan Sri Narasimha>"
    assert resolve(FullNames, "by P.Sri <PERSON Ram>").marked == "by P.<PERSON Sri Ram>"
