"""The session of a command: its rules, its engine and its corpus, opened once."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter.errors import one_file
from anonfilter.files.paths import CORPUS_FILE
from anonfilter.files.source_tree import DISK, Tree, folders_with

if TYPE_CHECKING:
    from anonfilter.contract.document import Redaction
    from anonfilter.engine.pipeline import Engine, Options
    from anonfilter.files.read import LoadedFile
    from anonfilter.keys.corpus import Corpus
    from anonfilter.rules import Ruleset
    from anonfilter.sidecars.memory import Memory
    from anonfilter.sidecars.policy import SidecarPolicy

_UNSEARCHED = (
    "known originals of this corpus were not looked for: its key is not on this machine "
    "(`anonfilter key status`)\n"
)


def load_rules(rules: str | None, trust_local_plugins: bool, tree: Tree = DISK) -> Ruleset:
    """Load the ruleset for the current folder.

    Plugins in the repository are trusted with ``trust_local_plugins``, or if the user's config
    trusts the current folder or a folder above it.
    """
    from anonfilter.rules import load_ruleset
    from anonfilter.rules.find import user_config

    trusted = any(
        Path.cwd().is_relative_to(Path(folder).expanduser())
        for folder in user_config().trust_local_plugins
    )
    return load_ruleset(rules, trust_local=trust_local_plugins or trusted, tree=tree)


@dataclass(frozen=True, slots=True)
class Session:
    """One run: the source of its files, its rules, its engine, and its corpus."""

    tree: Tree
    ruleset: Ruleset
    engine: Engine
    corpus: Corpus | None

    @classmethod
    def open(
        cls,
        ruleset: Ruleset,
        options: Options | None = None,
        *,
        tree: Tree = DISK,
        minting: bool = False,
        seeking: bool = True,
        library: bool = False,
    ) -> Session:
        """Return a session with a new engine; refuse the network from now on, unless allowed.

        ``minting``: tags are written; if the whole corpus shares its numbers, its key is required.
        ``seeking``: known originals of the corpus are found. ``library``: the process belongs to
        another program, and the network is refused to the engine alone.
        """
        from anonfilter.engine import offline
        from anonfilter.engine.pipeline import Engine, Options

        corpus = _nearest_corpus(tree)
        numbering = None
        if ruleset.model.scope == "corpus":
            from anonfilter.sidecars.policy import corpus_numbers

            numbering = corpus_numbers(ruleset.model, corpus, required=minting)
        known, unsearched = None, False
        if seeking and corpus is not None:
            from anonfilter.known.loading import load_known

            known, missing = load_known(Path.cwd(), tree)
            unsearched = bool(missing)
        options = replace(options or Options(), numbering=numbering, known=known)
        engine = Engine(ruleset, options)
        engine.tools.require_libraries()
        if engine.surrogate_tagger:
            from anonfilter.sidecars.surrogate_rules import with_surrogates

            engine = with_surrogates(engine, tree)
        if not (engine.uses_network or library):
            offline.whole_process()
        if unsearched:
            sys.stderr.write(_UNSEARCHED)
        return cls(tree, ruleset, engine, corpus)

    def keeping(self) -> SidecarPolicy:
        """Return the policy for sidecars: whether and where they are written."""
        from anonfilter.sidecars.policy import SidecarPolicy

        return SidecarPolicy.by(self.ruleset.model, source=self.tree)


def _nearest_corpus(tree: Tree) -> Corpus | None:
    """Return the corpus around the current folder or None; import keys only if there is one."""
    if not folders_with(CORPUS_FILE, Path.cwd(), tree):
        return None
    from anonfilter.keys.corpus import find_corpus

    return find_corpus(Path.cwd(), tree)


def redact(engine: Engine, source: LoadedFile, memory: Memory | None = None) -> Redaction:
    """Filter one file; ``memory`` holds the numbers and names of the last run."""
    with one_file(source.name):
        return engine.redact(engine.read_document(source.data, source.name), memory)
