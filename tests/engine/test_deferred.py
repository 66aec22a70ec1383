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
    assert made.read_document(b"Ask Ann.", "a.minutes").text == "Ask Ann."
    assert "minutes" in [instance.name for instance, _ in made.parts(deferred=True)]


def test_a_format_reads_the_suffixes_that_its_plugin_states(tmp_path: Path) -> None:
    made = engine(tmp_path, (".minutes", ".protocol"))
    with pytest.raises(PluginError, match=r"reads \.minutes"):
        made.read_document(b"Ask Ann.", "a.protocol")


RESOLVER = """
from anonfilter import hookimpl
from anonfilter.contract import Span, Strict
from anonfilter.contract.document import Change

class Dropping:
    class Config(Strict):
        pass

    def __init__(self, config, setting):
        pass

    def resolve(self, document, spans):
        return [], [Change("dropping", "all are dropped", tuple(spans))]

class Adding(Dropping):
    def resolve(self, document, spans):
        return [*spans, Span(0, 4, "PERSON", "adding")], []

@hookimpl
def anonfilter_register_resolvers(register):
    register("dropping", f"{__name__}:Dropping", deferred=True, only_if=r"[0-9]")
    register("adding", f"{__name__}:Adding", only_if=r"[0-9]")
"""


def resolved(folder: Path, text: str, resolver: str) -> int:
    """Return the number of spans that these rules and this resolver leave in a text."""
    (folder / "dropping.py").write_text(RESOLVER)
    rules = f"anonfilter: 1\nextends: fast\nplugins: [dropping.py]\nresolvers: [use: {resolver}]\n"
    (folder / "rules.yaml").write_text(rules)
    made = Engine(parse_ruleset(rules, str(folder / "rules.yaml"), trust_local=True))
    return len(made.analyse(made.read_document(text.encode(), "a.txt")).spans)


@pytest.mark.parametrize(("text", "left"), [("Ask Ann Lindqvist.", 1), ("Ask Ann Lindqvist 7.", 0)])
def test_a_resolver_runs_on_texts_that_have_what_it_looks_for(
    tmp_path: Path, text: str, left: int
) -> None:
    assert resolved(tmp_path, text, "dropping") == left


@pytest.mark.parametrize(("text", "left"), [("Rain fell.", 0), ("Rain fell for 7 days.", 1)])
def test_a_resolver_that_finds_spans_runs_without_findings(
    tmp_path: Path, text: str, left: int
) -> None:
    assert resolved(tmp_path, text, "adding") == left
