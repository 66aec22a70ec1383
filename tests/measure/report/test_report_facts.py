"""The JSON of a report follows its schema, and can be read again without loss."""

from __future__ import annotations

import json

from anonfilter_measure.report import report_facts
from hypothesis import given
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from tests.measure.report.examples import FACTS, any_facts

SCHEMA = report_facts.schema()


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)


def test_written_data_is_read_again():
    assert TypeAdapter(report_facts.Facts).validate_json(report_facts.as_json(FACTS)) == FACTS


@given(any_facts())
def test_any_facts_are_as_the_schema_says(found: report_facts.Facts):
    Draft202012Validator(SCHEMA).validate(json.loads(report_facts.as_json(found)))
