"""Formats that are imported when a file needs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import PluginError
from anonfilter.rules import parse_ruleset

PLUGIN = """
from anonfilter import hookimpl
from anonfilter.contract import Setting
from anonfilter_documents.plaintext import Plaintext

class Minutes(Plaintext):
    suffixes = (".minutes",)

@hookimpl
def anonfilter_register_formats(register):
    register("minutes", f"{__name__}:Minutes", suffixes=SUFFIXES)
"""
RULES = """anonfilter: 1
extends: fast
plugins: [minutes_format.py]
formats: [{use: minutes, before: text}]
"""


def engine(folder: Path, stated: tuple[str, ...]) -> Engine:
    code = PLUGIN.replace("SUFFIXES", repr(stated))
    (folder / "minutes_format.py").write_text(code)
    (folder / "rules.yaml").write_text(RULES)
    return Engine(parse_ruleset(RULES, str(folder / "rules.yaml"), trust_local=True))


def test_a_format_is_made_when_a_file_needs_it(tmp_path: Path) -> None:
    made = engine(tmp_path, (".minutes",))
    names = [instance.name for instance, _ in made.parts()]
    assert "minutes" not in names
    assert made.decode(b"Ask Ann.", "a.minutes").text == "Ask Ann."
    assert "minutes" in [instance.name for instance, _ in made.parts(deferred=True)]


def test_a_format_reads_the_suffixes_that_its_plugin_states(tmp_path: Path) -> None:
    made = engine(tmp_path, (".minutes", ".protocol"))
    with pytest.raises(PluginError, match=r"reads \.minutes"):
        made.decode(b"Ask Ann.", "a.protocol")
