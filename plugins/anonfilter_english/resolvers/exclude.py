"""Drop spans of terms that are never replaced."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from math import inf
from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, ConfigDict, ValidationError
from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.errors import Incomplete, RulesError, nearest
from anonfilter.files.source_tree import Tree
from anonfilter.text.words import fold
from anonfilter_english.knowledge.people.impersonal_names import why_impersonal
from anonfilter_english.knowledge.people.name_list import bearers, name_key
from anonfilter_english.knowledge.people.titles import collapse_letters
from anonfilter_english.knowledge.word_lists import names, table
from anonfilter_english.resolvers.span_edits import drop_each

_WORD = re.compile(r"[^\W_]+(?:['.&\-][^\W_]+)*\.?")
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})")
_DRAWN_OUT = re.compile(r"([^\W\d_])\1\1")
_ACRONYM = 4


Words = tuple[str, ...]


class Case(StrEnum):
    IGNORE = "ignore"
    EXACT = "exact"


class Term(Strict):
    """A term: ``Madison``, or ``{term: may, case: exact, labels: [PERSON]}``.

    ``#`` stands for any number, also a roman one, unless the case is exact.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    term: str = Option(min_length=1)
    labels: Annotated[
        tuple[LabelName, ...],
        BeforeValidator(lambda value: [value] if isinstance(value, str) else value),
    ] = Option(default=(), alias="label", description="only for these labels; by default for all")
    case: Case = Option(
        default=Case.IGNORE, description="compare letter case exactly, or ignore it"
    )
    unless: dict[str, float] = Option(
        default={}, description="for a detector: the score from which its spans stay nevertheless"
    )
    reason: str = Option(
        default="excluded by the rules", description="the reason that `explain` shows"
    )

    def covers(self, span: Span) -> bool:
        """Return True if the term applies to the label, detector and score of a span."""
        is_label = not self.labels or span.label in self.labels
        return is_label and span.score < self.unless.get(span.detector, inf)


Entry = Annotated[
    Term, BeforeValidator(lambda value: {"term": value} if isinstance(value, str) else value)
]


class TermFile(Strict):
    """A YAML file of terms."""

    terms: tuple[Entry, ...] = ()


class TermIndex:
    """An index of terms by their words.

    ``lengths`` maps the first word of a phrase to the numbers of words that the phrase may have.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        self._terms: dict[tuple[bool, Words], list[Term]] = {}
        self.lengths: dict[str, set[int]] = {}
        self.longest = 1
        for term in terms:
            is_exact = term.case is Case.EXACT
            words = _words(term.term.replace("#", "0"), exact=is_exact)
            self._terms.setdefault((is_exact, words), []).append(term)
            self.longest = max(self.longest, len(words))
            if len(words) > 1 or "." in words[0]:
                self.lengths.setdefault(fold(words[0]), set()).add(len(words))

    def find(self, exact: Words, ignoring: Words, span: Span) -> Term | None:
        """Return the term that covers a span of these words; None if there is none.

        ``exact`` has the words as the text writes them, ``ignoring`` without their letter case.
        """
        collapsed = tuple(map(collapse_letters, ignoring))
        numbered = tuple(
            "0" if _ROMAN.fullmatch(written) else _DIGITS.sub("0", word)
            for written, word in zip(exact, ignoring, strict=True)
        )
        forms = ((True, exact), (False, ignoring), (False, collapsed), (False, numbered))
        terms = (term for form in forms for term in self._terms.get(form, ()))
        return next((term for term in terms if term.covers(span)), None)


class Exclude:
    """A resolver that drops spans that consist of excluded terms, or that are part of one.

    No later resolver can bring these spans back.
    """

    class Config(Strict):
        terms: tuple[Entry, ...] = Option(default=(), description="terms that are never replaced")
        files: tuple[str, ...] = Option(
            default=(),
            description="files with more terms: YAML with `terms:`, or one term per line",
        )
        lists: tuple[str, ...] = Option(
            default=(), description="shipped lists for a kind of document: hearing, call, legal"
        )
        defaults: bool = Option(
            default=True,
            description="also use the shipped list of interjections, pronouns and the like",
        )
        settled: tuple[str, ...] = Option(
            default=("dictionary", "roster"),
            description="detectors of your own lists; shipped terms do not drop their spans",
        )
        names: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION", "NRP"),
            description="with the shipped list: labels that are wrong for roman numerals and "
            "drawn-out words (`Shhhh`)",
        )

    excludes: ClassVar[bool] = True

    def __init__(self, config: Config, setting: Setting) -> None:
        self._names = frozenset(config.names) if config.defaults else frozenset[str]()
        shipped = ["exclude"] if config.defaults else []
        self._shipped = [*shipped, *map(_list_file, config.lists)]
        from_files = (
            term
            for name in config.files
            for term in _read(setting.folder / name, name, setting.tree)
        )
        self._own = (*config.terms, *from_files)
        self._settled = setting.detectors(config.settled)

    @cached_property
    def _known(self) -> TermIndex:
        """Return an index of all terms; the shipped lists are read with the first document."""
        return TermIndex((*self._own, *(term for name in self._shipped for term in _shipped(name))))

    @cached_property
    def _own_terms(self) -> TermIndex:
        """Return an index of the terms of the rules and their files only."""
        return TermIndex(self._own)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        listed = algebra.merged(
            (span.start, span.end) for span in spans if not self._settled.isdisjoint(span.detectors)
        )
        around = Surroundings(document.prose, self._known.lengths)

        def reason(span: Span) -> str:
            own = algebra.covered(listed, span.start, span.end)
            known = self._own_terms if own else self._known
            surface = document.prose[span.start : span.end]
            found = self._reason(surface, span, known) or self._phrase(around, span, known)
            if not found and not own and self._shipped and span.label == "PERSON":
                return why_impersonal(document.prose, span.start, span.end)
            return found

        return drop_each(spans, reason, excluded=True)

    def _reason(self, surface: str, span: Span, known: TermIndex) -> str:
        """Return the reason to exclude a text that consists only of terms; "" for other texts."""
        exact = _words(surface, exact=True)
        ignoring = _words(surface, exact=False)
        reasons: list[str] = []
        at = 0
        while at < len(exact):
            for length in range(min(known.longest, len(exact) - at), 0, -1):
                words = exact[at : at + length], ignoring[at : at + length]
                if term := known.find(*words, span):
                    reasons.append(term.reason)
                    at += length
                    break
            else:
                shipped = known is self._known and span.label in self._names
                kind = _kind(exact[at]) if shipped else ""
                if not kind:
                    return ""
                reasons.append(kind)
                at += 1
        return "; ".join(dict.fromkeys(reasons))

    def _phrase(self, around: Surroundings, span: Span, known: TermIndex) -> str:
        """Return the reason to exclude a span that is part of a longer term; "" for other spans.

        "Lawrence" is part of "In re Lawrence", "P" of "Cr.P.C.".
        """
        phrases = around.phrases(span)
        terms = (known.find(words, tuple(map(fold, words)), span) for words in phrases)
        return next((term.reason for term in terms if term), "")


class Surroundings:
    """The words around the spans of a text.

    ``lengths`` maps the first word of a phrase to the numbers of words that the phrase may have.
    """

    def __init__(self, text: str, lengths: Mapping[str, set[int]]) -> None:
        self._lengths = lengths
        self._longest = max(map(max, lengths.values()), default=0)
        self._text = text
        self._starts, self._ends = array("I"), array("I")
        for match in _WORD.finditer(text):
            self._starts.append(match.start())
            self._ends.append(match.end())

    def phrases(self, span: Span) -> Iterator[tuple[str, ...]]:
        """Yield the sequences of words around a span that may be one of the phrases."""
        first = max(0, bisect_right(self._starts, span.start) - 1)
        last = max(first, bisect_left(self._starts, span.end) - 1)
        begin = max(0, last + 1 - self._longest)
        for at in range(begin, min(first + 1, len(self._starts))):
            for length in self._lengths.get(fold(self._word(at)), ()):
                if last >= at + length or at + length > len(self._starts):
                    continue
                end = self._ends[at + length - 1]
                inside = self._starts[at] <= span.start and span.end <= end
                if length > last + 1 - first or (inside and length == 1):
                    yield tuple(map(self._word, range(at, at + length)))

    def _word(self, at: int) -> str:
        return self._text[self._starts[at] : self._ends[at]].rstrip(".")


def _kind(word: str) -> str:
    """Return why a roman numeral, or a word such as "Brrrr", is no name; "" for other words."""
    if _ROMAN.fullmatch(word):
        return "a roman numeral, not a name"
    acronym = word.isupper() and len(word) <= _ACRONYM  # "IEEE"
    if acronym or not _DRAWN_OUT.search(fold(word)):
        return ""
    meant = bearers(name_key(collapse_letters(fold(word))))
    return "" if meant.given or meant.surname else "a word with letters drawn out, not a name"


@lru_cache(maxsize=65536)
def _words(text: str, *, exact: bool) -> Words:
    """Return the words of a text in the form in which they are compared.

    With ``exact``, they keep their letter case; else they are folded.
    """
    found = [match[0].rstrip(".") for match in _WORD.finditer(text)]
    return tuple(found if exact else map(fold, found))


def _list_file(name: str) -> str:
    """Return the name of the file of a shipped list; raise ``RulesError`` if there is none."""
    lists = names("exclude_")
    if name not in lists:
        close = nearest(name, list(lists))
        raise RulesError(
            f"there is no shipped list {name!r} of excluded terms"
            + (f"; did you mean {close!r}?" if close else ""),
            hint=f"There are: {', '.join(lists)}. Lists of your own go under `files:`.",
        )
    return f"exclude_{name}"


@cache
def _shipped(name: str) -> tuple[Term, ...]:
    """Return the terms of a shipped list."""
    terms: list[Term] = []
    for group in table(name):
        settings = {key: value for key, value in group.items() if key != "terms"}
        terms += (Term.model_validate({**settings, "term": term}) for term in group["terms"])
    return tuple(terms)


def _read(path: Path, name: str, tree: Tree) -> Iterable[Term]:
    """Return the terms of a file that the rules name; raise ``RulesError`` if it is invalid."""
    try:
        data = tree.read(path)
        text = "" if data is None else data.decode("utf-8")
    except (Incomplete, UnicodeDecodeError) as error:
        reason = error.message if isinstance(error, Incomplete) else "it is not UTF-8"
        raise RulesError(f"the file {name!r} of excluded terms cannot be read: {reason}") from None
    if data is None:
        raise RulesError(f"there is no file {name!r} of excluded terms")
    if path.suffix not in (".yaml", ".yml"):
        lines = (line.strip() for line in text.splitlines())
        return [Term(term=line) for line in lines if line and not line.startswith("#")]
    # Only files of terms need the reader of rules, which takes long to import.
    from anonfilter.rules.errors import rules_error
    from anonfilter.rules.nodes import load

    node = load(text, name)
    try:
        return TermFile.model_validate(node.plain()).terms
    except ValidationError as error:
        raise rules_error(error, node, TermFile) from None
