"""What is left in documents taken together, and how a check fails by it."""

from __future__ import annotations

import pytest

from anonfilter.contract.document import Label, Source, Span, Weight
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import RulesError
from anonfilter.rules import parse_ruleset
from anonfilter.run.risks import (
    assess,
    counted_spans,
    is_limited,
    over_corpus,
    risk_statistics,
    weights,
)
from tests.findings import finding

LABELS = {
    "PERSON": Label("PERSON", risk=5),
    "PLACE": Label("PLACE", risk=2),
    "AGE": Label("AGE", risk=0),
}


def summed(engine, text, *marked):
    """What a text's findings add up to; each is a surface, a label and who is meant, if known."""
    document = engine.read(Source("notes.txt", text))
    found, at = [], 0
    for surface, label, *entity in marked:
        at = text.index(surface, at)
        found.append(Span(at, at + len(surface), label, "test", entity="".join(entity)))
        at += len(surface)
    weighed = weights(document, found, LABELS)
    findings = [left(span.label, one) for span, one in zip(found, weighed, strict=True)]
    return assess(findings, None).risk


def left(label="PERSON", weight=Weight(), fails=False):  # noqa: B008
    return finding("notes.txt", label, fails=fails, weight=weight)


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("Nobody", [], 0),
        ("Abel Oddling", [("Abel Oddling", "PERSON")], 5),
        ("Oddling", [("Oddling", "PERSON")], 3),
        ("Abel Oddling, ABEL ODDLING", [("Abel Oddling", "PERSON"), ("ABEL ODDLING", "PERSON")], 5),
        (
            "Oddling and Abel Oddling",
            [("Oddling", "PERSON", "one"), ("Abel Oddling", "PERSON", "one")],
            5,
        ),
        ("Oddling and Abel Oddling", [("Oddling", "PERSON"), ("Abel Oddling", "PERSON")], 8),
        ("Elm, aged 40", [("Elm", "PLACE"), ("40", "AGE")], 2),
        ("Elm, Oak", [("Elm", "PLACE"), ("Oak", "PLACE")], 4),
    ],
)
def test_each_value_counts_once(terms_engine, text, marked, expected):
    assert summed(terms_engine, text, *marked) == expected


def weighed(*costs, fails=False):
    return [left("PLACE", Weight(at, cost), fails) for at, cost in enumerate(costs)]


def test_up_to_the_limit_only_labels_fail():
    assert assess(weighed(2, 2), 4).failing == ()
    name = left(weight=Weight(7, 2), fails=True)
    assert assess([*weighed(2), name], 4).failing == (name,)


def test_above_the_limit_every_contribution_is_reported():
    assert len(assess(weighed(2, 2, 1, 0), 4).failing) == 3


def test_without_a_limit_the_sum_fails_nothing():
    found = assess(weighed(5, 5, 5), None)
    assert (found.failing, found.risk, found.over) == ((), 15, False)


def test_a_limit_of_zero_allows_nothing():
    assert assess(weighed(1), 0).failing == tuple(weighed(1))
    assert assess([], 0).failing == ()


def test_a_corpus_is_judged_by_mean_and_standard_deviation():
    risks = [("a.txt", 0), ("b.txt", 6), ("c.txt", 0)]
    together = risk_statistics([risk for _, risk in risks])
    assert (together.mean, round(together.sd, 3)) == (2, 3.464)
    [found] = over_corpus(risks, 5)
    assert (found.path, found.label) == ("b.txt", "CORPUS_RISK")
    assert list(over_corpus(risks, 5.5)) == []


def test_files_whose_shown_paths_are_equal_are_two():
    alike = [("[PERSON_1].txt", 4), ("[PERSON_1].txt", 0)]
    assert list(over_corpus(alike, 4.5))  # 2 + 2.8; one file would have 4


@pytest.mark.parametrize("risks", [[], [("a.txt", 0)]])
def test_a_corpus_with_nothing_left_is_within_any_limit(risks):
    assert list(over_corpus(risks, 0)) == []


def test_ignored_labels_add_no_risk(terms_rules):
    rules = parse_ruleset(f"{terms_rules}check: {{ignore: [DAY], max_risk: 9}}\n", "terms")
    engine = Engine(rules)
    analysis = engine.analyse(engine.read(Source("a.txt", "Monday: Jane Smith left Port Ellery.")))
    found = counted_spans(analysis, rules.model.check)
    assert [span.label for span in found] == ["PERSON", "PLACE"]
    costs = weights(analysis.document, found, engine.labels)
    assert assess([left(weight=one) for one in costs], None).risk == 7
    assert is_limited(rules.model.check)


@pytest.mark.parametrize("limit", ["max_risk: -1", "max_corpus_risk: much"])
def test_a_limit_is_a_number_from_zero_on(terms_rules, limit):
    with pytest.raises(RulesError, match="check"):
        parse_ruleset(f"{terms_rules}check: {{{limit}}}\n", "terms")
