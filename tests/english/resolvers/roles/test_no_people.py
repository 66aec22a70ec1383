"""Acronyms, bodies and works that a model took for people are no witnesses."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.roles.roles import Roles

from anonfilter.contract.document import Label, Span
from anonfilter.contract.plugin import Setting
from tests.english.resolvers.roles.casting import LABELS, decided, marked

KNOWN = {**LABELS, "MISCELLANEOUS": Label("MISCELLANEOUS")}


def made(text: str) -> list[tuple[str, str]]:
    """The label and role of each mention, where all without a role are witnesses."""
    document, spans = marked(text)
    reported, _ = Roles(Roles.Config(), Setting("roles", labels=KNOWN)).resolve(document, spans)
    found: list[Span] = decided(document, reported, labels=KNOWN, default_role="WITNESS")
    return [(span.label, span.category) for span in found]


@pytest.mark.parametrize(
    "text",
    [
        "The [[QSFA]] disagreed.",
        "[[QSFA]] testified that it had paid.",
        "The [[Skiff Federation]] disagreed.",
        "He went to the [[Doping Control Committee]] at once.",
        "The report of the [[Arden Rowing Association]] was read.",
    ],
)
def test_an_acronym_or_a_body_is_no_witness(text: str) -> None:
    assert made(text) == [("ORGANIZATION", "")]


@pytest.mark.parametrize(
    "text",
    [
        "Mr. [[QUEN]] disagreed.",
        "IT WAS SAID BY [[QUEN]] THAT NOBODY CAME.",
        "Then [[Marta Quen]] disagreed.",
        "Then [[Anna Church]] disagreed.",
    ],
)
def test_a_person_is_one_whatever_the_form(text: str) -> None:
    assert made(text) == [("PERSON", "WITNESS")]


@pytest.mark.parametrize(
    "text",
    [
        "He owns a weekly newspaper, [[Glas Severa]].",
        "They sailed on the yacht [[Marta Quen]] to Arden.",
        "She won the [[Duarte]] Cup in that year.",
        "It is so under the [[Penhale]] Convention.",
    ],
)
def test_a_work_a_ship_a_law_are_miscellaneous(text: str) -> None:
    assert made(text) == [("MISCELLANEOUS", "")]
