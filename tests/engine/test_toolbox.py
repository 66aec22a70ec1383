"""Plugins as the engine meets them: made, asked for their needs, loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter import Engine, Options, load_ruleset
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import PluginError, RulesError
from anonfilter.rules import parse_ruleset
from tests.plugin_file import detector_file

PLUGIN = detector_file(
    "lifting",
    members="""
    def needs(self):
        return Needs(labels=frozenset({"BADGE"}), extra="heavy")

    def load(self):
        import a_library_that_nobody_has
    """,
)

RULES = """anonfilter: 1
plugins: [lifting.py]
labels: {BADGE: {}}
formats: [{use: text}]
detectors:
  - use: lifting
taggers: [{use: numbered}]
"""


def engine(folder: Path, rules: str = RULES) -> Engine:
    (folder / "lifting.py").write_text(PLUGIN)
    (folder / "rules.yaml").write_text(rules)
    return Engine(load_ruleset(str(folder / "rules.yaml"), trust_local=True))


def test_a_missing_library_is_named_with_the_extra_that_brings_it(tmp_path: Path) -> None:
    with pytest.raises(PluginError) as caught:
        engine(tmp_path).load()
    assert "rules.yaml:6:5: lifting needs 'a_library_that_nobody_has'" in str(caught.value)
    assert "[heavy]'" in caught.value.hint


def test_labels_that_are_found_must_be_declared(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="rules do not declare: BADGE"):
        engine(tmp_path, RULES.replace("BADGE", "TOKEN"))


@pytest.mark.parametrize("label", ["PRODUCT", "PROFESSION"])
def test_a_label_that_nothing_finds_cannot_be_asked_for(label: str) -> None:
    with pytest.raises(RulesError, match=f"{label} is to be replaced, but no plugin"):
        Engine(load_ruleset("default"), Options(only=frozenset({label})))
    asked = f"anonfilter: 1\nextends: default\nlabels:\n  {label}: {{redact: true}}\n"
    with pytest.raises(RulesError, match=label):
        Engine(parse_ruleset(asked, "asked"))
    found = f"{asked}detectors:\n  - {{use: dictionary, label: {label}, terms: [Farrow]}}\n"
    Engine(parse_ruleset(found, "found"))


@pytest.mark.parametrize("name", ["default", "call", "hearing", "legal", "thorough"])
def test_every_replaced_label_of_the_shipped_rules_has_a_detector(name: str) -> None:
    engine = Engine(load_ruleset(name))
    found = {label for _, made in engine.parts() for label in needs_of(made).labels}
    assert {label for label, one in engine.labels.items() if one.redact} <= found
