"""Handles rules that ask for surrogates; the feature is imported only for such rules."""

from __future__ import annotations

from anonfilter.contract.extensions import SURROGATES, Surrogates
from anonfilter.contract.registry import extension
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import RulesError
from anonfilter.files.source_tree import Tree
from anonfilter.rules import find


def with_surrogates(engine: Engine, tree: Tree) -> Engine:
    """Return an engine that writes surrogates if the rules ask for them, else this engine."""
    tagger = engine.surrogate_tagger
    surrogates: Surrogates | None = extension(SURROGATES) if tagger is not None else None
    return engine if surrogates is None else surrogates.engine(engine, tagger, tree)


def remarks_on_parts(engine: Engine, what: str = "what is read in parts") -> list[str]:
    """Return a remark that a text gets tags, if the rules ask for surrogates.

    A text that is read in parts has no sidecar that could record the places of surrogates.
    """
    return [f"surrogates: {what} has tags in their place"] if engine.surrogate_tagger else []


def require_no_surrogates(engine: Engine, what: str) -> None:
    """Refuse rules with surrogates for work on many machines, which cannot share their choices."""
    if engine.surrogate_tagger is not None:
        raise RulesError(
            f"{what} cannot make surrogates: each machine must know those of the others",
            where=find.display(engine.ruleset.origin),
            hint="Use rules with tags, or filter on one machine: anonfilter -o DIR.",
        )
