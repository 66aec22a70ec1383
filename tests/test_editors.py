"""What editors are given: the schema of rules, and a task."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from anonfilter import __version__
from anonfilter.contract import registry
from anonfilter.reports.ruleset import json_schema
from tests.commands.commandline import CommandLine

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "schemas" / "rules.schema.json"
SHIPPED = [ROOT / "rules.yaml", *sorted((ROOT / "anonfilter/rules/shipped").glob("*.yaml"))]


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(SCHEMA.read_text())
    Draft202012Validator.check_schema(read)
    return read


def test_the_schema_is_of_this_version(schema: dict[str, Any]) -> None:
    assert schema == json_schema(registry.installed()), "run `make schema`"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_rules_are_valid(path: Path, schema: dict[str, Any]) -> None:
    rules = YAML(typ="safe").load(path.read_text())
    assert not list(Draft202012Validator(schema).iter_errors(rules))


@pytest.mark.parametrize(
    "wrong",
    [
        {"detectorss": []},
        {"labels": {"CODE": {"kind": "indirekt"}}},
        {"detectors": [{"use": "patterns", "patternss": []}]},
    ],
)
def test_misspelled_keys_are_invalid(wrong: dict[str, Any], schema: dict[str, Any]) -> None:
    assert not Draft202012Validator(schema).is_valid({"anonfilter": 1} | wrong)


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> CommandLine:
    folder = tmp_path / "data"
    folder.mkdir()
    return CommandLine(folder, monkeypatch, capfd)


def test_new_rules_name_the_schema_of_this_version(
    run: CommandLine, schema: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANONFILTER_RULES")
    assert run("rules", "init").code == 0
    text = (run.folder / ".anonfilter" / "rules.yaml").read_text()
    named = re.match(r"# yaml-language-server: \$schema=https://\S+/v(\S+?)/(\S+)\n", text)
    assert named is not None
    assert (named[1], ROOT / named[2]) == (__version__, SCHEMA)
    Draft202012Validator(schema).validate(YAML(typ="safe").load(text))


def test_the_task_of_the_page_reads_what_a_check_prints(run: CommandLine) -> None:
    [block] = re.findall(r"```json\n(.*?)```", (ROOT / "docs/serve.md").read_text(), re.S)
    [task] = json.loads(block)["tasks"]
    (run.folder / "a note.txt").write_text("Then\nwe met Wilma Quillfeather.\n")
    done = run(*task["command"].split()[1:], "--documents-only", "a note.txt")
    pattern = task["problemMatcher"]["pattern"]
    found = re.match(pattern["regexp"], done.out)
    assert found is not None
    reported = [found[pattern[part]] for part in ("file", "line", "column")]
    assert reported == ["a note.txt", "2", "8"]
