"""Find the names in lists of senders and recipients: "Quill, Ada (Acme)" <a@mail.example>; …

Such a list is divided at semicolons and at the commas after addresses. A comma before an address
divides surname and given names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from anonfilter.text.names import is_family_name, is_given_name, may_be_given
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.name_list import bearers
from anonfilter_english.knowledge.people.name_list import name_key as fold
from anonfilter_english.knowledge.people.name_parts import is_particle
from anonfilter_english.knowledge.people.role_labels import plain
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.word_lists import alternatives, terms

ADDRESS = re.compile(
    r"[<\[(]?(?:(?:mailto|smtp):)?[^\s<>\[\]();:,\"]{1,128}@[^\s<>\[\]();:,\"]{1,128}[>\])]?",
    re.IGNORECASE,
)
_DIVIDED = re.compile(r"[;\n]|(?P<address>" + ADDRESS.pattern + r")[^\S\n]*,?", re.IGNORECASE)
_AFTER = re.compile(r"[(\[/|<]|\s[-\u2013\u2014]\s")
_EDGES = " \t\r\"'*_,:\u2018\u2019\u201c\u201d"
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019.-]+[^\W\d_]*)*")
_COMMENT = re.compile(r"[^\S\n]*\((?P<name>[^()\n]{2,80})\)")
_DOMAIN = re.compile(r"\w{2,}\.\w{2,}")
_GROUP = re.compile(r"[^\S\n]*(?P<name>[^\s\"':;,<>@()][^\"':;,<>@()\n]{0,80}):(?=[\s\"'<])")
_BETWEEN_COMMAS = re.compile(r"[^,]+")
_MOST_WORDS = 5
_KNOWN = 2  # the level of a name that many people bear


def displayed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the place of each name in a list of senders or recipients, without quotes.

    Companies beside names are left out; people who passed the mail on are included.
    """
    done = start
    for match in _DIVIDED.finditer(text, start, end):
        yield from _shown(text, done, match.start())
        done = match.end()
        if match["address"] and (comment := _COMMENT.match(text, done, end)):
            yield from _shown(text, *comment.span("name"))
            done = comment.end()
    yield from _shown(text, done, end)


def _shown(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the names of a sender or recipient and of a person who passed the mail on."""
    for passing in _passing().finditer(text, start, end):
        yield from _trimmed(text, start, passing.start())
        start = passing.end()
    yield from _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield names without quotes and without a company beside them; also the name of a group."""
    if (
        group := _GROUP.match(text, start, end)
    ) is not None:  # Team: "Quill, Ada" <a@mail.example>;
        yield group.span("name")
        start = group.end()
    start, _ = _without_edges(text, start, end)
    beside = _AFTER.search(text, start, end)
    _, end = _without_edges(text, start, beside.start() if beside else end)
    places = [(start, end)]
    if not _is_inverted(text[start:end]):
        parts = _BETWEEN_COMMAS.finditer(text, start, end)
        places = [_without_edges(text, *part.span()) for part in parts]
    yield from ((first, last) for first, last in places if first < last)


def _without_edges(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of a name without quotes, blanks and punctuation around it."""
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    return start, end


@cache
def _passing() -> re.Pattern[str]:
    words = alternatives(terms("mail_headers", "passing"))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


def _is_inverted(value: str) -> bool:
    """Return True if a value is one name and not a list of names separated by commas.

    It has no comma, or one between a surname and one to three given names.
    """
    before, comma, after = value.partition(",")
    surname = [word for word in before.split() if not is_particle(word)]
    return not comma or (len(surname) <= 2 and 0 < len(after.split()) <= 3 and "," not in after)


def is_name(value: str) -> bool:
    """Return True if up to five words look like a person's name, in either order.

    One word must be a first name or a rare word. No word may name a mailing list or an
    organisation, unless it is a surname.
    """
    parts = [part.split() for part in value.split(",")]
    words = [word for part in parts for word in part]
    if not 0 < len(words) <= _MOST_WORDS or len(parts) > 2 or not all(parts):
        return False
    if _DOMAIN.search(value) or not all(_WORD.fullmatch(word) for word in words):
        return False
    keys = [plain(word) for word in words]
    if len(parts) == 2 and Titles().is_title(keys[len(parts[0])]):
        return len(words) > len(parts[0]) + 1  # "Field, Dr. Ada"
    if _is_body([*keys[len(parts[0]) :], *keys[: len(parts[0])]] if len(parts) == 2 else keys):
        return False
    inverted = len(parts) == 2 and (
        may_be_given(keys[len(parts[0])])
        or is_family_name(keys[0])
        or not any(map(is_common, keys))
    )
    capitals = all(word[0].isupper() or is_particle(word) for word in words)
    uncommon = any(may_be_given(key) or not is_common(key) for key in keys)
    return uncommon and (capitals or inverted)


def _is_body(keys: list[str]) -> bool:
    """Return True for words of a mailing list, an office or a company; the surname is last.

    "Ada Press" is a person: a given name precedes a word that is also a surname.
    """
    found = [key for key in keys if key in terms("mail_headers", "bodies")]
    if not found:
        return False
    *before, last = keys
    companies = terms("mail_headers", "companies")
    if len(found) > 1 or found != [last] or last in companies or not bearers(last).surname:
        return True
    return not before or not all(
        _is_given(key) or (at and len(key) == 1) for at, key in enumerate(before)
    )


def _is_given(key: str) -> bool:
    """Return True for a given name that is neither an everyday word nor a place."""
    if is_given_name(key):
        return True
    if is_common(key) or bearers(fold(key)).given < _KNOWN:
        return False
    # Imported here because few mail headers need the list of places.
    from anonfilter_english.knowledge.categories.category_lists import gazetteer

    return key not in gazetteer().towns and key not in gazetteer().cities
