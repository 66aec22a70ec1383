"""The corpus's known originals, looked for in every text that is checked or filtered.

They are known by their marks, with the full key as with the check key, so both find the same;
and neither leaves a name in memory or in a cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from anonfilter.contract.document import Document, Label, Span, Survives
from anonfilter.engine.original_search import Match, Meaning, Search, words_of, words_of_name
from anonfilter.errors import Incomplete, RulesError
from anonfilter.pseudonyms.keys.key import CheckKey
from anonfilter.pseudonyms.known.index import Index, Keyed
from anonfilter.pseudonyms.known.marks import Printer
from anonfilter.pseudonyms.known.sieve import Sieve

DETECTOR = "known"
RULE = "an original that the corpus knows"
_NAME = re.compile(r"[^/]+")
_LARGE, _SMALL = 1 << 20, 1 << 12  # characters that are looked at in one

Labels = Mapping[str, Label]
Stretch = tuple[int, int]


class Known:
    """Finds known originals. Of texts it remembers their words, for as long as it lives.

    ``unread`` says which files could not be used: what they know is not found. Those of the same
    ``identity`` know the same; "" says that nobody can tell.
    """

    def __init__(
        self, index: Index, key: CheckKey, unread: Sequence[Incomplete] = (), identity: str = ""
    ) -> None:
        self.unread = tuple(unread)
        self.identity = "" if unread else identity
        self._index = index
        originals = Keyed(index, Printer(key.prints))
        self._search = Search(originals)
        self._sieve = Sieve(originals)

    def __len__(self) -> int:
        """How many marks there are: several for most originals."""
        return len(self._index)

    def require_declared(self, labels: Labels, origin: str) -> None:
        """Rules that do not say what a label is cannot say what becomes of its originals."""
        unknown = sorted(self._index.labels - labels.keys())
        if unknown:
            raise RulesError(
                "the corpus knows originals of labels that the rules do not declare: "
                + ", ".join(unknown),
                where=origin,
                hint="Use the rules that the corpus is filtered with, or declare them under "
                "`labels:`.",
            )

    def spans(self, document: Document, labels: Labels) -> list[Span]:
        """Where known originals stand whose labels say that they must not survive."""
        found: list[Span] = []
        for start, end in self._doubtful(document) if len(self._index) else ():
            text = document.prose[start:end]
            found += _spans(self._search.matches(text, words_of(text)), labels, start)
        return found

    def in_path(self, path: str, labels: Labels) -> list[Span]:
        """The same in the names of a file and its folders: also where words stand together."""
        found: list[Span] = []
        for name in _NAME.finditer(path):
            for words in (words_of(name[0]), words_of_name(name[0])):
                found += _spans(self._search.matches(name[0], words), labels, name.start())
        return found

    def _doubtful(self, document: Document) -> Iterator[Stretch]:
        """The fields in which something may be found, after a look at many fields at once."""
        prose = document.prose
        fields = [(field.start, field.end) for field in document.fields]
        for large in _grouped(fields, _LARGE):
            small = list(_grouped(large, _SMALL))
            for at in self._sieve.doubtful([prose[one[0][0] : one[-1][1]] for one in small]):
                yield from small[at]


def _grouped(fields: Sequence[Stretch], size: int) -> Iterator[list[Stretch]]:
    """Fields that follow each other, in groups of about this many characters."""
    group: list[Stretch] = []
    for field in fields:
        if group and field[1] - group[0][0] > size:
            yield group
            group = []
        group.append(field)
    if group:
        yield group


def _spans(matches: Iterable[Match], labels: Labels, at: int) -> Iterator[Span]:
    for match in matches:
        label = _label(match.meaning, labels)
        if label:
            yield Span(
                at + match.start, at + match.end, label, DETECTOR, rule=RULE, canonical=match.spells
            )


def _label(meaning: Meaning, labels: Labels) -> str:
    """As what an original is known; of several labels, the one with the highest risk."""
    wanted = [
        labels[name]
        for name in meaning.labels
        if labels[name].survives is Survives.FAIL and labels[name].redact
    ]
    return min(wanted, key=lambda label: (-label.risk, label.name)).name if wanted else ""
