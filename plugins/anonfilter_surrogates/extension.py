"""The functions that the host calls (:class:`anonfilter.contract.extensions.Surrogates`)."""

from __future__ import annotations

from anonfilter.contract.plugin import SurrogateTagger
from anonfilter.engine.pipeline import Engine
from anonfilter.files.source_tree import Tree
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter_surrogates.surrogate_engine import SurrogateEngine
from anonfilter_surrogates.surrogate_map import SurrogateMap
from anonfilter_surrogates.surrogate_store import SurrogateStore


def engine(engine: Engine, tagger: SurrogateTagger, tree: Tree) -> Engine:
    """Return an engine whose results have the surrogates that ``tagger`` invents."""
    policy = SidecarPolicy.by(engine.ruleset.model, source=tree)
    return SurrogateEngine(engine, tagger, SurrogateStore(policy))


def known(policy: SidecarPolicy, text: str, name: str) -> bool:
    """Return True if a sidecar of the corpus records surrogates for this text."""
    return SurrogateStore(policy).surrogates(text, name) is not None


def read(payload: str) -> SurrogateMap:
    """Parse the surrogates of a document from its sidecar."""
    return SurrogateMap.of(payload)
