"""``anonfilter rules``: writing, checking and showing a ruleset."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from anonfilter.reports.versions import full_digest
from anonfilter.rules import load_ruleset
from tests.commands.commandline import RULES, CommandLine
from tests.plugin_file import detector_file


def test_init_writes_a_valid_ruleset_and_replaces_none(run, folder, monkeypatch):
    monkeypatch.delenv("ANONFILTER_RULES")
    assert run("rules", "init").code == 0
    path = folder / ".anonfilter" / "rules.yaml"
    text = path.read_text()
    version = load_ruleset("default").model.version
    assert f"extends: default=={version}\n" in text
    assert run("rules", "show").out.startswith(
        "# from .anonfilter/rules.yaml, which extends default"
    )
    again = run("rules", "init")
    assert again.code == 2
    assert "exists and is not replaced" in again.err
    assert path.read_text() == text


def test_every_example_in_the_starter_works(run, folder):
    run("rules", "init")
    path = folder / ".anonfilter" / "rules.yaml"
    lines = path.read_text().splitlines()
    path.write_text(
        "\n".join(
            line[1:] if line.startswith("#") and line[1:2] != " " else line for line in lines
        ).replace("#  ", "  ")
    )
    result = run("rules", "check", str(path))
    assert (result.code, "no problem" in result.err) == (0, True), result.err
    assert "CASE_NUMBER" in load_ruleset(str(path)).labels


def test_check_runs_the_examples(run, folder):
    rules = Path(os.environ["ANONFILTER_RULES"])
    assert run("rules", "check").code == 0
    rules.write_text(rules.read_text().replace("[21-CV-1234]", "[21-CV-1234, none]"))
    result = run("rules", "check")
    assert result.code == 2
    line = next(at for at, one in enumerate(rules.read_text().splitlines(), 1) if ", none]" in one)
    column = rules.read_text().splitlines()[line - 1].index("none]") + 1
    assert result.err.startswith(f"{rules}:{line}:{column}: patterns: pattern CASE-1: example 2 is")


def test_an_example_of_a_pack_has_its_place_there(run, folder):
    pack = "patterns:\n  - name: code\n    label: CASE\n    regex: Q1\n    examples: [Q1, none]\n"
    (folder / "ours.yaml").write_text(pack)
    settings = "  - use: patterns\n    packs: [ours.yaml]\n"
    (folder / "own.yaml").write_text(RULES.replace("  - use: patterns\n", settings))
    result = run("rules", "check", "own.yaml")
    assert result.code == 2
    assert result.err == "ours.yaml:5:20: patterns: pattern code: example 2 is not found\n"


def test_check_reports_a_wrong_key_with_its_place_and_continues(run, folder):
    (folder / "bad.yaml").write_text("anonfilter: 1\nlabel: {}\n")
    (folder / "worse.yaml").write_text("anonfilter: [\n")
    result = run("rules", "check", "bad.yaml", "worse.yaml", os.environ["ANONFILTER_RULES"])
    assert result.code == 2
    assert "bad.yaml:2:1: unknown key 'label'; did you mean 'labels'?" in result.err
    assert "worse.yaml:" in result.err
    assert "small.yaml: no problem found" in result.err
    assert run("rules", "check", "bad.yaml").code == 2


@pytest.mark.parametrize("full", [(), ("--full",)])
@pytest.mark.parametrize("name", ["default", "fast", "hearing"])
def test_show_prints_rules_that_mean_the_same(run, folder, name, full):
    result = run("rules", "show", "--rules", name, *full)
    assert result.code == 0
    assert result.out.startswith(f"# from {name}")
    (folder / "shown.yaml").write_text(result.out)
    assert full_digest(load_ruleset("shown.yaml")) == full_digest(load_ruleset(name))


def test_show_names_packs_and_prints_them_on_request(run):
    short = run("rules", "show", "default").out
    assert "packs: [people," in short
    assert "name: email" not in short
    full = run("rules", "show", "default", "--full").out
    assert "packs:" not in full
    assert "name: email" in full


def test_schema_knows_the_plugins_and_their_settings(run):
    schema = run("rules", "schema").json()
    entries = schema["properties"]["detectors"]["items"]["anyOf"]
    patterns = next(one for one in entries if one.get("title") == "patterns")
    assert patterns["properties"]["use"]["const"] == "patterns"
    assert "patterns" in patterns["properties"]
    references = set(_references(schema))
    assert all(value.removeprefix("#/$defs/") in schema["$defs"] for value in references)


def _references(node):  # type: ignore[no-untyped-def]
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"]
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


def test_init_does_not_take_the_place_of_a_ruleset(run, folder, monkeypatch):
    monkeypatch.delenv("ANONFILTER_RULES")
    (folder / "rules.yaml").write_text("anonfilter: 1\nextends: fast\n")
    done = run("rules", "init")
    assert done.code == 2
    assert "rules.yaml: is already in force here" in done.err
    assert not (folder / ".anonfilter").exists()


def test_rules_check_and_each_run_print_the_warning(run: CommandLine) -> None:
    (run.folder / "own.yaml").write_text("anonfilter: 1\nextends: fast\nlabels: {BADGE: {}}\n")
    checked = run("rules", "check", "own.yaml")
    assert checked.code == 0
    assert "warning: own.yaml:3:" in checked.err
    assert "BADGE: is to be replaced" in checked.err
    (run.folder / "a.txt").write_text("Nothing here.\n")
    for command in (["a.txt"], ["-q", "a.txt"], ["check", "a.txt"], ["detect", "a.txt"]):
        done = run(*command, "--rules", "own.yaml")
        assert done.code == 0
        assert done.err.count("warning: own.yaml:3:") == 1
    assert "warning" not in run("a.txt", "--rules", "fast").err


def test_a_third_party_plugin_reports_what_it_lacks(run: CommandLine) -> None:
    lacks = """
    def lacks(self, company):
        if not company.has_roles:
            yield "finds badges of judges, and no resolver finds roles"

    def needs(self):
        return Needs(labels=frozenset({"PERSON"}))
    """
    (run.folder / "badges.py").write_text(detector_file("badges", members=lacks))
    (run.folder / "own.yaml").write_text(
        "anonfilter: 1\nextends: fast\nplugins: [badges.py]\ndetectors: [{use: badges}]\n"
    )
    done = run("rules", "check", "own.yaml", "--trust-local-plugins")
    assert "badges: finds badges of judges, and no resolver finds roles" in done.err
