"""What all documents of a corpus have in common: rules, what these name, programs, key, command
line. Where any of it says something else, every twin is out of date."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter.checking.basis import Reading
from anonfilter.errors import AnonfilterError
from anonfilter.pseudonyms.sidecars.keeping import Keeping
from anonfilter.reports.versions import versions
from anonfilter.rules.globs import Globs
from anonfilter.rules.named import named_files
from anonfilter.session import Session, load_rules
from anonfilter.syncing import signature
from anonfilter.syncing.layout import Here, Layout
from anonfilter.syncing.signature import Asked
from anonfilter.syncing.state import Setting, Store

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine
    from anonfilter.rules import Ruleset


class Rules:
    """The rules, and an engine that works by them: read and made when first asked for."""

    def __init__(self, here: Here, asked: Asked) -> None:
        self._here = here
        self._asked = asked

    @cached_property
    def set(self) -> Ruleset:
        return load_rules(self._asked.rules, self._asked.trust_local_plugins)

    @cached_property
    def documents(self) -> Globs:
        return Globs(self.set)

    @cached_property
    def engine(self) -> Engine:
        asked = self._asked
        return Session.open(
            self.set, assume_language=asked.assume_language, roster=asked.roster, minting=True
        ).engine

    def renew(self) -> None:
        """From now on, an engine that knows what the corpus knows by now."""
        self.__dict__.pop("engine", None)

    @cached_property
    def keeping(self) -> Keeping:
        return Keeping.by(self.set.model, self._here.root)

    def layout(self) -> Layout:
        corpus = self.set.model.corpus
        if corpus is None:
            raise AnonfilterError(
                "the rules do not say which folders are kept in step",
                where=self.set.origin,
                hint="anonfilter sync --init sets that up: `corpus: {source: raw/, output: "
                "transcripts/}`.",
            )
        return Layout(self._here, corpus.source, corpus.output)

    def setting(self, store: Store) -> Setting:
        """What the rules come to, and what to watch in order to see whether they still do."""
        layout = self.layout()
        watched = tuple(sorted({*_read_from(self.set), *_named(self.set)}))
        said = signature.of(self._here, self._asked, watched)
        basis = store.keyed(*self._basis())
        return Setting(store.keyed(said), watched, layout.source, layout.output, basis)

    def _basis(self) -> Iterator[str | bytes]:
        yield versions(self.engine).digest
        yield json.dumps([self._asked.assume_language, self.engine.options.known is not None])
        corpus = self.keeping.corpus
        yield "" if corpus is None else json.dumps([corpus.id, corpus.key_id])
        reading = Reading()
        for path in (*_named(self.set), *self._asked.roster):
            try:
                said = reading.content(path)
            except OSError:
                yield "unread"
            else:
                yield "read"
                yield said


def _read_from(ruleset: Ruleset) -> Iterator[str]:
    yield from (os.path.abspath(file) for file in ruleset.files if os.path.isfile(file))


def _named(ruleset: Ruleset) -> list[str]:
    return [os.path.abspath(path) for path in named_files(ruleset)]


def known_digest(here: Here, store: Store) -> str:
    """A digest of all that knows originals here; "" where nothing does."""
    each = []
    for path in signature.knowing_files(here):
        try:
            each.append(hashlib.sha256(Path(path).read_bytes()).hexdigest())
        except OSError:
            each.append(f"unread {path}")
    return store.keyed(json.dumps(sorted(each))) if each else ""
