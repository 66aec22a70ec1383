"""``anonfilter check --output``: several reports at once, for people, programs and code hosts."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"


@pytest.fixture
def leak(folder):
    path = folder / "notes.txt"
    path.write_text(LEAK)
    return path


def test_one_is_printed_and_another_goes_to_a_file(run, folder, leak):
    result = run("check", "--output", "sarif=report.sarif", "--output", "text")
    assert result.code == 1
    assert result.out.startswith("notes.txt:2:8: PERSON")
    [reported] = json.loads((folder / "report.sarif").read_text())["runs"]
    assert [one["level"] for one in reported["results"]] == ["error", "warning"]


def test_annotations_are_where_the_findings_are(run, leak):
    lines = run("check", "--output", "github").out.splitlines()
    assert [line.partition(",title")[0] for line in lines] == [
        "::error file=notes.txt,line=2,col=8",
        "::warning file=notes.txt,line=2,col=32",
    ]


@pytest.mark.parametrize("output", ["sarif", "github"])
def test_no_report_for_upload_has_a_value(run, folder, output):
    (folder / "notes.txt").write_text(LEAK)
    result = run("check", "--output", output)
    assert result.code == 1
    assert "Quill" not in result.out + result.err
    assert run("check", "--output", output, "--show-values").code == 2


def test_from_a_folder_of_a_repository_paths_begin_at_its_top(run, repository, monkeypatch):
    monkeypatch.chdir(repository.write("interviews/notes.txt", LEAK).parent)
    out = run("check", "--output", "github").out
    assert out.startswith("::error file=interviews/notes.txt,line=2")
    [reported] = json.loads(run("check", "--output", "sarif").out)["runs"]
    place = reported["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == "interviews/notes.txt"


def test_two_reports_cannot_both_be_printed(run, leak):
    result = run("check", "--output", "text", "--output", "json")
    assert (result.code, result.out) == (2, "")


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_checked(run, leak):
    result = run("check", "--output", f"sarif={'x' * 300}")
    assert (result.code, result.out) == (3, "")
    assert result.err.endswith(": File name too long\n")


def test_an_incomplete_check_is_an_unsuccessful_run(run, folder):
    (folder / "notes.txt").write_bytes(b"\xff\xfe\x00")
    result = run("check", "--output", "sarif")
    [reported] = json.loads(result.out)["runs"][0]["invocations"]
    assert (result.code, reported["exitCode"], reported["executionSuccessful"]) == (3, 3, False)


@pytest.mark.slow
def test_reports_of_the_index_are_the_same_from_workers(run, repository):
    repository.stage("notes.txt", LEAK)
    repository.write("notes.txt", "nobody\n")
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter", "check", "--staged", "--output", "github"],
        cwd=repository.path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stdout == run("check", "--staged", "--output", "github").out
