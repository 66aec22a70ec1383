"""A server loads for its forks only models that they can use."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_editor.preloading import prepare

from anonfilter import Engine, load_ruleset
from anonfilter.engine.toolbox import SHARES_MODELS
from anonfilter.errors import PluginError
from tests.plugin_file import detector_file

RULES = """anonfilter: 1
plugins: [lifting.py]
labels: {}
formats: [{use: text}]
detectors: [{use: lifting}]
taggers: [{use: numbered}]
"""


def engine(folder: Path, *, forkable: bool) -> Engine:
    load = "def load(self): import a_library_that_nobody_has"
    plugin = detector_file("lifting", members=f"forkable = {forkable}\n{load}")
    (folder / "lifting.py").write_text(plugin)
    (folder / "rules.yaml").write_text(RULES)
    return Engine(load_ruleset(str(folder / "rules.yaml"), trust_local=True))


def test_a_model_that_forks_cannot_share_is_not_loaded(tmp_path: Path) -> None:
    prepare(engine(tmp_path, forkable=False))


@pytest.mark.skipif(not SHARES_MODELS, reason="forks share nothing here")
def test_a_model_that_forks_can_share_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="a_library_that_nobody_has"):
        prepare(engine(tmp_path, forkable=True))
