"""Correct spans that the text contradicts: expanded acronyms, cut-off words, parts of roles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.role_labels import is_role_phrase
from anonfilter_english.resolvers.span_edits import edit_each

_ACRONYM = re.compile(r"(?<![\w.-])(?:[A-Z]{2,6}|(?:[A-Z]\.){2,6}|[A-Z](?:-[A-Z]){1,5})(?![\w-])")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_WORDS = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_BREAK = re.compile(r"-\s+|--+\s*|\s*\u2014\s*")
_SMALL = frozenset({"a", "an", "and", "at", "by", "for", "in", "into", "of", "on", "the", "to"})
_REACH = 120

_BOUND = re.compile(r"[,;:()\n]")
_ROLE_WORDS = 3


class Evidence:
    """A resolver that corrects spans that the text contradicts, such as acronyms taken for people.

    Spans of the detectors under ``settled`` stay.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",),
            description="labels that cannot be right for an acronym of several words",
        )
        acronym: LabelName = Option(
            default="ORGANIZATION", description="the label for an acronym that the text writes out"
        )
        capitals: tuple[LabelName, ...] = Option(
            default=("PERSON", "LOCATION", "ORGANIZATION", "NRP", "PRODUCT"),
            description="labels of names, which are divided at breaks and do not end in a "
            "small word",
        )
        settled: tuple[str, ...] = Option(
            default=(
                *("front-page", "speakers", "phonetic", "spelled", "spoken"),
                *("patterns", "presidio", "dictionary"),
            ),
            description="detectors whose spans stay as they are",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._settled = setting.detectors(config.settled)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        expanded = _expanded(text)

        def divided(span: Span) -> tuple[Sequence[Span], str]:
            """Divide a name at breaks, and keep the pieces with a capital: "inmate- Correction"."""
            named = span.label in self._config.capitals and self._settled.isdisjoint(span.detectors)
            return _pieces(text, span) if named else (span,), "a break divides it"

        def corrected(span: Span) -> tuple[Sequence[Span], str]:
            surface = text[span.start : span.end]
            person = span.label in self._config.people
            if not self._settled.isdisjoint(span.detectors):
                return (span,), ""
            if person and _initials(surface) in expanded:
                named = replace(span, label=self._config.acronym)
                return (named,), "an acronym that the text writes out, not a person"
            if span.label in self._config.capitals and _is_unfinished(surface):
                return (), "common words that end in the middle of a phrase"
            return ((), "a part of a role") if person and _is_in_role(text, span) else ((span,), "")

        pieces, changes = edit_each(spans, divided)
        result, corrections = edit_each(pieces, corrected)
        return result, changes + corrections


def _is_in_role(text: str, span: Span) -> bool:
    """Return True for a span in a phrase that is a role, such as "Victim's Next-of-Kin"."""
    first = max(0, span.start - _REACH)
    bounds = [match.end() for match in _BOUND.finditer(text, first, span.start)]
    end = _BOUND.search(text, span.end, span.end + _REACH)
    words = text[bounds[-1] if bounds else first : end.start() if end else span.end].split()
    return len([*_parts(words)]) >= _ROLE_WORDS and is_role_phrase(words)


def _is_unfinished(surface: str) -> bool:
    """Return True for several common words that end in "to", "of" or the like: "CORRECTIONS TO"."""
    words = [match[0].casefold() for match in _WORD.finditer(surface)]
    return len(words) > 1 and words[-1] in _SMALL and all(map(is_common, words))


def _pieces(text: str, span: Span) -> list[Span]:
    """Return the pieces of a span between its breaks, without pieces that have no capital."""
    breaks = [match.span() for match in _BREAK.finditer(text, span.start, span.end)]
    if not breaks:
        return [span]
    pieces = algebra.subtract(span, breaks, text)
    return [piece for piece in pieces if any(map(str.isupper, text[piece.start : piece.end]))]


def _initials(surface: str) -> str:
    """Return the letters of an acronym, CGA for "C.G.A." and "C-G-A"; "" for other words."""
    return re.sub(r"[.-]", "", surface) if _ACRONYM.fullmatch(surface) else ""


def _expanded(text: str) -> set[str]:
    """Return the acronyms in a text that the text also writes out nearby."""
    found: set[str] = set()
    for match in _ACRONYM.finditer(text):
        letters = _initials(match[0])
        if letters in found or len(letters) < 2:
            continue
        around = (
            text[max(0, match.start() - _REACH) : match.start()],
            text[match.end() : match.end() + _REACH],
        )
        for phrase in around:
            words = [word[0].casefold() for word in _WORDS.finditer(phrase)]
            if any(_spell(words[at:], letters.casefold()) for at in range(len(words))):
                found.add(letters)
    return found


def _spell(words: Sequence[str], letters: str) -> bool:
    """Return True if the first letters of the words are these letters, in this order.

    Small words such as "of" may be skipped.
    """
    place = 0
    for word in _parts(words):
        if place < len(letters) and word[0] == letters[place]:
            place += 1
            if place == len(letters):
                return True
        elif place == 0 or word not in _SMALL:
            return False
    return False


def _parts(words: Sequence[str]) -> Iterator[str]:
    """Yield the parts of each word between its hyphens; the whole word if it has no hyphen."""
    for word in words:
        yield from word.split("-")
