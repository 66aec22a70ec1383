"""Paths as they may be shown: a name in one is personal data like any other.

Paths are not prose. ``interviews/jane_smithMar3.txt`` is read a second time as "Interviews",
"Jane Smith Mar 3"; and since models that expect sentences see a company in many a folder's
name, what they find counts only if it is more than words that anybody might name a file with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from anonfilter_plugins.formats.shared.builder import DocumentBuilder

from anonfilter.contract.book import Book
from anonfilter.contract.document import Document, Source, Span, Tagged
from anonfilter.contract.tags import hide
from anonfilter.engine import spans
from anonfilter.engine.detection import FieldCache
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.rewrite import rewrite
from anonfilter.engine.verify import survivors
from anonfilter.errors import ModelMissing
from anonfilter.text.words import is_common

COMPONENT = re.compile(r"[^/]+")
_SUFFIX = re.compile(
    r"(?:\.(?:[a-z]{2}|tar|min|csv|json|jsonl|srt|txt|vtt|yaml))?\.[^\W_]{1,8}$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")
_FILE_WORDS = """
    admin api app asr backup bak bin cfg changelog ci config configs cv dataset datasets desc dev
    dir dirs dist doc docs env etc faq fixtures github gitlab img impl impls info init io lang lib
    libs lit meta metadata misc ner nlp pkg qa raw readme ref refs repo repos rev src sub subdir
    subfolder subs temp tmp tmpl todo transcript txt util utils var ver wav website wip xml
"""
_NOT_SHOWN = "(a path that could not be scanned)"
_ORDINARY = frozenset(_FILE_WORDS.split())
_FEW_DIGITS = 2  # any file may be called by so many


class Paths:
    """Writes paths with tags for what the rules find in them; numbers run on through a check.

    A text is analysed once, and detectors are asked once about the name of a file or folder.
    """

    def __init__(self, engine: Engine, *, verbatim: bool = False) -> None:
        self._engine = engine
        self._verbatim = verbatim
        self._book = Book()
        self._seen = FieldCache()
        self._told: dict[tuple[str, tuple[spans.Stretch, ...]], tuple[Document, list[Span]]] = {}

    def shown(self, path: str, known: Sequence[Tagged] = ()) -> str:
        """The path; ``known`` are mentions in the file, whose names may stand in its name."""
        if self._verbatim or not path:
            return path
        try:
            return self._tagged(path, known)
        except ModelMissing:
            raise
        except Exception:  # such as a pattern that takes too long on it
            return _NOT_SHOWN

    def _tagged(self, path: str, known: Sequence[Tagged]) -> str:
        document, telling = self.telling(path, list(COMPONENT.finditer(path)))
        found = [*telling, *self._known(path, document), *survivors(document, known).words]
        tagged = self._engine.tag(document, spans.disjoint(found, document.text), self._book)
        return rewrite(document, [part for one in tagged for part in one.replacements]).text

    def telling(self, text: str, names: Sequence[re.Match[str]]) -> tuple[Document, list[Span]]:
        """The names of files and folders as they are read, and what the rules find in them."""
        key = text, tuple(name.span() for name in names)
        if key not in self._told:
            document = self._document(_spread(text, names))
            codes = list(self._in_codes(text, names, document))
            telling = [
                span
                for span in self._spans(document)
                if _tells(document.text[span.start : span.end])
            ]
            self._told[key] = document, [*codes, *telling]
        return self._told[key]

    def _known(self, path: str, spread: Document) -> Iterator[Span]:
        """What the corpus knows, also in words that are everyday words or stand together."""
        known = self._engine.options.known
        for span in known.in_path(path, self._engine.labels) if known is not None else ():
            yield _placed(span, spread, span.start, span.end)

    def _document(self, document: Document) -> Document:
        tags = self._engine.grammar.find(document.text)
        return replace(document, prose=hide(document.text, tags), tags=tags)

    def _spans(self, document: Document) -> Iterable[Span]:
        return self._engine.analyse(document, self._seen).spans

    def _in_codes(
        self, text: str, names: Sequence[re.Match[str]], spread: Document
    ) -> Iterator[Span]:
        """What is found in names as they are written, and reads as an address or a number."""
        if not any("@" in name[0] or _digits(name[0]) > _FEW_DIGITS for name in names):
            return
        written = self._document(_written(text, names))
        for span in self._spans(written):
            if _is_code(written.text[span.start : span.end]):
                yield _placed(span, spread, *written.origin.extent(span.start, span.end))


def _placed(span: Span, document: Document, start: int, end: int) -> Span:
    """The span at this place of the path."""
    first, last = document.origin.offset(start), document.origin.offset(end - 1) + 1
    return replace(span, start=first, end=last)


def _written(text: str, names: Iterable[re.Match[str]]) -> Document:
    """A field for each name, of a folder or of a file."""
    builder = DocumentBuilder(Source("path", text))
    done = 0
    for match in names:
        builder.take(done, match.start())
        start = builder.at
        builder.take(match.start(), match.end())
        builder.field(start, builder.at)
        done = match.end()
    builder.take(done, len(text))
    return builder.build()


def _spread(text: str, names: Iterable[re.Match[str]]) -> Document:
    """The same with the words apart and capitalised, and without the suffix of a file."""
    builder = DocumentBuilder(Source("path", text))
    done = 0
    for match in names:
        builder.take(done, match.start())
        is_file = match.end() == len(text) or text[match.end()] != "/"
        suffix = _SUFFIX.search(match[0]) if is_file else None
        end = match.start() + suffix.start() if suffix else match.end()
        start = builder.at
        _take_words(builder, text, match.start(), end)
        builder.field(start, builder.at)
        builder.take(end, match.end())
        done = match.end()
    builder.take(done, len(text))
    return builder.build()


def _take_words(builder: DocumentBuilder, path: str, start: int, end: int) -> None:
    inside = False
    for at in range(start, end):
        char = path[at]
        before = path[at - 1] if at > start else ""
        inside = char == "[" or (inside and char != "]")
        after = path[at + 1] if at + 1 < end else ""
        joins = char in "-." and before.isalpha() and after.isalpha()
        if not inside and (char in "_+" or joins):
            builder.decoded(" ", at, at + 1)
        elif not inside and char.islower() and not before.isalpha() and len(char.upper()) == 1:
            builder.decoded(char.upper(), at, at + 1)
        else:
            if not inside and char.isupper() and before.islower():
                builder.gap(" ")
            builder.take(at, at + 1)


def _is_code(text: str) -> bool:
    """Whether this reads as an address or a number."""
    return "@" in text or _digits(text) > max(_FEW_DIGITS, sum(map(str.isalpha, text)))


def _tells(text: str) -> bool:
    """Is it more than everyday words, or somebody's name that is made of two of them?"""
    words = _WORD.findall(text)
    rare = any(
        len(word) > 1 and not is_common(word) and word.casefold() not in _ORDINARY for word in words
    )
    return rare or _digits(text) > _FEW_DIGITS


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))
