"""Parse an entry on a transcript's cover: "GRACE OKORO-BELL, Attorney for Inmate (via video)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from anonfilter.text.values import hide_values
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.name_parts import is_particle
from anonfilter_english.knowledge.people.role_labels import (
    is_role,
    is_role_phrase,
    plain,
    role_length,
)
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.word_lists import alternatives, terms

_NOTE = re.compile(
    r"\([^()]*\)?|\[[^\[\]]*\]|\.{3,}.*|(?:\s|\A)\d[\d\s./-]*\Z|\bet\s+al\.?", re.I | re.S
)
_DIVIDED = re.compile(
    rf"[,;/]\s*(?!\s*(?:{alternatives(terms('names', 'generations'))})\b)"
    r"|\s+(?:and|&)\s+|\s+-{1,2}\s+|\bv(?:s?\.|ersus\b)\s",
    re.I,
)
_JOINED = re.compile(r"\s+and\s+|\bv(?:s?\.|ersus\b)\s", re.I)
_BRACKETS = re.compile(r"\(([^()\n]{2,40})\)")
_WORD = re.compile(r"[^\s,;]+")
_NAME_WORD = re.compile(r"[^\W\d_][^\W\d_'.-]*(?:['.-][^\W\d_]+)*\.?")
_COMPANY = re.compile(rf"\b(?:{alternatives(terms('words', 'american_forms'))})\b\.?,?\Z", re.I)
_titles = Titles()


class SegmentKind(StrEnum):
    """The kind of a segment of an entry."""

    ROLE = "role"
    NAME = "name"
    MAYBE = "maybe"
    BODY = "body"
    OTHER = "other"


@hide_values
@dataclass(frozen=True, slots=True)
class Segment:
    """A part of an entry between commas: its place and its kind.

    The place is that of the name in the part, or else of the whole part. ``after_role`` is True if
    a role precedes the name; ``like_name`` is True for an organisation whose words look like a
    name.
    """

    start: int
    end: int
    text: str
    kind: SegmentKind
    after_role: bool = False
    like_name: bool = False


def segments(text: str, start: int, end: int) -> list[Segment]:
    """Return the segments of text[start:end] in order; notes in brackets only if they are names."""
    found = [
        _segment(text, first, last)
        for begin, stop in _without_notes(text, start, end)
        for first, last in _divided(text, begin, stop)
    ]
    return sorted([*found, *_in_notes(text, start, end)], key=lambda segment: segment.start)


def names(found: Sequence[Segment], *, listed: bool, role_near: bool) -> Iterator[Segment]:
    """Yield the segments that are people: with a role, or in an announced list.

    ``listed``: the entry is below "PANEL PRESENT" or a similar heading; ``role_near``: the next
    line or column is a role.
    """
    role = role_near or any(
        segment.kind in (SegmentKind.ROLE, SegmentKind.BODY) for segment in found
    )
    first = next((segment for segment in found if segment.kind is not SegmentKind.OTHER), None)
    for segment in found:
        if segment is first:
            person = _heads_entry(segment, found, listed=listed, role=role)
        else:
            person = first is not None and _follows(segment, first, listed=listed)
        if person:
            yield segment


def _heads_entry(segment: Segment, found: Sequence[Segment], *, listed: bool, role: bool) -> bool:
    if segment.kind is SegmentKind.BODY:  # "Ann Church, Interpreter" is not the name of a church.
        return segment.like_name and found[1:2] != [] and found[1].kind is SegmentKind.ROLE
    if segment.kind is SegmentKind.MAYBE:
        return role or (segment.after_role and (listed or not is_common(segment.text)))
    return segment.kind is SegmentKind.NAME and (role or listed or segment.after_role)


def _follows(segment: Segment, first: Segment, *, listed: bool) -> bool:
    """Return True if a later segment of an entry names another person: "Support for Mr. Roe"."""
    if segment.after_role:
        return segment.kind is SegmentKind.NAME or (
            segment.kind is SegmentKind.MAYBE and not is_common(segment.text)
        )
    if segment.kind is first.kind is SegmentKind.MAYBE:  # "Bell, Ann"
        return listed and len(segment.text.split()) == len(first.text.split()) == 1
    return (
        segment.kind is SegmentKind.NAME
        and listed
        and segment.text.isupper() == first.text.isupper()
        and not all(is_common(word) for word in segment.text.split())
    )


def is_role_only(found: Sequence[Segment]) -> bool:
    """Return True for an entry whose first segment is a role and not a name."""
    return bool(found) and found[0].kind is SegmentKind.ROLE


def _without_notes(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for note in _NOTE.finditer(text, start, end):
        if note.start() > start:
            yield start, note.start()
        start = note.end()
    if start < end:
        yield start, end


def _in_notes(text: str, start: int, end: int) -> Iterator[Segment]:
    """Yield the notes in brackets that are names: "Agent 1 (D. Achebe)"."""
    for note in _BRACKETS.finditer(text, start, end):
        first, last = note.span(1)
        if _looks_like_name(text[first:last]) and not _is_body(text[first:last]):
            yield Segment(first, last, text[first:last], SegmentKind.NAME, after_role=True)


def _divided(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts between commas, dashes and "and"; "Bell, Roe and Park, LLP" is one part."""
    company = _COMPANY.search(text, start, end)
    for match in (_JOINED if company else _DIVIDED).finditer(text, start, end):
        if company and len(text[start : match.start()].split()) == 1:
            continue
        if _lettered(text[start : match.start()]):
            yield start, match.start()
        start = match.end()
    if _lettered(text[start:end]):
        yield start, end


def _lettered(text: str) -> bool:
    return any(char.isalpha() for char in text)


def _segment(text: str, start: int, end: int) -> Segment:
    """Return a part of an entry as a segment of its kind."""
    words = [(match.start(), match.end(), match[0]) for match in _WORD.finditer(text, start, end)]
    surface = text[start:end].strip()
    written = [word for _, _, word in words]
    role = role_length(written)
    rest = words[role:]
    about_roles = not rest or all(is_role(word) for _, _, word in rest) or is_role_phrase(written)
    if about_roles or plain(written[0]) in terms("titles", "entry_credentials"):
        return Segment(start, end, surface, SegmentKind.ROLE)
    first = _titles.start(text, rest[0][0], rest[-1][1])
    last = _titles.end(text, first, rest[-1][1]) if first < rest[-1][1] else first
    while last > first and not text[last - 1].isalnum() and text[last - 1] != ".":
        last -= 1
    if first == last:
        return Segment(start, end, surface, SegmentKind.ROLE if role else SegmentKind.OTHER)
    if text[last - 1 : last] == ".":
        word = text[first:last].rsplit(None, 1)[-1].rstrip(".").casefold()
        if word not in terms("names", "generations") and len(word) != 1:
            last -= 1
    name = text[first:last]
    after_role = role > 0
    if _is_body(surface):
        if _looks_like_name(name) and not _COMPANY.search(surface):
            return Segment(first, last, name, SegmentKind.BODY, like_name=True)
        return Segment(words[0][0], words[-1][1], surface, SegmentKind.BODY)
    if _looks_like_name(name):
        return Segment(first, last, name, SegmentKind.NAME, after_role)
    if _might_be_name(name):
        return Segment(first, last, name, SegmentKind.MAYBE, after_role)
    return Segment(start, end, surface, SegmentKind.ROLE if after_role else SegmentKind.OTHER)


def _words_of_name(name: str) -> list[str] | None:
    """Return the words of a name; None if there are over six, or one is not written like a name."""
    words = [word.rstrip(",") for word in name.split()]
    if not 1 <= len(words) <= 6:
        return None
    for word in words:
        if not _NAME_WORD.fullmatch(word):
            return None
        folded = word.casefold()
        is_small = is_particle(folded) or folded in terms("cover", "particles")
        if not (word[0].isupper() or is_small):
            return None
    return words


def _looks_like_name(name: str) -> bool:
    """Return True for several words that look like a name and are not usual on covers."""
    words = _words_of_name(name)
    if words is None or len(words) < 2:
        return False
    return not any(plain(word) in terms("cover", "words") for word in words)


def _might_be_name(name: str) -> bool:
    """Return True for words that are a name if a role stands next to them."""
    words = _words_of_name(name)
    if words is None:
        return False
    telling = [word for word in words if "." not in word[:-1] and len(plain(word)) > 1]
    return not all(plain(word) in terms("cover", "words") or is_role(word) for word in telling)


def is_entry(text: str, start: int, end: int) -> bool:
    """Return True if a line is an entry and not speech: "Ann Bell (via video), Attorney"."""
    found = segments(text, start, end)
    if not found or found[0].kind not in (SegmentKind.NAME, SegmentKind.ROLE, SegmentKind.BODY):
        return False
    written = (
        word.strip(".,;:")
        for a, b in _without_notes(text, start, end)
        for word in text[a:b].split()
    )
    return all(
        not word[:1].islower() or is_role(word) or plain(word) in terms("cover", "words")
        for word in written
    )


def is_boilerplate(line: str) -> bool:
    """Return True if all words of a line are usual on covers: "PROCEEDINGS INDEX"."""
    keys = [plain(word) for word in line.split()]
    return all(key in terms("cover", "words") for key in keys)


def _is_body(surface: str) -> bool:
    """Return True if a word indicates a firm, an institution or an office."""
    from anonfilter_english.knowledge.categories.category_classifier import categorise
    from anonfilter_english.knowledge.categories.category_lists import families

    if _COMPANY.search(surface):
        return True
    category = categorise(surface.rstrip(" .,"), "ORGANIZATION").category
    return category in families()["ORGANIZATION"] and category != "SPORTS_TEAM"
