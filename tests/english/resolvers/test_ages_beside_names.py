"""Ages right after people's names are found; words that announce a number are not names."""

from __future__ import annotations

import pytest

from anonfilter.contract.document import Span
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset

ENGINE = Engine(load_ruleset("default"))


def found(text: str, label: str) -> list[str]:
    document = ENGINE.read_document(text.encode(), "a.txt")
    spans: tuple[Span, ...] = ENGINE.analyse(document).spans
    return [text[span.start : span.end] for span in spans if span.label == label]


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Idris Okonjo (9) reads well.", ["9"]),
        ("We met Callum Pryce, 27, of Leeds.", ["27"]),
        ("It was Siobhan Walsh, now 61, who rang.", ["61"]),
        ("Q. How old were you then? A. Nineteen.", ["Nineteen"]),
        ("Siobhan Walsh (forty-one) rang.", ["forty-one"]),
        ("Farhad and Laleh Moradi, 38 and 36, came.", ["38", "36"]),
        ("Mum (64) and her son (nine) came.", ["64", "nine"]),
        ("NGUYEN Thi Bich, F/31, a 6/12 old boy", ["31", "6/12"]),
        ("he was how old uh nineteen, and i am 34 not 43", ["nineteen", "34", "43"]),
        ("Callum Pryce (absent) wrote it.", []),
        ("Callum Pryce, 27 May", []),
        ("Callum Pryce, 27, 28 and 29", []),
        ("Callum Pryce (1998) wrote it.", []),
        ("He is 38th in the queue, and it was 27 degrees.", []),
    ],
)
def test_an_age_after_a_name_is_found(text: str, ages: list[str]) -> None:
    assert found(text, "AGE") == ages


@pytest.mark.parametrize("text", ["Her NHS number is 943 476 5919.", "the NHI: ZAC5361"])
def test_a_word_that_names_a_number_is_no_organisation(text: str) -> None:
    assert found(text, "ORGANIZATION") == []
