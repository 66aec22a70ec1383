"""The five stages together, on a ruleset of a few terms: what the engine itself guarantees."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anonfilter.engine.pipeline import Engine, Options
from anonfilter.errors import Incomplete
from anonfilter.rules import parse_ruleset
from tests.conftest import TERMS_RULES

ENGINE = Engine(parse_ruleset(TERMS_RULES, "terms"))

FRAGMENTS = st.sampled_from(
    [
        "Jane Smith",
        "jane smith's",
        "Quill",
        "Port Ellery",
        "QX-1234",
        "Monday",
        "Blue Herons",
        "[PERSON_2]",
        "[CODE_1]",
        "[EXHIBIT_3]",
        "\r\n",
        "\n\n",
        "\n",
        " ",
        ", ",
        "e\u0301",
        "\u200b",
        "the",
        "said",
        "[",
        "_1]",
        "\u2019s",
        "\udcff",
        "\U0001f600",
    ]
)
TEXTS = st.lists(FRAGMENTS, max_size=40).map(" ".join) | st.lists(FRAGMENTS, max_size=40).map(
    "".join
)


def redact(text: str, engine: Engine = ENGINE) -> str:
    data = text.encode("utf-8", "surrogateescape")
    done = engine.redact(engine.read_document(data, "text"))
    assert done.findings == ()
    return done.output.decode("utf-8", "surrogateescape")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jane Smith met Quill.", "[PERSON_1] [PERSON_2] met [PERSON_3]."),
        ("Port Ellery, Port Ellery", "[PLACE_1], [PLACE_1]"),
        ("Jane\r\n  Smith, QX-1234", "[PERSON_1]\r\n  [PERSON_2], [CODE_1]"),
        ("Port\r\n  Ellery is", "[PLACE_1]\r\n   is"),
        ("On Monday the Blue Herons lost.", "On [DAY] the Blue Herons lost."),
        ("[PERSON_1] knows Quill.", "[PERSON_1] knows [PERSON_2]."),
        ("[EXHIBIT_3] of Quill", "[EXHIBIT_3] of [PERSON_1]"),
        ("[PERSON_x] [PERSON_01] Quill", "[PERSON_x] [PERSON_01] [PERSON_1]"),
        ("Port\u200b Ellery\u200b.", "[PLACE_1]\u200b\u200b."),
        ("", ""),
    ],
)
def test_filtering(text: str, expected: str) -> None:
    assert redact(text) == expected


@given(TEXTS)
@settings(max_examples=300)
def test_filtering_twice_is_filtering_once_and_the_result_is_clean(text: str) -> None:
    once = redact(text)
    assert redact(once) == once
    assert ENGINE.check(ENGINE.read_document(once.encode("utf-8", "surrogateescape"), "text")) == []


@given(TEXTS)
def test_text_outside_replacements_is_unchanged(text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    done = ENGINE.redact(ENGINE.read_document(data, "text"))
    kept = done.output.decode("utf-8", "surrogateescape")
    original = data.decode("utf-8", "surrogateescape")
    position = 0
    for part in (part for one in done.tagged for part in one.replacements):
        ((start, end), *_) = done.analysis.document.origin.stretches(part.start, part.end)
        before = original[position:start]
        assert kept.startswith(before + part.text)
        kept = kept[len(before) + len(part.text) :]
        breaks = [char for char in original[start:end] if char in "\r\n"]
        if breaks:
            blank = original[start:end][original[start:end].index(breaks[0]) :]
            kept = kept[len(blank) - len(blank.lstrip()) :]
        position = end
    assert kept == original[position:]


def test_only_and_except() -> None:
    rules = parse_ruleset(TERMS_RULES, "terms")
    text = "Quill of Port Ellery, Blue Herons"
    only = Engine(rules, Options(only=frozenset({"TEAM"})))
    assert redact(text, only) == "Quill of Port Ellery, [TEAM_1]"
    but = Engine(rules, Options(excepted=frozenset({"PERSON"})))
    assert redact(text, but) == "Quill of [PLACE_1], Blue Herons"


def test_findings_have_line_and_column_of_the_file_and_no_value() -> None:
    text = "\ufeffone\r\ntwo\rthree Quill\nPort Ellery"
    found = ENGINE.check(ENGINE.read_document(text.encode(), "notes.txt"))
    assert [(f.label, f.line, f.column) for f in found] == [("PERSON", 3, 7), ("PLACE", 4, 1)]
    assert "Quill" not in repr(found)


def test_another_language_is_incomplete_unless_assumed() -> None:
    german = (
        "Der Mann und die Frau sind nicht mit dem Zug gefahren, weil er eine "
        "Stunde zu spät war und sie sich auf den Weg machen wollten. "
    ) * 5
    with pytest.raises(Incomplete, match="looks like German"):
        ENGINE.read_document(german.encode(), "brief.txt")
    assumed = Engine(parse_ruleset(TERMS_RULES, "terms"), Options(assume_language=True))
    assert assumed.read_document(german.encode(), "brief.txt").text == german


def test_equal_fields_are_looked_at_once_and_still_all_replaced() -> None:
    text = "Quill said so.\n\n" * 50
    assert redact(text) == "[PERSON_1] said so.\n\n" * 50


def test_spans_that_a_resolver_excluded_do_not_return() -> None:
    rules = TERMS_RULES.replace(
        "taggers:", "resolvers:\n  - use: exclude\n    terms: [Quill]\n  - use: propagate\ntaggers:"
    )
    engine = Engine(parse_ruleset(rules, "terms"))
    assert redact("Quill and QUILL met Jane Smith.", engine) == (
        "Quill and QUILL met [PERSON_1] [PERSON_2]."
    )


def test_the_rest_of_a_partly_tagged_span_is_analysed_again() -> None:
    rules = TERMS_RULES.replace(
        "  TEAM:", "  WHEN: {kind: indirect, tag: numbers-only, template: '[WHEN]'}\n  TEAM:"
    ).replace(
        "    patterns:\n",
        "    patterns:\n      - {label: WHEN, regex: 'in \\d{4}\\.\\w+', examples: [in 1958.So]}\n",
    )
    engine = Engine(parse_ruleset(rules + "  - use: numbers-only\n", "terms"))
    assert redact("Quill came in 1958.Quill left.", engine) == (
        "[PERSON_1] came in [WHEN].[PERSON_1] left."
    )


CHAIN = r"""    patterns:
      - {label: CODE, regex: '(?<=\ufffc {8})N\w+'}
"""


def test_findings_of_each_round_are_replaced() -> None:
    """A model that reads the words around a name finds one after the other."""
    engine = Engine(parse_ruleset(TERMS_RULES.replace("    patterns:\n", CHAIN), "terms"))
    text = "QX-1234 Nab Ncd Nef Ngh Nij Nkl"
    assert redact(text, engine) == " ".join(f"[CODE_{number}]" for number in range(1, 8))
