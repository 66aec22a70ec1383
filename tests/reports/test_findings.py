"""The text and the data of a finding besides its place."""

from __future__ import annotations

import json

from anonfilter_reports.json_report import JsonReport, finding_object
from anonfilter_reports.text_report import TextReport

from anonfilter.run.risks import risk_statistics
from tests.reports.checks import checked, found


def test_the_first_commit_that_carries_a_finding_is_named_and_others_are_counted():
    one = found(commits=("a1" * 20,))
    more = found(commits=("a1" * 20, "b2" * 20, "c3" * 20))
    lines = list(TextReport().write(checked(one, more)))
    assert lines[0].endswith("(spacy, 0.85) in commit a1a1a1a1a1a1")
    assert lines[1].endswith("(spacy, 0.85) in commit a1a1a1a1a1a1 and 2 more")


def test_data_has_only_the_fields_of_the_finding():
    assert not finding_object(found()).keys() & {"value", "fingerprint", "commits"}
    whole = finding_object(found(fingerprint="5e8c", commits=("a1" * 20,), value="x"))
    assert (whole["fingerprint"], whole["commits"], whole["value"]) == ("5e8c", ("a1" * 20,), "x")


def test_data_has_the_risk_if_the_rules_limit_it():
    def summary(check):
        return json.loads("".join(JsonReport().write(check)))["summary"]

    assert "risk" not in summary(checked())
    assert summary(checked(risk=risk_statistics([0, 6])))["risk"]["mean"] == 3
