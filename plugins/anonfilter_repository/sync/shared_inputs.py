"""The inputs that all copies of a corpus share, such as rules, versions, key and options.

If any of these changes, every copy is out of date.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter.cache.basis import NamedFiles, Reading
from anonfilter.cache.detections import use_earlier_findings
from anonfilter.errors import AnonfilterError
from anonfilter.files.read import read_file
from anonfilter.reports.versions import full_digest, versions
from anonfilter.run.session import Session, load_rules
from anonfilter.selection.globs import Globs
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter_repository.sync import rules_signature
from anonfilter_repository.sync.folders import Layout, Workspace, relative
from anonfilter_repository.sync.rules_signature import RunOptions
from anonfilter_repository.sync.sync_state import Setting, Store

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine
    from anonfilter.rules import Ruleset


class Rules:
    """The rules and their engine, loaded when first used."""

    def __init__(self, workspace: Workspace, options: RunOptions) -> None:
        self._workspace = workspace
        self._options = options
        self._since = time.time_ns()

    @cached_property
    def set(self) -> Ruleset:
        return load_rules(self._options.rules, self._options.trust_local_plugins)

    @cached_property
    def documents(self) -> Globs:
        return Globs(self.set, copies=False)

    @cached_property
    def engine(self) -> Engine:
        from anonfilter.engine.pipeline import Options  # most runs have nothing to filter

        options = self._options
        own = Options(
            assume_language=options.assume_language, rosters=tuple(map(Path, options.roster))
        )
        engine = Session.open(self.set, own, minting=True).engine
        if not options.no_cache:
            use_earlier_findings(engine, self._since)
        return engine

    def renew(self) -> None:
        """Drop the engine, so that the next engine uses all originals that the corpus knows now."""
        self.__dict__.pop("engine", None)

    @cached_property
    def policy(self) -> SidecarPolicy:
        return SidecarPolicy.by(self.set.model, self._workspace.root)

    def layout(self) -> Layout:
        corpus = self.set.model.corpus
        if corpus is None:
            raise AnonfilterError(
                "the rules do not say which folders to sync",
                where=self.set.origin,
                hint="anonfilter sync --init adds them: `corpus: {source: raw/, output: "
                "transcripts/}`.",
            )
        return Layout(self._workspace, corpus.source, corpus.output)

    def setting(self, store: Store) -> Setting:
        """Return the folders and the basis of the rules, and the files on which it depends."""
        layout = self.layout()
        read_from = (os.path.abspath(file) for file in self.set.files if os.path.isfile(file))
        watched = tuple(sorted({*read_from, *_named(self.set)}))
        seen = rules_signature.of(self._workspace, self._options, watched)
        basis = store.keyed(*self._basis())
        return Setting(store.keyed(seen), watched, layout.source, layout.output, basis)

    def _basis(self) -> Iterator[str | bytes]:
        yield versions(self.engine).digest
        yield full_digest(self.set)  # with the words that the call above leaves out
        yield json.dumps([self._options.assume_language, self.engine.options.known is not None])
        corpus = self.policy.corpus
        yield "" if corpus is None else json.dumps([corpus.id, corpus.key_id])
        reading = Reading()
        for path in (*_named(self.set), *self._options.roster):
            try:
                content = reading.content(path)
            except OSError:
                yield "unread"
            else:
                yield "read"
                yield content


def _named(ruleset: Ruleset) -> list[str]:
    return [os.path.abspath(path) for path in NamedFiles(ruleset).all()]


def known_digest(workspace: Workspace, store: Store) -> str:
    """Return a digest of all files with known originals; "" if there are none."""
    each = []
    for path in rules_signature.knowing_files(workspace):
        try:
            each.append(hashlib.sha256(Path(path).read_bytes()).hexdigest())
        except OSError:
            each.append(f"unread {path}")
    return store.keyed(json.dumps(sorted(each))) if each else ""


def holding_known(engine: Engine, layout: Layout, rels: Iterable[str]) -> Iterator[str]:
    """Yield the documents whose copies contain a known original, or cannot be searched."""
    known = engine.options.known
    if known is None or not len(known):
        return
    for rel in rels:
        name = relative(layout.copy(rel))
        try:
            document = engine.read_document(read_file(name).data, name)
        except AnonfilterError:
            yield rel
            continue
        if known.spans(document, engine.labels):
            yield rel
