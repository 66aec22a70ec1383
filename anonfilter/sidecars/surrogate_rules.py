"""Whether rules ask for surrogates. Nothing that makes them is imported where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from anonfilter.contract.document import Label, Redaction, TaggedMention
from anonfilter.contract.extensions import SURROGATES, Surrogates
from anonfilter.contract.plugin import Numbering
from anonfilter.contract.registry import extension
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import RulesError
from anonfilter.files.source_tree import Tree
from anonfilter.rules import find


@runtime_checkable
class SurrogateTagger(Protocol):
    """A tagger that invents surrogates."""

    def makes_surrogates(self, label: Label) -> bool: ...

    def days(self, number: int) -> int: ...

    def surrogates(self, tagged: Sequence[TaggedMention], chooser: Any) -> list[list[str]]: ...


@runtime_checkable
class WithSurrogates(Protocol):
    """An engine whose results have surrogates."""

    def dressed(self, done: Redaction, memory: Numbering | None) -> Redaction: ...


def inventor_of(engine: Engine) -> SurrogateTagger | None:
    """The tagger that the rules ask for surrogates; None if they do not."""
    for tagger in engine.tools.taggers.values():
        if isinstance(tagger, SurrogateTagger) and any(
            map(tagger.makes_surrogates, engine.labels.values())
        ):
            return tagger
    return None


def with_surrogates(engine: Engine, tree: Tree) -> Engine:
    """Return an engine that writes surrogates if the rules ask for them, else the engine itself."""
    tagger = inventor_of(engine)
    surrogates: Surrogates | None = extension(SURROGATES) if tagger is not None else None
    return engine if surrogates is None else surrogates.engine(engine, tagger, tree)


def let_out(engine: Engine, done: Redaction, memory: Numbering | None) -> Redaction:
    """Return the result of an engine, with surrogates if its rules ask for them."""
    return engine.dressed(done, memory) if isinstance(engine, WithSurrogates) else done


def told_in_parts(engine: Engine, what: str = "what is read in parts") -> list[str]:
    """What is said of a text that has tags because no sidecar could say where surrogates stand."""
    makes_surrogates = inventor_of(engine) is not None
    return [f"surrogates: {what} has tags in their place"] if makes_surrogates else []


def require_no_surrogates(engine: Engine, what: str) -> None:
    """Refuse rules with surrogates where documents do not know of one another."""
    if inventor_of(engine) is not None:
        raise RulesError(
            f"{what} makes no surrogates: those of one machine must be known to the others",
            where=find.display(engine.ruleset.origin),
            hint="Use rules with tags there, or filter on one machine: anonfilter -o DIR.",
        )
