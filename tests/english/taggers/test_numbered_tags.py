"""Each entity has one number, or each part of a name has its own number."""

from __future__ import annotations

import json

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset

RULES = """anonfilter: 1
labels:
  PERSON: {{tag: {person}, template: '{template}'}}
  CODE: {{tag: numbered}}
formats: [{{use: text}}]
detectors:
  - use: dictionary
    label: PERSON
    case: ignore
    terms: {terms}
  - use: patterns
    patterns:
      - {{label: CODE, regex: 'Q\\d[\\d -]{{5,9}}\\d', examples: [Q123456], counterexamples: [Q1]}}
taggers:
  - use: numbered
  - use: name-parts
"""


def filtered(
    text: str, *terms: str, person: str = "name-parts", template: str = "[PERSON_{n}]"
) -> str:
    rules = RULES.format(terms=json.dumps(terms), person=person, template=template)
    engine = Engine(parse_ruleset(rules, "rules"))
    return engine.redact(engine.read_document(text.encode(), "text")).output.decode()


@pytest.mark.parametrize(
    ("text", "term", "expected"),
    [
        ("Ann Bell met Bell.", "Ann Bell", "[PERSON_1] [PERSON_2] met [PERSON_2]."),
        ("ANN BELL, ann bell", "Ann Bell", "[PERSON_1] [PERSON_2], [PERSON_1] [PERSON_2]"),
        ("Ann  Bell", "Ann Bell", "[PERSON_1]  [PERSON_2]"),
        ("Ann\n  Bell", "Ann Bell", "[PERSON_1]\n  [PERSON_2]"),
        ("Ann Oko-Bell", "Ann Oko-Bell", "[PERSON_1] [PERSON_2]-[PERSON_3]"),
        ("A. B. Bell", "A. B. Bell", "[PERSON_1]. [PERSON_2]. [PERSON_3]"),
        ("Ann O'Hara", "Ann O'Hara", "[PERSON_1] [PERSON_2]"),
        ("Jos\u00e9, Jose", "Jose", "[PERSON_1], [PERSON_1]"),
    ],
)
def test_each_part_of_a_name_has_a_number(text: str, term: str, expected: str) -> None:
    assert filtered(text, term, "Bell") == expected


def test_numbered_gives_a_whole_name_one_number() -> None:
    text = "Ann Bell, Bell, ANN BELL"
    assert (
        filtered(text, "Ann Bell", "Bell", person="numbered")
        == "[PERSON_1], [PERSON_2], [PERSON_1]"
    )


def test_a_template_without_a_number_gives_a_tag_without_one() -> None:
    assert filtered("Ann met Bo.", "Ann", "Bo", person="numbered", template="[SOMEBODY]") == (
        "[SOMEBODY] met [SOMEBODY]."
    )


def test_an_identifier_has_one_number_in_any_grouping() -> None:
    assert filtered("Q123-4567, Q1234567, Q123 4568", "x") == "[CODE_1], [CODE_1], [CODE_2]"
