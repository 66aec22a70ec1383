"""Paths in what ``anonfilter check`` says: a value in one is shown as its tag."""

from __future__ import annotations

import re

import pytest

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
CLEAN = "On Monday\nwe met nobody.\n"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Wilma Quillfeather.txt", "[PERSON_1] [PERSON_2].txt"),
        ("wilma_quillfeather-21-CV-1234.txt", "[PERSON_1]_[PERSON_2]-[CASE_1].txt"),
        ("talks/WilmaQuillfeather/a.txt", "talks/[PERSON_1][PERSON_2]/a.txt"),
        ("talks/[PERSON_7].txt", "talks/[PERSON_7].txt"),
        ("talks/mark_hope.txt", "talks/mark_hope.txt"),
    ],
)
@pytest.mark.parametrize("content", [LEAK.encode(), b"\0"])
def test_a_value_in_a_path_is_shown_as_its_tag(run, folder, name, shown, content):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    result = run("check")
    assert (shown + ":") in result.out + result.err
    assert "uillfeather" not in result.out + result.err
    plainly = run("check", "--show-values")
    assert (name + ":") in plainly.out + plainly.err


def test_a_name_found_in_a_file_is_hidden_in_its_name(run, folder):
    (folder / "quillfeather.txt").write_text(LEAK)
    result = run("check")
    assert "quillfeather" not in result.out + result.err
    assert run("check", "--show-values").out.startswith("quillfeather.txt:2:8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "docs/index.md",
        "transcripts/hearing-2019.txt",
        "wave1/participant_007.txt",
        "subdir/deep/clean.txt",
    ],
)
def test_an_ordinary_path_is_shown_as_it_is(default_engine, path):
    from anonfilter.reports.paths import Paths

    assert Paths(default_engine).shown(path) == path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("interviews/jane_smith.txt", "interviews/[PERSON_1].txt"),
        ("interviews/JaneSmith.txt", "interviews/[PERSON_1].txt"),
        ("Connecticut/interview with Dr. Robert Miller.txt",
         "[STATE_1]/interview with Dr. [PERSON_1].txt"),
        ("calls/555-123-4567.txt", "calls/[PHONE_NUMBER_1].txt"),
    ],
)  # fmt: skip
def test_the_default_rules_find_people_in_paths(default_engine, path, shown):
    from anonfilter.reports.paths import Paths

    assert Paths(default_engine).shown(path) == shown


@pytest.mark.parametrize("report", ["text", "json", "jsonl", "sarif"])
def test_a_name_of_a_file_is_no_command_to_a_runner(run, repository, report):
    for name in ("::add-mask::a.txt", "##[error]b.txt", "##vso[task.complete]c.txt"):
        repository.write(name, "We met Wilma Quillfeather.\n")
    result = run("check", "-v", "--output", report)
    assert result.code == 1
    assert not re.search(r"(?m)^\s*::|##\w*\[", result.out + result.err)
