"""Detect the terms that the rules or their term files list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import ClassVar, Literal

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import RulesError, nearest
from anonfilter_english.detectors.dictionary.term_files import Case, Entry, read_terms
from anonfilter_english.detectors.dictionary.term_index import Index
from anonfilter_english.knowledge.word_lists import table


class TermRules(Strict):
    """A term with its own label or letter-case rule."""

    term: str = Option(min_length=1)
    label: LabelName | None = None
    case: Case | None = None


class DictionaryConfig(Strict):
    """Settings of the dictionary detector."""

    label: LabelName | None = Option(
        default=None, description="the label of terms without their own"
    )
    case: Case = Option(
        default="written",
        description="exact: as written; ignore: in any letter case; written: as written or with a "
        "capital first; capital: with a capital first, or as written if it has one (eBay). Except "
        "for exact, any case counts in a field without capitals, as speech recognisers write it",
    )
    terms: tuple[str | TermRules, ...] = ()
    files: tuple[str, ...] = Option(
        default=(), description="YAML, CSV (term,label,case) or text, one term a line"
    )
    lists: tuple[Literal["occupations"], ...] = Option(
        default=(), description="shipped lists of terms: occupations, with their plurals"
    )
    score: float = Option(default=0.95, ge=0, le=1)


class DictionaryDetector:
    """A detector of listed words and phrases."""

    scope: ClassVar[str] = "field"
    reads_code: ClassVar[bool] = True
    reads_programs: ClassVar[bool] = True
    Config = DictionaryConfig

    def __init__(self, config: DictionaryConfig, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        self._index = Index()
        self._labels = set[str]()
        for entry in _entries(config, setting):
            label = self._label(entry)
            if not self._index.add(entry.term, label, entry.case or config.case, entry.source):
                raise RulesError("this term has no letter and no digit", where=entry.place)
            self._labels.add(label)

    def needs(self) -> Needs:
        return Needs(frozenset(self._labels))

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        for field, found in self._index.in_fields(document, fields):
            yield Span(
                field.start + found.start,
                field.start + found.end,
                found.term.label,
                self._setting.name,
                self._config.score,
                rule=found.term.source,
            )

    def _label(self, entry: Entry) -> str:
        label = entry.label or self._config.label
        if label is None:
            raise RulesError(
                "this term has no label",
                where=entry.place,
                hint="Give the term a label, or give the dictionary a `label:`.",
            )
        known = self._setting.labels
        if label not in self._labels and known and label not in known:
            close = nearest(label, list(known))
            raise RulesError(  # The label is left out: the text may be a term in the wrong column.
                "the rules do not declare the label of this term"
                + (f"; did you mean {close!r}?" if close else ""),
                where=entry.place,
                hint="Declare it under `labels:`.",
            )
        return label


def _entries(config: DictionaryConfig, setting: Setting) -> Iterator[Entry]:
    for number, written in enumerate(config.terms, start=1):
        term = written if isinstance(written, TermRules) else TermRules(term=written or " ")
        place = f"{setting.name}: term {number}"
        yield Entry(term.term, term.label or "", term.case or "", "terms", place)
    for listed in config.lists:
        for title in chain.from_iterable(table(listed)["groups"].values()):
            for form in (title, f"{title}s"):
                yield Entry(form, "", "", listed, f"{setting.name}: {listed}")
    for name in config.files:
        yield from read_terms(name, setting.folder, setting.tree)
