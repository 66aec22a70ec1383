"""Whether rules ask for surrogates. Nothing that makes them is imported where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from anonfilter.contract.document import Label, Redaction, TaggedMention
from anonfilter.contract.plugin import Numbering
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import RulesError
from anonfilter.files.source_tree import Tree
from anonfilter.rules import find

if TYPE_CHECKING:
    from anonfilter.pseudonyms.surrogates.choosing import Chooser


@runtime_checkable
class SurrogateTagger(Protocol):
    """A tagger that invents surrogates."""

    def makes_surrogates(self, label: Label) -> bool: ...

    def days(self, number: int) -> int: ...

    def surrogates(self, tagged: Sequence[TaggedMention], chooser: Chooser) -> list[list[str]]: ...


def inventor_of(engine: Engine) -> SurrogateTagger | None:
    """The tagger that the rules ask for surrogates; None if they do not."""
    for tagger in engine.tools.taggers.values():
        if isinstance(tagger, SurrogateTagger) and any(
            map(tagger.makes_surrogates, engine.labels.values())
        ):
            return tagger
    return None


def with_surrogates(engine: Engine, tree: Tree) -> Engine:
    """The engine itself, if its rules ask for no surrogates."""
    tagger = inventor_of(engine)
    if tagger is None:
        return engine
    from anonfilter.pseudonyms.sidecars.policy import SidecarPolicy
    from anonfilter.pseudonyms.surrogates.engine import SurrogateEngine
    from anonfilter.pseudonyms.surrogates.wardrobe import Wardrobe

    keeping = SidecarPolicy.by(engine.ruleset.model, source=tree)
    return SurrogateEngine(engine, tagger, Wardrobe(keeping))


def let_out(engine: Engine, done: Redaction, memory: Numbering | None) -> Redaction:
    """What an engine has made of a document, with surrogates if its rules ask for them."""
    if inventor_of(engine) is None:
        return done
    from anonfilter.pseudonyms.surrogates.engine import SurrogateEngine

    return engine.dressed(done, memory) if isinstance(engine, SurrogateEngine) else done


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
