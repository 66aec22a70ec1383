"""A spelling gets the number of the name that it spells, or is dropped."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_english.detectors.spelled import Spelled
from anonfilter_english.resolvers.spellings.spellings import Spellings

from anonfilter.contract.document import Change, Label, Span
from anonfilter.contract.plugin import Setting
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset
from tests.english.resolvers.marking import accounted, marked_document

LABELS = {name: Label(name) for name in ("PERSON", "SPELLED_NAME", "ORGANIZATION", "LOCATION")}


def resolved(marked: str) -> tuple[list[tuple[str, str, str]], list[Change]]:
    """Resolve the marked names together with the spellings in the text."""
    document, marks = marked_document(marked)
    setting = Setting("spelled", folder=Path(), labels=LABELS)
    spelled = list(Spelled(Spelled.Config(), setting).detect(document, document.fields))
    before: list[Span] = [*marks, *spelled]
    after, changes = Spellings(Spellings.Config(), setting).resolve(document, before)
    accounted(before, after, changes)
    ordered = sorted(after, key=lambda span: span.start)
    return [
        (document.text[span.start : span.end], span.label, span.canonical) for span in ordered
    ], changes


def spelled(marked: str) -> list[tuple[str, str]]:
    """Return the spellings that stay, each with its canonical form."""
    return [(text, name) for text, label, name in resolved(marked)[0] if label == "SPELLED_NAME"]


def test_letters_that_spell_a_known_name_get_its_number() -> None:
    assert spelled("<PERSON Bao Ng>. Then N-G.") == [("N-G", "Ng")]
    assert spelled("<PERSON Ines Tovar-Vos>: V-O-S.") == [("V-O-S", "Vos")]
    assert spelled("<PERSON J.R. Vale>, J-R") == [("J-R", "J.R")]


def test_letters_that_spell_no_name_are_dropped() -> None:
    names, changes = resolved("<PERSON Bao Ng> went to N-A and U.S. courts, I, uh, W-E did.")
    assert [name for name in names if name[1] == "SPELLED_NAME"] == []
    assert {change.reason for change in changes} == {"letters that spell no known name"}


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("<PERSON Kit Tolliver>, T-O-L-I-V-E-R.", ("T-O-L-I-V-E-R", "Tolliver")),
        ("<PERSON Kit Tolliver>, T-O-L-L-I-V-R-E.", ("T-O-L-L-I-V-R-E", "Tolliver")),
        ("<PERSON Kit Vos>. That's W-O-S.", ("W-O-S", "Vos")),
    ],
)
def test_a_misspelling_gets_the_number_of_the_name_before_it(
    text: str, spelling: tuple[str, str]
) -> None:
    assert spelled(text) == [spelling]


def test_different_names_get_different_numbers() -> None:
    assert spelled("<PERSON Kit Vos> met Q-U-I-L-L-A-N.") == [("Q-U-I-L-L-A-N", "Quillan")]


def test_two_groups_of_letters_may_spell_one_known_name() -> None:
    assert spelled("<PERSON Kit Tolliver>: T-O-L-L, I-V-E-R.") == [
        ("T-O-L-L", "Tolliver"),
        ("I-V-E-R", "Tolliver"),
    ]


def test_one_group_of_letters_may_spell_two_known_names() -> None:
    assert spelled("<PERSON Kit Tovar>, spelled k i t t o v a r") == [
        ("k i t", "Kit"),
        ("t o v a r", "Tovar"),
    ]


def test_the_word_i_beside_a_spelling_is_not_part_of_it() -> None:
    assert spelled("<PERSON Kit Tovar>, spelled t o v a r I") == [("t o v a r", "Tovar")]


def test_a_corrected_spelling_is_the_same_name() -> None:
    first, second = spelled("Q-U-I-L-A-N, sorry, Q-U-I-L-L-A-N.")
    assert first[1] == second[1] == "Quillan"


def test_a_spelled_name_is_found_everywhere() -> None:
    names, _ = resolved("my name is quillan q u i l l a n and miss quillan is me")
    assert names == [
        ("quillan", "PERSON", "Quillan"),
        ("q u i l l a n", "SPELLED_NAME", "Quillan"),
        ("quillan", "PERSON", "Quillan"),
    ]


def test_a_common_word_is_a_name_only_beside_its_spelling() -> None:
    names, _ = resolved("I am Mr. Reed, R-E-E-D. There was a reed by the lake.")
    assert [text for text, label, _ in names if label == "PERSON"] == ["Reed"]


def test_a_spelled_name_that_a_model_took_for_a_firm_is_relabelled() -> None:
    names, _ = resolved("<ORGANIZATION Quillan>, Q-U-I-L-L-A-N. From <LOCATION Velda>, V-E-L-D-A.")
    assert [label for _, label, _ in names] == [
        "PERSON",
        "SPELLED_NAME",
        "LOCATION",
        "SPELLED_NAME",
    ]


RULES = """
anonfilter: 1
labels:
  PERSON: {kind: direct, risk: 5, tag: name-parts, survives: fail}
  SPELLED_NAME: {kind: direct, risk: 5, template: '[SPELLED_NAME_{n}]', sequence: PERSON}
formats: [{use: text}]
detectors:
  - use: spelled
  - use: dictionary
    terms: [{term: John Doe, label: PERSON}, {term: Jane Smith, label: PERSON}]
resolvers: [{use: spellings}, {use: propagate}, {use: overlaps}]
taggers: [{use: numbered}, {use: name-parts}]
"""


def test_names_and_spellings_share_their_numbers_and_filtering_again_changes_nothing() -> None:
    engine = Engine(parse_ruleset(RULES, "rules"))
    text = (
        "We have a John Doe and the victim is Jane Smith. That's D-O-E, of the F-B-I.\n\n"
        "MS. VALE: S-M-I.\nMR. ASH: Okay.\nMS. VALE: T-H. And spelled Q-U-I-L-L.\n"
    )
    redaction = engine.redact(engine.read_document(text.encode(), "test.txt"))
    output = redaction.output.decode()
    assert output == (
        "We have a [PERSON_1] [PERSON_2] and the victim is [PERSON_3] [PERSON_4]. "
        "That's [SPELLED_NAME_2], of the F-B-I.\n\n"
        "MS. VALE: [SPELLED_NAME_4].\nMR. ASH: Okay.\n"
        "MS. VALE: [SPELLED_NAME_4]. And spelled [SPELLED_NAME_5].\n"
    )
    again = engine.read_document(redaction.output, "test.txt")
    assert engine.redact(again).output == redaction.output
    assert engine.check(again) == []
