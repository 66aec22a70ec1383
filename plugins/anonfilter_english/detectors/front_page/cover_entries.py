"""Parse an entry on a cover: "GRACE OKORO-BELL, Attorney for Inmate (via video)"."""

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


class What(StrEnum):
    """The kind of a segment of an entry."""

    ROLE = "role"
    NAME = "name"
    MAYBE = "maybe"
    BODY = "body"
    OTHER = "other"


@hide_values
@dataclass(frozen=True, slots=True)
class Segment:
    """A part of an entry between commas: the place of its name if it has one, and its kind."""

    start: int
    end: int
    text: str
    what: What
    led: bool = False
    like_name: bool = False


def segments(text: str, start: int, end: int) -> list[Segment]:
    """Return the segments of text[start:end], without notes in brackets."""
    found = [
        _segment(text, first, last)
        for begin, stop in _without_notes(text, start, end)
        for first, last in _divided(text, begin, stop)
    ]
    return sorted([*found, *_in_notes(text, start, end)], key=lambda one: one.start)


def names(found: Sequence[Segment], *, listed: bool, role_near: bool) -> Iterator[Segment]:
    """Yield the segments that are people: with a role, or in an announced list.

    ``listed``: under "PANEL PRESENT" or the like; ``role_near``: the next line or column is a role.
    """
    role = role_near or any(one.what in (What.ROLE, What.BODY) for one in found)
    first = next((one for one in found if one.what is not What.OTHER), None)
    for one in found:
        if one is first:
            person = _heads_entry(one, found, listed=listed, role=role)
        else:
            person = first is not None and _follows(one, first, listed=listed)
        if person:
            yield one


def _heads_entry(one: Segment, found: Sequence[Segment], *, listed: bool, role: bool) -> bool:
    if one.what is What.BODY:  # "Ann Church, Interpreter" is not the name of a church.
        return one.like_name and found[1:2] != [] and found[1].what is What.ROLE
    if one.what is What.MAYBE:
        return role or (one.led and (listed or not is_common(one.text)))
    return one.what is What.NAME and (role or listed or one.led)


def _follows(one: Segment, first: Segment, *, listed: bool) -> bool:
    """Return True if the entry names another person.

    Examples: "Support for Mr. Roe", or a list on one line.
    """
    if one.led:
        return one.what is What.NAME or (one.what is What.MAYBE and not is_common(one.text))
    if one.what is first.what is What.MAYBE:  # "Bell, Ann"
        return listed and len(one.text.split()) == len(first.text.split()) == 1
    return (
        one.what is What.NAME
        and listed
        and one.text.isupper() == first.text.isupper()
        and not all(is_common(word) for word in one.text.split())
    )


def is_role_only(found: Sequence[Segment]) -> bool:
    """Return True if an entry begins with a role, not a name: "Deputy District Attorney, County
    of Marin".
    """
    return bool(found) and found[0].what is What.ROLE


def _without_notes(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for note in _NOTE.finditer(text, start, end):
        if note.start() > start:
            yield start, note.start()
        start = note.end()
    if start < end:
        yield start, end


def _in_notes(text: str, start: int, end: int) -> Iterator[Segment]:
    """Yield the notes in brackets that are a name: "Agent 1 (D. Achebe)"."""
    for note in _BRACKETS.finditer(text, start, end):
        first, last = note.span(1)
        if _looks_like_name(text[first:last]) and not _is_body(text[first:last]):
            yield Segment(first, last, text[first:last], What.NAME, led=True)


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
    words = [(match.start(), match.end(), match[0]) for match in _WORD.finditer(text, start, end)]
    surface = text[start:end].strip()
    written = [word for _, _, word in words]
    role = role_length(written)
    rest = words[role:]
    about_roles = not rest or all(is_role(word) for _, _, word in rest) or is_role_phrase(written)
    if about_roles or plain(written[0]) in terms("titles", "entry_credentials"):
        return Segment(start, end, surface, What.ROLE)
    first = _titles.start(text, rest[0][0], rest[-1][1])
    last = _titles.end(text, first, rest[-1][1]) if first < rest[-1][1] else first
    while last > first and not text[last - 1].isalnum() and text[last - 1] != ".":
        last -= 1
    if first == last:
        return Segment(start, end, surface, What.ROLE if role else What.OTHER)
    if text[last - 1 : last] == "." and not _abbreviated(text[first:last]):
        last -= 1
    name = text[first:last]
    led = role > 0
    if _is_body(surface):
        if _looks_like_name(name) and not _COMPANY.search(surface):
            return Segment(first, last, name, What.BODY, like_name=True)
        return Segment(words[0][0], words[-1][1], surface, What.BODY)
    if _looks_like_name(name):
        return Segment(first, last, name, What.NAME, led)
    if _might_be_name(name):
        return Segment(first, last, name, What.MAYBE, led)
    return Segment(start, end, surface, What.ROLE if led else What.OTHER)


def _abbreviated(name: str) -> bool:
    last = name.rsplit(None, 1)[-1].rstrip(".").casefold()
    return last in terms("names", "generations") or len(last) == 1


def _words_of_name(name: str) -> list[str] | None:
    """Return the words if all of them are written like parts of names, else no words."""
    words = [word.rstrip(",") for word in name.split()]
    if not 1 <= len(words) <= 6:
        return None
    for word in words:
        if not _NAME_WORD.fullmatch(word):
            return None
        if not word[0].isupper() and not _is_particle(word.casefold()):
            return None
    return words


def _is_particle(word: str) -> bool:
    return is_particle(word) or word in terms("cover", "particles")


def _looks_like_name(name: str) -> bool:
    """Return True if several words look like a name: none of them is usual on covers."""
    words = _words_of_name(name)
    if words is None or len(words) < 2:
        return False
    return not any(plain(word) in terms("cover", "words") for word in words)


def _might_be_name(name: str) -> bool:
    """Return True if the words could be a name when a role stands beside them."""
    words = _words_of_name(name)
    if words is None:
        return False
    telling = [word for word in words if "." not in word[:-1] and len(plain(word)) > 1]
    return not all(plain(word) in terms("cover", "words") or is_role(word) for word in telling)


def is_entry(text: str, start: int, end: int) -> bool:
    """Return True if a line is an entry rather than speech: "Ann Bell (via video), Attorney"."""
    found = segments(text, start, end)
    if not found or found[0].what not in (What.NAME, What.ROLE, What.BODY):
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
    """Return True if all words of a line are usual on covers, which ends a list.

    Examples: "PROCEEDINGS INDEX".
    """
    keys = [plain(word) for word in line.split()]
    return all(key in terms("cover", "words") for key in keys)


def _is_body(surface: str) -> bool:
    """Return True if the words contain one that names a firm, an institution or an office."""
    from anonfilter_english.knowledge.categories.category_classifier import categorise
    from anonfilter_english.knowledge.categories.category_lists import families

    if _COMPANY.search(surface):
        return True
    category = categorise(surface.rstrip(" .,"), "ORGANIZATION").category
    return category in families()["ORGANIZATION"] and category != "SPORTS_TEAM"
