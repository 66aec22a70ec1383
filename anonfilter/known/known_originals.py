"""Finds the known originals of a corpus in texts that are checked or filtered.

They are recognised by their marks. The full key and the check key find the same, and neither leaves
a name in memory or in a cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from anonfilter.contract.document import Document, Label, Span, Survives
from anonfilter.contract.plugin import KnownOriginals
from anonfilter.engine.original_prefilter import Prefilter
from anonfilter.engine.original_search import (
    CodedWord,
    OriginalMatch,
    OriginalMeaning,
    OriginalSearch,
    words_of,
)
from anonfilter.engine.original_words import as_bytes, key_of
from anonfilter.errors import Incomplete, RulesError
from anonfilter.keys.key import CheckKey
from anonfilter.known.index import KeyedIndex, MarkIndex
from anonfilter.known.marks import Fingerprinter
from anonfilter.text import word_edges
from anonfilter.text.word_index import TOKEN

DETECTOR = "known"
RULE = "an original that the corpus knows"
_NAME = re.compile(r"[^/]+")
_LARGE, _SMALL = 1 << 20, 1 << 12  # characters that are prefiltered at once

Labels = Mapping[str, Label]
Stretch = tuple[int, int]


class CorpusOriginals:
    """The known originals of a corpus.

    It caches the words of the texts that it has searched. ``unread`` has the errors of files that
    could not be used, and whose originals are not found. Objects with the same
    ``identity`` have the same originals; it is "" if that is not known.
    """

    def __init__(
        self, index: MarkIndex, key: CheckKey, unread: Sequence[Incomplete] = (), identity: str = ""
    ) -> None:
        self.unread = tuple(unread)
        self.identity = "" if unread else identity
        self._index = index
        originals = KeyedIndex(index, Fingerprinter(key.prints))
        self._search = OriginalSearch(originals)
        self._prefilter = Prefilter(originals)

    def __len__(self) -> int:
        """Return the number of marks, of which most originals have several."""
        return len(self._index)

    def require_declared(self, labels: Labels, origin: str) -> None:
        """Refuse rules that do not declare the label of a known original."""
        unknown = sorted(self._index.labels - labels.keys())
        if unknown:
            raise RulesError(
                "the corpus has known originals with labels that the rules do not declare: "
                + ", ".join(unknown),
                where=origin,
                hint="Use the rules with which the corpus is filtered, or declare the labels under "
                "`labels:`.",
            )

    def spans(self, document: Document, labels: Labels) -> list[Span]:
        """Return the known originals in a document that must not remain in a filtered text."""
        found: list[Span] = []
        for start, end in candidates(self._prefilter, document) if len(self._index) else ():
            text = document.searched[start:end]
            found += _spans(self._search.matches(text, words_of(text)), labels, start)
        return found

    def in_path(self, path: str, labels: Labels) -> list[Span]:
        """Return known originals in the names of a file and its folders, also inside words."""
        found: list[Span] = []
        for name in _NAME.finditer(path):
            for words in (words_of(name[0]), words_of_name(name[0])):
                found += _spans(self._search.matches(name[0], words), labels, name.start())
        return found


class CombinedOriginals:
    """The known originals of several nested corpora, or of the shards of a run."""

    def __init__(self, each: Sequence[KnownOriginals]) -> None:
        self._each = tuple(each)
        self.unread = tuple(error for known in each for error in known.unread)
        is_complete = all(known.identity for known in each)
        self.identity = " ".join(known.identity for known in each) if is_complete else ""

    def __len__(self) -> int:
        return sum(map(len, self._each))

    def require_declared(self, labels: Labels, origin: str) -> None:
        for known in self._each:
            known.require_declared(labels, origin)

    def spans(self, document: Document, labels: Labels) -> list[Span]:
        return [span for known in self._each for span in known.spans(document, labels)]

    def in_path(self, path: str, labels: Labels) -> list[Span]:
        return [span for known in self._each for span in known.in_path(path, labels)]


def candidates(prefilter: Prefilter, document: Document) -> Iterator[Stretch]:
    """Yield the fields that may contain a known original; many are prefiltered at once."""
    prose = document.searched
    fields = [(field.start, field.end) for field in document.fields]
    for large in _grouped(fields, _LARGE):
        small = list(_grouped(large, _SMALL))
        for at in prefilter.candidates([prose[group[0][0] : group[-1][1]] for group in small]):
            yield from small[at]


def words_of_name(name: str) -> list[CodedWord]:
    """Return the words in the name of a file; JaneOkonkwo2 has three."""
    return [
        CodedWord(token.start() + start, token.start() + end, code)
        for token in TOKEN.finditer(name)
        for start, end, piece in word_edges.pieces(token[0])
        if (code := as_bytes(key_of(piece)))
    ]


def _grouped(fields: Sequence[Stretch], size: int) -> Iterator[list[Stretch]]:
    """Group consecutive fields into runs of about ``size`` characters."""
    group: list[Stretch] = []
    for field in fields:
        if group and field[1] - group[0][0] > size:
            yield group
            group = []
        group.append(field)
    if group:
        yield group


def _spans(matches: Iterable[OriginalMatch], labels: Labels, at: int) -> Iterator[Span]:
    for match in matches:
        label = _label(match.meaning, labels)
        if label:
            yield Span(
                at + match.start, at + match.end, label, DETECTOR, rule=RULE, canonical=match.spells
            )


def _label(meaning: OriginalMeaning, labels: Labels) -> str:
    """Return the label with the highest risk among the labels of an original."""
    wanted = [
        labels[name]
        for name in meaning.labels
        if labels[name].survives is Survives.FAIL and labels[name].redact
    ]
    return min(wanted, key=lambda label: (-label.risk, label.name)).name if wanted else ""
