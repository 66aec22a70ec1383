"""Recognises rules that ask for surrogates; imports what makes them only for such rules."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from anonfilter.contract.document import Redaction
from anonfilter.contract.extensions import SURROGATES, Surrogates
from anonfilter.contract.plugin import Numbering, SurrogateTagger
from anonfilter.contract.registry import extension
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import RulesError
from anonfilter.files.source_tree import Tree
from anonfilter.rules import find


@runtime_checkable
class EngineWithSurrogates(Protocol):
    """An engine whose results have surrogates."""

    def add_surrogates(self, done: Redaction, memory: Numbering | None) -> Redaction: ...


def surrogate_tagger(engine: Engine) -> SurrogateTagger | None:
    """Return the tagger that the rules ask for surrogates; None if they do not."""
    for tagger in engine.tools.taggers.values():
        if isinstance(tagger, SurrogateTagger) and any(
            map(tagger.makes_surrogates, engine.labels.values())
        ):
            return tagger
    return None


def with_surrogates(engine: Engine, tree: Tree) -> Engine:
    """Return an engine that writes surrogates if the rules ask for them, else the engine itself."""
    tagger = surrogate_tagger(engine)
    surrogates: Surrogates | None = extension(SURROGATES) if tagger is not None else None
    return engine if surrogates is None else surrogates.engine(engine, tagger, tree)


def add_surrogates(engine: Engine, done: Redaction, memory: Numbering | None) -> Redaction:
    """Return the result of an engine, with surrogates if its rules ask for them."""
    return engine.add_surrogates(done, memory) if isinstance(engine, EngineWithSurrogates) else done


def remarks_on_parts(engine: Engine, what: str = "what is read in parts") -> list[str]:
    """Return a remark for a text with tags in place of the surrogates that the rules ask for.

    A text in parts has no sidecar that could record the places of surrogates.
    """
    return [f"surrogates: {what} has tags in their place"] if surrogate_tagger(engine) else []


def require_no_surrogates(engine: Engine, what: str) -> None:
    """Refuse rules with surrogates for processes that do not share their choices."""
    if surrogate_tagger(engine) is not None:
        raise RulesError(
            f"{what} cannot make surrogates: each machine must know those of the others",
            where=find.display(engine.ruleset.origin),
            hint="Use rules with tags, or filter on one machine: anonfilter -o DIR.",
        )
