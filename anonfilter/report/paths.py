"""Paths as they may be shown: a name in one is personal data like any other."""

from __future__ import annotations

from collections.abc import Sequence

from anonfilter import spans
from anonfilter.engine import Engine
from anonfilter.errors import Incomplete
from anonfilter.model import Document, Source, Span, Tagged
from anonfilter.pseudonyms.book import Book
from anonfilter.rewrite import rewrite
from anonfilter.survivors import survivors

_WORDS_APART = str.maketrans({"_": " ", "-": " ", "+": " ", "/": "\n"})
_NOT_SHOWN = "<path not shown>"


class Paths:
    """Writes paths with tags for what the rules find in them; numbers run on through a check."""

    def __init__(self, engine: Engine, *, verbatim: bool = False) -> None:
        self._engine = engine
        self._verbatim = verbatim
        self._book = Book()

    def shown(self, path: str, known: Sequence[Tagged] = ()) -> str:
        """The path; ``known`` are mentions in the file, whose names may stand in its name."""
        if self._verbatim:
            return path
        try:
            written = self._read(path)
            spread = self._read(path.translate(_WORDS_APART))
        except Incomplete:
            return _NOT_SHOWN
        found = spans.disjoint(
            [*self._spans(written), *self._spans(spread), *survivors(spread, known, ())],
            spread.text,
        )
        tagged = self._engine.tag(spread, found, self._book)
        return rewrite(written, [part for one in tagged for part in one.replacements]).text

    def _read(self, text: str) -> Document:
        """A path as a document of one field, whatever formats the rules have."""
        return self._engine.read(Source("path", text))

    def _spans(self, document: Document) -> list[Span]:
        return list(self._engine.analyse(document).spans)
