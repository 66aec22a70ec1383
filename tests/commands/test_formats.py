"""``anonfilter formats``: the suffixes that are read, and those that are refused."""

from __future__ import annotations

import re
from pathlib import Path

from tests.commands.commandline import CommandLine
from tests.documents.read_documents import write_rules


def test_read_and_refused_suffixes_are_listed(run: CommandLine) -> None:
    result = run("formats", "--rules", "default")
    assert result.code == 0
    rows = [line.split() for line in result.out.splitlines()]
    assert ["archive", "documents", ".zip", ".tar", ".tgz", ".gz"] in rows
    assert ["pdf", "pdf", "pdf", ".pdf"] in rows
    assert any(row[:1] == ["PostScript"] and row[-1] == ".eps" for row in rows)
    assert ["text", "documents", "all", "others"] in rows


def test_suffixes_that_the_rules_do_not_read_are_refused(run: CommandLine) -> None:
    write_rules(run.folder, "- use: csv")
    listed = run("formats", "--rules", "formats.yaml", "--output", "json").json()
    assert [one["format"] for one in listed["read"]] == ["csv", "text"]
    refused = {suffix: one["hint"] for one in listed["refused"] for suffix in one["suffixes"]}
    assert "use: archive" in refused[".zip"]
    assert ".csv" not in refused


def test_the_page_on_formats_has_each_suffix(run: CommandLine) -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text().lower()
    named = set(re.findall(r"\.[a-z0-9]+", page))
    listed = run("formats", "--rules", "default", "--output", "json").json()
    assert not {suffix for one in listed["read"] for suffix in one["suffixes"]} - named


def test_suffixes_that_the_rules_read_are_not_refused(run: CommandLine) -> None:
    listed = run("formats", "--rules", "default", "--output", "json").json()
    named = {one["format"] for one in listed["read"]}
    assert not [one for one in listed["refused"] if any(f"use: {x}`" in one["hint"] for x in named)]
