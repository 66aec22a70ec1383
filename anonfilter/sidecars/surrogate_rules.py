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


def remarks_on_parts(engine: Engine, what: str = "a text that is read in parts") -> list[str]:
    """Return the remark that a text gets tags, if the rules ask for surrogates; else an empty list.

    A text that is read in parts has no sidecar that could record the places of surrogates.
    """
    return [f"surrogates: {what} gets tags instead"] if engine.surrogate_tagger else []


def require_no_surrogates(engine: Engine, what: str) -> None:
    """Raise an error if the rules ask for surrogates, which several machines cannot share."""
    if engine.surrogate_tagger is not None:
        raise RulesError(
            f"{what} cannot make surrogates: machines do not know those of other machines",
            where=find.display(engine.ruleset.origin),
            hint="Use rules with tags, or filter on one machine: anonfilter -o DIR.",
        )
