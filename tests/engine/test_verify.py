"""Originals that are left in an output: the one search of verification."""

from __future__ import annotations

import pytest
from anonfilter_documents.plaintext import Plaintext

from anonfilter.contract.document import (
    Change,
    Document,
    Label,
    Mention,
    Source,
    Span,
    Survives,
    TaggedMention,
)
from anonfilter.contract.plugin import Setting
from anonfilter.engine.survivors import find_survivors

PERSON = Label("PERSON", risk=5, survives=Survives.FAIL)
HANDLE = Label("HANDLE", risk=4, survives=Survives.FAIL)
PLACE = Label("PLACE", risk=2)


def document(text: str) -> Document:
    return Plaintext(Plaintext.Config(), Setting("text")).read(Source("a.txt", text))


def replaced(surface: str, label: Label = PERSON) -> TaggedMention:
    return TaggedMention(Mention(Span(0, len(surface), label.name, "test"), surface, label), ())


def left(
    text: str, *tagged: TaggedMention, changes: tuple[Change, ...] = ()
) -> tuple[list[str], ...]:
    """What is left in the same words, and what is left written otherwise."""
    found = find_survivors(document(text), tagged, changes)
    return tuple(
        [text[one.start : one.end] for one in some] for some in (found.words, found.respelled)
    )


@pytest.mark.parametrize("text", ["Jane. Quillon", "jane\n\nQUILLON", "Jane (Quillon"])
def test_replaced_words_are_found_whatever_is_between_them(text: str) -> None:
    words, otherwise = left(f"so {text} said", replaced("Jane Quillon"))
    assert words[0] == text
    assert otherwise == []


@pytest.mark.parametrize(
    ("original", "text"),
    [
        ("Jane Stonefield", "janestonefield"),
        ("Stonefield", "Stone-\nfield"),
        ("Stonefield", "S-T-O-N-E-F-I-E-L-D"),
        ("555-010-4477", "555 0104477"),
        ("Stone\\u0066ield", "Stonefield"),
    ],
)
def test_originals_are_found_written_otherwise(original: str, text: str) -> None:
    assert left(f"so {text} there", replaced(original)) == ([], [text])


@pytest.mark.parametrize("length", [0, 60_000])
def test_a_name_behind_an_escape_in_a_url_is_found(length: int) -> None:
    text = "a line\n\n" * (length // 8) + "file:///C:/x%20Quillon/x"
    assert left(text, replaced("Jane Quillon")) == (["Quillon"], [])


def test_few_digits_are_found_as_they_are_and_in_no_other_groups() -> None:
    assert left("1944, 19-44", replaced("1944")) == (["1944"], [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("10.0.0.1", True),
        ("10 0 0 1", True),
        ("10 apples, 0, 0 and 1", False),
        ("10.0.0\n\n1", False),
    ],
)
def test_groups_of_few_digits_are_found_with_little_between_them(text: str, found: bool) -> None:
    assert left(f"so {text} there", replaced("10.0.0.1")) == ([], [text] if found else [])


def test_parts_of_a_name_are_found_unless_they_are_common_words() -> None:
    assert left("Mark it. Quillon left", replaced("Mark Quillon")) == (["Quillon"], [])


def test_excluded_and_surviving_values_are_not_found() -> None:
    assert left("in Quillon", replaced("Quillon", PLACE)) == ([], [])
    change = Change("exclude", "no name", (Span(3, 10, "PERSON", "test"),), excluded=True)
    assert left("in Quillon", replaced("Quillon"), changes=(change,)) == ([], [])


def test_the_first_label_counts_for_the_same_words_and_the_riskier_one_otherwise() -> None:
    tagged = replaced("quillon_jonesby", HANDLE), replaced("Quillon Jonesby", PERSON)
    found = find_survivors(document("Quillon Jonesby, quillonjonesby"), tagged)
    assert {one.label for one in found.words if len(one) == 15} == {"HANDLE"}
    assert [one.label for one in found.respelled] == ["PERSON"]
