"""Detect the names and aliases of a roster."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.words import fold, is_common
from anonfilter_english.detectors.dictionary.term_index import Index
from anonfilter_english.knowledge.people import roster_file as roster
from anonfilter_english.knowledge.rare_words import is_ordinary

_PART = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


class RosterDetector:
    """A detector of the names and aliases of a roster.

    Names may be in any letter case, but in code only as the roster has them. A common English word
    needs a capital, unless the roster has it in lower case. The canonical form of an alias is its
    person's name, unless several people share it. The resolver `link-people` links other forms of
    the names. Without a roster nothing is found.
    """

    scope: ClassVar[str] = "field"
    reads_code: ClassVar[bool] = True
    reads_programs: ClassVar[bool] = True
    certain: ClassVar[bool] = True

    class Config(Strict):
        label: LabelName = Option(default="PERSON", description="label of the names")
        files: tuple[str, ...] = Option(
            default=(), description="rosters, which hold names in clear"
        )
        score: float = Option(default=0.97, ge=0, le=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._name = setting.name
        self._index = Index()
        self._bearers: dict[str, set[str]] = {}  # the people with this folded name or alias
        self._tree = setting.tree
        for name in config.files:
            self.read_roster(setting.folder / name)

    def needs(self) -> Needs:
        labels = frozenset({self._config.label})
        return Needs(labels, partial=labels)

    def read_roster(self, path: Path) -> None:
        for entry in roster.read(path, tree=self._tree):
            for written in (entry.name, *entry.aliases):
                is_common_word = is_common(written) or is_ordinary(written)
                case = "capital" if is_common_word and not written.islower() else "ignore"
                self._bearers.setdefault(fold(written), set()).add(entry.name)
                for form in _forms(written):
                    self._index.add(form, self._config.label, case, entry.name)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        if not len(self._index):
            return
        for field, found in self._index.in_fields(document, fields):
            is_shared = len(self._bearers.get(fold(found.term.written), ())) > 1
            is_name = fold(found.term.written) in map(fold, _forms(found.term.source))
            yield Span(
                field.start + found.start,
                field.start + found.end,
                self._config.label,
                self._name,
                self._config.score,
                rule="roster",
                canonical="" if is_shared or is_name else found.term.source,
            )


def _forms(written: str) -> Iterator[str]:
    """Yield a name as written, and, if it has several words, in both orders."""
    yield written
    words = {fold(word): word for word in _PART.findall(written)}
    *given, surname = (words.get(part, part) for part in roster.parts_of(written))
    if given:
        yield " ".join((*given, surname))
        yield f"{surname}, {' '.join(given)}"
