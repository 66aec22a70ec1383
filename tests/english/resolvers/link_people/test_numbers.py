"""The numbers in tags that follow from links: by part of a name, or by person."""

from __future__ import annotations

import json

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset

RULES = """anonfilter: 1
labels:
  PERSON: {{tag: {tag}, template: '[PERSON_{{n}}]'}}
  SPELLED_NAME: {{tag: numbered, sequence: PERSON}}
  ORGANIZATION: {{tag: numbered}}
formats: [{{use: text}}]
detectors:
  - {{use: dictionary, name: people, label: PERSON, terms: {people}}}
  - {{use: dictionary, name: bodies, label: ORGANIZATION, terms: [San Quentin State Prison, SQ]}}
  - use: spelled
resolvers:
  - use: overlaps
  - use: spellings
  - use: link-people
taggers: [{{use: numbered}}, {{use: name-parts}}]
"""

MET = """anonfilter: 1
labels: {PERSON: {survives: fail}}
formats: [{use: text}]
detectors:
  - use: patterns
    patterns:
      - {label: PERSON, regex: 'met (?P<value>\\p{Lu}\\w+ \\p{Lu}\\w+)',
         examples: ['met [[Ann Bell]]'], counterexamples: [met]}
resolvers: [{use: link-people}]
taggers: [{use: numbered}]
"""
"""Rules that find a person once; "ANN ESSICK" is found only while the output is verified."""


def filtered(text: str, *people: str, tag: str = "name-parts") -> str:
    rules = RULES.format(tag=tag, people=json.dumps(people))
    engine = Engine(parse_ruleset(rules, "rules"))
    return engine.redact(engine.read_document(text.encode(), "text")).output.decode()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Terrance Bell", "T. Bell"), "[PERSON_1] [PERSON_2]; [PERSON_1]. [PERSON_2]"),
        (("Terrance Bell", "Terry"), "[PERSON_1] [PERSON_2]; [PERSON_1]"),
        (("Terry Bell", "Terrance Bell"), "[PERSON_1] [PERSON_2]; [PERSON_1] [PERSON_2]"),
        (
            ("Terrance Okonkwo-Bell", "Okonkwo-Bel"),
            "[PERSON_1] [PERSON_2]-[PERSON_3]; [PERSON_2]-[PERSON_3]",
        ),
        (("Terrance Bell", "Marcus Bell"), "[PERSON_1] [PERSON_2]; [PERSON_3] [PERSON_2]"),
        (("Lydia Brandvold", "Brandwold"), "[PERSON_1] [PERSON_2]; [PERSON_2]"),
        (("Hector Cruz", "Cruz, Hector"), "[PERSON_1] [PERSON_2]; [PERSON_2], [PERSON_1]"),
    ],
)
def test_a_short_form_has_the_number_of_its_full_form(
    names: tuple[str, ...], expected: str
) -> None:
    assert filtered("; ".join(names), *names) == expected


def test_a_number_by_person_is_that_of_the_entity() -> None:
    names = "Terrance Okonkwo-Bell", "Terry", "Okonkwo-Bel", "Marcus Okonkwo-Bell"
    made = filtered("; ".join(names), *names, tag="numbered")
    assert made == "[PERSON_1]; [PERSON_1]; [PERSON_1]; [PERSON_2]"


def test_a_spelled_surname_has_the_number_of_the_surname_for_any_speaker() -> None:
    text = "Marcus Okoro. Terrance Okoro. O-K-O-R-O."
    made = filtered(text, "Marcus Okoro", "Terrance Okoro")
    assert made == "[PERSON_1] [PERSON_2]. [PERSON_3] [PERSON_2]. [SPELLED_NAME_2]."


def test_a_spelling_has_the_number_of_the_person_whose_name_it_spells() -> None:
    text = "Terrance Okoro. O-K-O-R-O."
    made = filtered(text, "Terrance Okoro", tag="numbered")
    assert made == "[PERSON_1]. [SPELLED_NAME_1]."


def test_an_organisation_has_one_number() -> None:
    made = filtered("San Quentin State Prison is SQ.")
    assert made == "[ORGANIZATION_1] is [ORGANIZATION_1]."


def test_names_found_in_the_output_have_the_number_of_the_person() -> None:
    engine = Engine(parse_ruleset(MET, "rules"))
    text = b"They met Olga Roe and met Ann Essick. Later ANN ESSICK left."
    made = engine.redact(engine.read_document(text, "text")).output.decode()
    assert made == "They met [PERSON_1] and met [PERSON_2]. Later [PERSON_2] left."
