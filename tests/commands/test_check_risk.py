"""``check: {max_risk, max_corpus_risk}``: findings fail a check by their risks together."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

CASES = [f"21-CV-{number}" for number in range(1000, 1010)]  # each a risk of 3, and indirect


@pytest.fixture
def limited(run):
    """Sets what the rules say of a check."""

    def limit(check: str) -> None:
        rules = Path(os.environ["ANONFILTER_RULES"])
        rules.write_text(f"{rules.read_text()}check: {{{check}}}\n")

    return limit


def test_many_harmless_findings_together_fail_a_check(run, folder, limited):
    limited("fail_on: [direct], max_risk: 8")
    (folder / "few.txt").write_text(f"{CASES[0]}, {CASES[1]}\n")
    (folder / "many.txt").write_text(f"{CASES[0]}, {CASES[1]} and {CASES[2]}\n")
    result = run("check")
    assert result.code == 1
    assert [line.partition(" ")[0] for line in result.out.splitlines()] == [
        "many.txt:1:1:",
        "many.txt:1:13:",
        "many.txt:1:28:",
    ]
    assert "many.txt: findings add up to a risk of 9, over the rules' max_risk of 8" in result.err


def test_a_repeated_value_counts_once(run, folder, limited):
    limited("fail_on: [direct], max_risk: 8")
    (folder / "notes.txt").write_text(f"{CASES[0]}\n\n" * 20)
    assert run("check").code == 0


def test_ignored_findings_add_no_risk(run, folder, limited):
    limited("fail_on: [direct], ignore: [CASE], max_risk: 0")
    (folder / "notes.txt").write_text(" ".join(CASES))
    assert run("check").code == 0


def test_the_risk_of_all_documents_together_is_limited(run, folder, limited):
    limited("fail_on: [direct], max_corpus_risk: 5")
    (folder / "a.txt").write_text("nobody\n")
    (folder / "b.txt").write_text(f"{CASES[0]} and {CASES[1]}\n")
    result = run("check")
    assert result.code == 1
    assert result.out == "b.txt:1:1: CORPUS_RISK (max_corpus_risk, 1.00)\n"
    assert "risk of 2 documents: mean 3.00 + SD 4.24 = 7.24" in result.err
    (folder / "b.txt").write_text(CASES[0])
    assert run("check").code == 0


def test_json_output_has_the_risks(run, folder, limited):
    limited("fail_on: [direct], max_corpus_risk: 5")
    (folder / "a.txt").write_text(CASES[0])
    assert run("check", "--output", "json").json()["summary"]["risk"] == {
        "documents": 1,
        "mean": 3,
        "sd": 0,
        "mean_plus_sd": 3,
    }
