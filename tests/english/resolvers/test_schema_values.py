"""Values that are codes or words of a schema are no names; names in such fields stay."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anonfilter_documents.json.json_lines import JsonLines
from anonfilter_english.resolvers.schema_values import SchemaValues

from anonfilter.contract.document import Kind, Label, Span
from anonfilter.contract.plugin import Setting
from tests.documents.read_documents import read

LABELS = {
    "PERSON": Label("PERSON"),
    "ORGANIZATION": Label("ORGANIZATION", Kind.INDIRECT),
    "EMAIL_ADDRESS": Label("EMAIL_ADDRESS"),
}


def left(rows: list[dict[str, Any]], label: str = "PERSON", detector: str = "model") -> list[str]:
    """Return the spans that stay if each value of each row is a span."""
    document = read(JsonLines, "\n".join(map(json.dumps, rows)), "a.jsonl")
    spans = [Span(one.start, one.end, label, detector) for one in document.fields]
    made = SchemaValues(SchemaValues.Config(), Setting("schema-values", labels=LABELS))
    kept, changes = made.resolve(document, spans)
    assert (
        sorted(
            [*kept, *(span for change in changes for span in change.before)],
            key=lambda span: span.start,
        )
        == spans
    )
    assert not any(change.excluded for change in changes)
    return [document.text[span.start : span.end] for span in kept]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("genre", "esports"),
        ("genre", "Esports"),
        ("source_type", "podcast"),
        ("split", "dev"),
        ("lang", "de"),
        ("emotion", "joy"),
        ("category", "wedding-planning"),
        ("id", "conv_001"),
        ("conversationId", "3f2a9b"),
        ("Utterance ID", "x-12"),
        ("label", "sports"),
        ("tags", "video"),
    ],
)
def test_a_code_or_a_word_of_a_schema_is_no_name(key: str, value: str) -> None:
    assert left([{key: value}]) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "esports"),
        ("speaker", "adaeze"),
        ("author", "esports"),
        ("patient", "riley"),
        ("genre", "adaeze"),
        ("genre", "Adaeze Okafor"),
        ("category", "okafor"),
        ("status", "Joy"),
        ("id", "okafor_003"),
        ("id", "Adaeze Okafor"),
        ("id", "zubrowka-01"),
        ("user_id", "will"),
        ("type", "I met Joy."),
        ("genre", "enugu"),
        ("mystery", "esports"),
        ("emotion", "[PERSON_1]"),
    ],
)
def test_values_that_may_be_names_stay(key: str, value: str) -> None:
    assert left([{key: value}]) == [value]


def test_a_rare_word_under_a_key_that_may_have_names_must_recur() -> None:
    assert left([{"topic": "mukbang"}]) == ["mukbang"]
    assert left([{"topic": "mukbang"}, {"topic": "mukbang"}]) == []
    assert left([{"topic": "okafor"}, {"topic": "okafor"}]) == ["okafor", "okafor"]


def test_an_id_with_a_rare_word_is_no_organisation() -> None:
    assert left([{"id": "wikipedia-0001"}]) == ["wikipedia-0001"]
    assert left([{"id": "wikipedia-0001"}], "ORGANIZATION") == []
    assert left([{"id": "okafor-0001"}], "ORGANIZATION") == ["okafor-0001"]


def test_spans_of_detectors_under_keep_stay() -> None:
    assert left([{"id": "x12"}], "EMAIL_ADDRESS") == ["x12"]
    assert left([{"id": "x12"}], detector="dictionary") == ["x12"]


def test_a_kind_of_part_in_nearly_all_records_is_reported_once_and_stays() -> None:
    rows = [{"text": f"ticket no. {40000 + at} was opened by somebody new"} for at in range(60)]
    document = read(JsonLines, "\n".join(map(json.dumps, rows)), "a.jsonl")
    spans = [
        Span(field.start + 11, field.start + 16, "ORGANIZATION", "named-numbers", rule="ticket")
        for field in document.fields
    ]
    made = SchemaValues(SchemaValues.Config(), Setting("schema-values", labels=LABELS))
    kept, changes = made.resolve(document, spans)
    assert kept == spans
    [remark] = [change.reason for change in changes]
    assert "60 of 60 values of 'text'" in remark
    assert "40000" not in remark
    assert not made.resolve(document, spans[:20])[1]
