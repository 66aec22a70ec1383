"""People are linked within a record only; organisations and places in the whole document."""

from __future__ import annotations

import json

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset
from tests.english.resolvers.link_people.test_numbers import MET

RULES = """anonfilter: 1
labels:
  PERSON: {{survives: fail}}
  ORGANIZATION: {{}}
  PHONE: {{survives: fail}}
formats: [{{use: csv{more}}}, {{use: jsonl{more}}}]
detectors:
  - {{use: dictionary, name: people, label: PERSON, terms: [David, David Chen, Ann Bell, Bell]}}
  - {{use: dictionary, name: bodies, label: ORGANIZATION, terms: [Mill Road Clinic, MRC]}}
  - {{use: patterns, patterns: [{{label: PHONE, regex: '555-\\d{{4}}', examples: [555-0100]}}]}}
resolvers: [{{use: overlaps}}, {{use: propagate}}, {{use: link-people}}]
taggers: [{{use: numbered}}]
"""


def filtered(*rows: str, name: str = "a.jsonl", more: str = "", **keys: list[str]) -> list[str]:
    """Filter rows and return their texts; assert that a check accepts them, and a second filter."""
    engine = Engine(parse_ruleset(RULES.format(more=f", {more}" if more else ""), "rules"))
    values = [
        {"text": row, **{key: some[at] for key, some in keys.items()}}
        for at, row in enumerate(rows)
    ]
    done = engine.redact(engine.read_document("\n".join(map(json.dumps, values)).encode(), name))
    again = engine.read_document(done.output, name)
    assert (done.findings, engine.check(again)) == ((), [])
    assert engine.redact(again).output == done.output
    return [json.loads(line)["text"] for line in done.output.splitlines()]


TWO = ("David Chen came. David left.", "Then David came, and David left.")


def test_one_name_in_two_records_means_two_people() -> None:
    assert filtered(*TWO) == [
        "[PERSON_1] came. [PERSON_1] left.",
        "Then [PERSON_2] came, and [PERSON_2] left.",
    ]


@pytest.mark.parametrize("more", ["records: {scope: document}", "records: {by: talk}"])
def test_one_name_in_one_conversation_means_one_person(more: str) -> None:
    assert filtered(*TWO, more=more, talk=["t1", "t1"])[1] == (
        "Then [PERSON_1] came, and [PERSON_1] left."
    )


def test_rows_of_a_conversation_may_be_apart() -> None:
    made = filtered("David", "David", "David", more="records: {by: talk}", talk=["x", "y", "x"])
    assert made == ["[PERSON_1]", "[PERSON_2]", "[PERSON_1]"]


def test_equal_things_have_one_number_in_all_records() -> None:
    made = filtered(
        "Call 555-0100 at Mill Road Clinic.", "Or 555-0101, or Mill Road Clinic.", "Or 555-0100."
    )
    assert made == [
        "Call [PHONE_1] at [ORGANIZATION_1].",
        "Or [PHONE_2], or [ORGANIZATION_1].",
        "Or [PHONE_1].",
    ]


def test_an_abbreviation_is_resolved_within_its_record() -> None:
    made = filtered("MRC is Mill Road Clinic.", "MRC is far.")
    assert made == ["[ORGANIZATION_1] is [ORGANIZATION_1].", "[ORGANIZATION_2] is far."]


def test_rows_of_a_table_are_records() -> None:
    engine = Engine(parse_ruleset(RULES.format(more=""), "rules"))
    table = b"id,text\n1,David Chen and Ann Bell\n2,Bell saw David\n"
    done = engine.redact(engine.read_document(table, "a.csv"))
    assert done.output == (b"id,text\n1,[PERSON_1] and [PERSON_2]\n2,[PERSON_3] saw [PERSON_4]\n")


def test_a_name_found_in_one_record_is_found_in_all() -> None:
    assert filtered("Ann Bell came.", "Then ANN BELL left.") == [
        "[PERSON_1] came.",
        "Then [PERSON_2] left.",
    ]


def test_names_found_in_the_output_have_the_number_of_the_person_in_their_record() -> None:
    rules = MET.replace("{use: text}", "{use: csv}")
    engine = Engine(parse_ruleset(rules, "rules"))
    table = b"id,text\n1,met Ann Bell\n2,met Ann Bell; ANN BELL left\n3,met Ann Bell\n"
    done = engine.redact(engine.read_document(table, "a.csv"))
    assert done.output == (
        b"id,text\n1,met [PERSON_1]\n2,met [PERSON_2]; [PERSON_2] left\n3,met [PERSON_3]\n"
    )
