"""Files nested so deeply that a parser's recursion would end the interpreter."""

from __future__ import annotations

import pytest

CLEAN = "On Monday\nwe met nobody.\n"
DEEP = "[" * 30_000 + "]" * 30_000
DASHES = "- " * 30_000 + "x\n"


@pytest.mark.parametrize("deep", [DEEP, DASHES, f"people: {DEEP}"])
@pytest.mark.parametrize(
    ("name", "command", "code"),
    [
        ("rules.yaml", "check --rules rules.yaml", 2),
        ("rules.yaml", "rules check rules.yaml", 2),
        (".anonfilter/allow.yaml", "check", 2),
        (".anonfilter/allow.yaml", "allow --stale", 2),
        (".anonfilter/corpus.yaml", "check", 2),
        ("roster.yaml", "check --roster roster.yaml", 2),
        ("people.json", "check --roster people.json", 2),
        ("gold.json", "eval gold.json", 3),
        ("gold.jsonl", "eval gold.jsonl", 3),
        ("notes.txt.pseudonyms.yaml", "check", 3),
        ("notes.txt.decisions.yaml", "check --rules fast", 3),
    ],
)
def test_each_format_refuses_deep_files(run, repository, name, command, code, deep):
    repository.stage("notes.txt", CLEAN)
    repository.stage(name, deep)
    result = run(*command.split())
    assert (result.code, "unexpected" in result.err) == (code, False), result.err


@pytest.mark.parametrize(("name", "code"), [("roster.yaml", 3), ("data.yaml", 0), ("a.dat", 0)])
def test_a_deep_file_in_the_history_makes_only_that_file_incomplete(run, repository, name, code):
    repository.stage("notes.txt", CLEAN)
    repository.stage(name, f"people: {DEEP}")
    repository.commit()
    repository.git("rm", "-q", name)
    repository.commit()
    result = run("check", "--history")
    assert result.code == code
    assert ("incomplete: roster.yaml" in result.err) == (code == 3)
