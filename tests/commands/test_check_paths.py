"""Reports and messages have the real paths of files, or references that hide them."""

from __future__ import annotations

import json
import re

import pytest

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
NAMES = [
    "0023.txt",
    "berlin_focus_group_03.txt",
    "2024-03-01.txt",
    "2024-03-02.txt",
    "talks/wilma_quillfeather.txt",
    "talks/[PERSON_7].txt",
]
PROGRAMS = ("json", "jsonl", "sarif", "github", "text")
REFERENCE = re.compile(r"file-[a-z2-7]{16}")


@pytest.fixture
def leaks(repository):
    for name in NAMES:
        repository.write(name, LEAK)
    return repository


def paths(output, result):
    """The paths of findings in a report."""
    if output == "json":
        return {one["path"] for one in result.json()["findings"]}
    if output == "jsonl":
        return {one["path"] for one in result.objects() if one["type"] == "finding"}
    if output == "text":
        return {line.partition(":")[0] for line in result.out.splitlines()}
    if output == "github":
        return set(re.findall(r"file=([^,]*)", result.out))
    found = json.loads(result.out)["runs"][0]["results"]
    places = [one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in found]
    return {place.replace("%5B", "[").replace("%5D", "]") for place in places}


@pytest.mark.parametrize("output", PROGRAMS)
def test_every_report_has_the_real_paths_of_findings(run, leaks, output):
    found = paths(output, run("check", "--output", output))
    assert found == set(NAMES) if output != "github" else found <= set(NAMES)
    assert all((leaks.path / path).exists() for path in found)


def test_paths_of_incomplete_and_outside_files_are_real(run, leaks):
    leaks.write("jane_smith.txt", b"\0")
    leaks.write("jane_smith.png", b"\0")
    result = run("check", "-v")
    assert "incomplete: jane_smith.txt: " in result.err
    assert "outside: jane_smith.png\n" in result.err


@pytest.mark.parametrize("report", ["text", "json", "jsonl", "sarif"])
def test_the_name_of_a_file_cannot_be_a_workflow_command(run, repository, report):
    for name in ("::add-mask::a.txt", "##[error]b.txt", "##vso[task.complete]c.txt"):
        repository.write(name, "We met Wilma Quillfeather.\n")
    result = run("check", "-v", "--output", report)
    assert result.code == 1
    assert not re.search(r"(?m)^\s*::|##\w*\[", result.out + result.err)


def test_other_commands_print_real_paths(run, leaks):
    name = NAMES[-2]
    assert json.loads(run("detect", "--json", name).out)["path"] == name
    assert run("detect", name).out.startswith(f"{name}: ")
    assert run("explain", f"{name}:2").out.startswith(f"{name}:2\n")
    assert run("-v", "-i", name).err.startswith(f"{name}: ")


def test_hidden_paths_have_the_same_reference_in_all_reports(run, leaks, monkeypatch):
    leaks.write("jane_smith.txt", b"\0")
    by_report = {}
    for output in PROGRAMS:
        result = run("check", "--hide-paths", "-v", "--output", output)
        assert not any(name in result.out + result.err for name in (*NAMES, "jane_smith"))
        by_report[output] = paths(output, result)
    assert len(by_report["json"]) == len(NAMES) + 1  # jane_smith, whose name is a finding
    assert all(REFERENCE.fullmatch(path) for path in by_report["json"])
    assert all(found <= by_report["json"] for found in by_report.values())
    monkeypatch.chdir(leaks.path / "talks")
    assert paths("json", run("check", "--hide-paths", "--output", "json")) <= by_report["json"]


def test_with_a_key_hidden_paths_cannot_be_guessed(run, leaks):
    before = paths("json", run("check", "--hide-paths", "--output", "json"))
    assert run("key", "new").code == 0
    after = paths("json", run("check", "--hide-paths", "--output", "json"))
    assert len(after) == len(before)
    assert not before & after
