"""Only what the rules can mint is a tag."""

from __future__ import annotations

import pytest

from anonfilter.contract.tags import HIDDEN, TagGrammar, Template, hide
from anonfilter.errors import AnonfilterError

GRAMMAR = TagGrammar(
    [
        Template("[PERSON_{n}]", "PERSON"),
        Template("[SPELLED_NAME_{n}]", "PERSON"),
        Template("[DATE]"),
        Template("[MP_3]"),
    ]
)


def found(text: str) -> list[tuple[str, str, str]]:
    return [(text[t.start : t.end], t.sequence, t.number) for t in GRAMMAR.find(text)]


def test_tags_are_found_with_the_sequence_that_they_count_in() -> None:
    text = "[PERSON_12] and [SPELLED_NAME_3] on [DATE]"
    assert found(text) == [
        ("[PERSON_12]", "PERSON", "12"),
        ("[SPELLED_NAME_3]", "PERSON", "3"),
        ("[DATE]", "", ""),
    ]


def test_a_template_without_a_number_may_end_in_one() -> None:
    assert found("[MP_3] [MP_4]") == [("[MP_3]", "", "")]


@pytest.mark.parametrize(
    "text",
    [
        "[PERSON]",
        "[PERSON_]",
        "[PERSON_0]",
        "[PERSON_007]",
        "[person_1]",
        "[PERSON_1",
        "PERSON_1]",
        "[EXHIBIT_3]",
        "[DATE_1]",
        "[ DATE ]",
        "[PERSON_1\n]",
        "[PERSON_\uff11]",
        "[SMITH]",
        "[PERSON_4145550137]",
        "[PERSON_99999999999999999999]",
        "[PERSON_kjanesmithab]",
    ],
)
def test_text_in_the_form_of_a_tag_is_text(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text", ["PERSON", "[person]", "[PERSON_{n}", "[{n}]", "[PERSON {n}]", "[A_{n}_B]", "[_A]", ""]
)
def test_a_template_must_look_like_a_tag(text: str) -> None:
    with pytest.raises(AnonfilterError, match="does not look like a tag"):
        Template(text)


def test_hidden_tags_leave_a_text_of_the_same_length_without_them() -> None:
    text = "Ask [PERSON_1], not [PERSON_22]."
    hidden = hide(text, GRAMMAR.find(text))
    assert len(hidden) == len(text)
    assert hidden.split() == ["Ask", HIDDEN, ",", "not", HIDDEN, "."]
