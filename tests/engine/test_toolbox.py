"""Plugins as the engine meets them: made, asked for their needs, loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter import Engine, load_ruleset
from anonfilter.errors import PluginError
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
