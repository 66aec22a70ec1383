"""Widen names to whole words, and cut off titles, roles, articles and punctuation."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import cache

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.knowledge.people import name_edges as edges
from anonfilter_english.knowledge.people.titles import Titles, article_end, title_key
from anonfilter_english.knowledge.word_lists import terms
from anonfilter_english.resolvers.span_edits import edit_each

_BREAK = re.compile(r":\s+|--+\s*|-\s+|\s*\u2014\s*|\s+@\s+")
_FENCE = re.compile(
    r"\s*[<>|\t]+\s*|(?<!\s)[^\S\n]{3,}|(?<!\s)\s+(?:v|vs|versus|V[Ss]|VERSUS|Versus)\b\.?(?:\s+|\Z)"
    r"|(?<!\s)\s+c\.\s+(?=[A-Z])|(?<!\s)[^\S\n]*\n[^\S\n]*\n\s*"
)
# A line end before the label of a turn
_TURN_BELOW = re.compile(r"[^\S\n]*\n+(?=[^\s:]{1,30}(?:[ \t][^\s:]{1,30}){0,3}[ \t]*:\s)")
_PLACES = re.compile(rf"{_FENCE.pattern}|,\s+")
_NUMBER_AFTER = re.compile(r"(?:\s+[(\[#]*\d[\d.,]*[)\]]*)+\Z")
_NUMBER_BEFORE = re.compile(r"\W*\d[\d.,]*[.)\]:]*\s+(?=[^\W\d_])")
# The Crown, before a party of its case: "R v Bell", "R (Bell) v Penhale Council"
_CROWN = re.compile(r"\bR\.?\s+(?:v\.?\s|\((?=[^()\n]{1,100}\)\s+v\.?\s))")
_PERIOD_AFTER = re.compile(
    r"""\s+(?:(?:first|second|third|fourth|1st|2nd|3rd|4th)\s+(?:quarter|half)|(?:full|fiscal)[\s-]year
    |q[1-4]|[1-4]q|fy|h[12])(?:\W{0,2}\d{2,4})?\Z""",
    re.IGNORECASE | re.VERBOSE,
)
_APART = re.compile(r",\s+(?:and\s+)?|\s+(?:and|&)\s+", re.I)
_COMMA = re.compile(r",\s+")
_OF = re.compile(r"\s(?:of|from)\s(?=[A-Z])")
_LETTER = re.compile(r"[^\W\d_]+")


class Boundaries:
    """A resolver that corrects the start and end of names."""

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), description="labels whose spans lose titles, roles and relations"
        )
        names: tuple[LabelName, ...] = Option(
            default=("LOCATION", "ORGANIZATION", "NRP", "PRODUCT", "OTHER"),
            description="labels whose spans lose articles, possessives and punctuation",
        )
        places: tuple[LabelName, ...] = Option(
            default=("LOCATION",), description="labels whose spans are divided at commas"
        )
        titles: tuple[str, ...] = Option(
            default=(), description="titles and roles in addition to the shipped lists"
        )
        settled: tuple[str, ...] = Option(
            default=("dictionary", "roster"), description="detectors whose spans stay as they are"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._listed = setting.detectors(config.settled)
        self._titles = Titles(frozenset(title_key(title) for title in config.titles))

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        labels = {*self._config.people, *self._config.names}
        starts = {span.start for span in spans if span.label in labels}
        ends = {span.end for span in spans if span.label in labels}
        names = {  # "the Duke" is a name if the text also has "call him Duke"
            title_key(text[span.start : span.end])
            for span in spans
            if span.label in self._config.people
            and not self._titles.is_office(text, span.start, span.end)
        }

        def bounded(span: Span) -> tuple[Sequence[Span], str]:
            person = span.label in self._config.people
            if span.label not in labels or span.detector in self._listed:
                return (span,), ""
            if person and self._config.places and (of := _home(text, span)):
                home = replace(span, start=of.end(), label=self._config.places[0])
                name = bounded(replace(span, end=of.start()))[0]
                return (*name, home), "a place after the name"
            found = [
                replace(span, start=start, end=end)
                for first, last in self._names_in(text, span, starts, ends)
                for start, end in self._bounded(text, first, last, person, starts)
                if not edges.is_contraction(text, start, end)
                # A drive letter, as in C:\Users, is no name.
                and not (end - start == 1 and text[end : end + 2] in (":\\", ":/"))
                and (
                    title_key(text[start:end]) in names
                    or not self._titles.is_office(text, start, end)
                )
            ]
            return found, _reason(span, found)

        return edit_each(spans, bounded)

    def _names_in(
        self, text: str, span: Span, starts: Container[int], ends: Container[int]
    ) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each name in a span.

        The name of a place is divided at commas, unless it has digits, because it is then an
        address.
        """
        person = span.label in self._config.people
        parts = (
            part
            for first, last in _by_turns(text, span.start, span.end)
            for part in _by_entries(text, first, last, person=person)
        )
        for first, last in parts:
            place = span.label in self._config.places
            divided = place and not any(map(str.isdigit, text[first:last]))
            for start, end in _between(_PLACES if divided else _FENCE, text, first, last):
                if person:
                    yield from self._people(text, start, end)
                elif not divided and "&" not in text[start:end]:
                    yield from _divided_as_found(text, start, end, starts, ends)
                else:
                    yield start, end

    def _people(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the places of people's names in a list: "Osric Penhale, Ann Bell and Tom Lund".

        "Penhale, Osric", "Mr. and Mrs. Bell" and "Osric Penhale, Jr." stay whole.
        """
        pieces = list(_between(_APART, text, start, end))
        full = [" " in text[first:last] for first, last in pieces]
        inverted = len(pieces) == 2 and "," in text[pieces[0][1] : pieces[1][0]] and not all(full)
        if inverted or any(self._is_no_name(text, *piece) for piece in pieces):
            yield start, end
        else:
            yield from pieces

    def _is_no_name(self, text: str, start: int, end: int) -> bool:
        """Return True if text[start:end] is a title, a credential ("PhD"), initials or "others"."""
        words = [title_key(word[0]) for word in _LETTER.finditer(text, start, end)]
        return (
            all(len(word) == 1 for word in words)
            or words[0] in _words_after_names()
            or self._titles.start(text, start, end) == end
        )

    def _bounded(
        self, text: str, start: int, end: int, person: bool, names: Container[int]
    ) -> Iterator[tuple[int, int]]:
        start, end = edges.widen_words(text, start, end)
        crown = _CROWN.match(text, start)
        start = min(crown.end(), end) if crown else start
        if not person:
            start, end = self._trim_name(text, start, end, names)
            if start < end and not self._titles.are_titles(text, start, end):
                yield start, end
            return
        pieces = [
            piece
            for first, last in _between(_BREAK, text, start, end)
            for piece in self._titles.around(text, first, last)
        ]
        for first, last in pieces:
            start, end = self._trim_person(text, first, last, names)
            if start < end and text[start - 1 : end] != "(s":  # "Officer(s)"
                yield start, end

    @staticmethod
    def _trim_name(text: str, start: int, end: int, names: Container[int]) -> tuple[int, int]:
        while True:
            before = start, end
            start, end = edges.trim_punctuation(text, start, end)
            start = edges.behind_contraction(text, start, end)
            start, end = edges.trim_joining(text, start, end, names)
            start = article_end(text, start, end)
            end = edges.without_others(text, start, end)
            end = edges.contraction_off(text, start, end)
            end = edges.trim_tail(text, start, end)
            period = _PERIOD_AFTER.search(text, start, end)
            end = period.start() if period else end
            if (start, end) == before or start >= end:
                return start, edges.close_bracket(text, start, end)

    def _trim_person(
        self, text: str, start: int, end: int, names: Container[int]
    ) -> tuple[int, int]:
        while True:
            before = start, end
            start, end = edges.trim_punctuation(text, start, end)
            start = edges.behind_contraction(text, start, end)
            start, end = edges.trim_joining(text, start, end, names)
            start = edges.behind_label(text, start, end)
            start = self._titles.start(text, start, end)
            if start >= end:
                return start, end
            end = edges.without_others(text, start, self._titles.end(text, start, end))
            end = edges.contraction_off(text, start, end)
            end = edges.trim_tail(text, start, end)
            end = edges.trim_ordinary(text, start, end)
            start = edges.trim_prefix(text, start, end)
            start, end = _without_numbers(text, start, end)
            if (start, end) == before:
                return edges.widen_name(text, start, end)


def _home(text: str, span: Span) -> re.Match[str] | None:
    """Return the "of" between a full name and a known place: "Kit Harrow of Leeds"."""
    of = _OF.search(text, span.start, span.end)
    if of is None or len(text[span.start : of.start()].split()) < 2:
        return None
    # Imported here because few names have a place after them.
    from anonfilter_english.knowledge.categories.category_classifier import categorise
    from anonfilter_english.knowledge.categories.category_lists import families

    place = text[of.end() : span.end]
    return of if categorise(place, "LOCATION").category in families()["LOCATION"] else None


def _by_entries(text: str, start: int, end: int, *, person: bool) -> Iterator[tuple[int, int]]:
    """Yield the part of a name in each entry of a list; the whole name if it is on one line."""
    if text.find("\n", start, end) < 0:
        yield start, end
        return
    from anonfilter_english.knowledge.people.list_entries import entries

    yield from entries(text, start, end, person=person)


def _by_turns(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    r"""Yield the parts of a stretch before and after each line that begins with a speaker label.

    In "… is mena\nspk_0: hi", "mena" and "spk_0" are in two turns.
    """
    at = text.find("\n", start, end)
    while at >= 0:
        below = _TURN_BELOW.match(text, at)
        if below is not None and below.end() < end:
            yield start, at
            start = below.end()
        at = text.find("\n", at + 1, end)
    yield start, end


def _between(breaks: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of text[start:end] between the matches of a pattern.

    The patterns match what follows a speaker's label ("JONES: Smith"), or what precedes a second
    attempt ("Richar- Smith"), an address ("Jane Bell <jane@bell.example>"), a column ("Jane Bell |
    Editor") or an alias ("Jane Bell @ Jenny").
    """
    for match in breaks.finditer(text, start, end):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < end:
        yield start, end


def _divided_as_found(
    text: str, start: int, end: int, starts: Container[int], ends: Container[int]
) -> Iterator[tuple[int, int]]:
    """Yield the parts of a name between the commas where one span ends and another begins."""
    for comma in _COMMA.finditer(text, start, end):
        if comma.start() in ends and comma.end() in starts:
            yield start, comma.start()
            start = comma.end()
    yield start, end


@cache
def _words_after_names() -> frozenset[str]:
    """Return the words that follow a name and a comma or "and": credentials, "Jr.", "others"."""
    return frozenset().union(
        *(terms("titles", kind) for kind in ("credentials", "degrees", "and_others")),
        terms("names", "generations"),
    )


def _without_numbers(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of a name without the numbers before ("3. Ann Bell") and after it."""
    before = _NUMBER_BEFORE.match(text, start, end)
    if before:
        start = before.end()
    after = _NUMBER_AFTER.search(text, start, end)
    if after and _LETTER.search(text, start, after.start()):
        end = after.start()
    return start, end


def _reason(span: Span, bounded: Sequence[Span]) -> str:
    """Return the reason for replacing a span by the corrected spans, as `explain` shows it."""
    if not bounded:
        return "a title, relation or article without a name"
    if len(bounded) > 1:
        return "several names with a title, a comma, a colon or a break between them"
    name = bounded[0]
    if name.start < span.start or name.end > span.end:
        return "widened to the whole name"
    return "titles, articles and punctuation are not part of the name"
