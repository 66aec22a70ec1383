"""Recognise spoken mail and web addresses: "jane underscore d at example dot com"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from anonfilter_english.knowledge.number_words import REPEATS, TEENS, TENS, UNITS, ZEROS
from anonfilter_english.knowledge.spoken_numbers import (
    Hit,
    Reading,
    compiled,
    either,
    listed,
    terms,
)
from anonfilter_english.knowledge.word_lists import HESITATION

_WORD = r"[^\W_][\w-]{0,62}+"
_DOT = r"(?:\s{1,3}(?:dot|period|point)\s{1,3}|\.(?=\w)|\s\.\s(?=\w))"
_SLASH = (
    rf"(?:\s{{1,3}}(?:forward\s+)?slash\s{{1,3}}{_WORD}"
    rf"(?:\s{{1,3}}(?:dash|hyphen|underscore)\s{{1,3}}{_WORD}){{0,4}})"
)
_AT = r"(?:\s{1,3}at(?:\s+sign)?\s{1,3}|\s?@\s?)"
_LONGEST_MAILBOX = 90


@cache
def _top() -> str:
    return either(terms("top_domains"))


@cache
def _domain() -> re.Pattern[str]:
    """Return a regex for a domain with its path: "example dot co dot uk slash help"."""
    return compiled(
        rf"(?<![\w.-])(?P<label>{_WORD})(?P<rest>(?:{_DOT}(?!{_top()}){_WORD}){{0,3}}(?:{_DOT}{_top()}){{1,3}})"
        rf"(?P<path>{_SLASH}{{0,4}})"
    )


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the mail and web addresses of which a part is spoken."""
    text = reading.text
    done = 0
    for match in _domain().finditer(text):
        if match.start() < done:
            continue
        hit = _mail(reading, match, done) or _site(reading, match, done)
        if hit is not None:
            yield hit
            done = hit.end


def _is_spoken(stretch: str) -> bool:
    return compiled(r"\s").search(stretch.strip()) is not None


def _mail(reading: Reading, match: re.Match[str], done: int) -> Hit | None:
    """Return the mail address if "at" or "@" is before the domain, else None."""
    text = reading.text
    low = max(done, match.start() - _LONGEST_MAILBOX)
    domain = _domain_start(text, match, low)
    if domain is None:
        return None
    at, name = domain
    local = _local_start(text, at, low)
    if local is None or not _is_spoken(text[local : match.end()]):
        return None
    end = match.end("rest")
    written = f"{_plain(text[local:at])}@{_plain(text[name:end])}"
    return Hit(local, end, "EMAIL_ADDRESS", "spoken", 0.95, written)


def _domain_start(text: str, match: re.Match[str], low: int) -> tuple[int, int] | None:
    """Return the place of "at", at most four words before the domain's last label, or None."""
    behind = compiled(rf"(?P<at>{_AT})(?P<name>(?:[\w&-]+(?:{_DOT}|\s{{1,3}})){{0,4}})\Z")
    for found in _last_matches(behind, text, low, match.start("label")):
        words = {word.casefold().strip(",.") for word in found["name"].split()}
        name = text[found.end("at") : match.end("label")].casefold()
        if not words & (terms("not_a_site") - {"and", "one"}) and not name.startswith("www"):
            return found.start("at"), found.end("at")
    return None


def _last_matches(
    pattern: re.Pattern[str], text: str, low: int, end: int
) -> Iterator[re.Match[str]]:
    """Yield the matches that begin at an "at" or "@" and end at ``end``, the latest first."""
    stretch = text[low:end]
    starts = [found.start() for found in compiled(r"\s{1,3}at\b|\s?@").finditer(stretch)]
    for start in reversed(starts):
        found = pattern.match(text[:end], low + start)
        if found:
            yield found


@cache
def _spelled() -> str:
    words = {*UNITS, *TEENS, *TENS, *ZEROS, *REPEATS, "hundred"}
    return "|".join(sorted(words, key=lambda word: (-len(word), word))) + r"|\d+"


@cache
def _piece() -> str:
    """Return a regex for a word of a mailbox's name, except the last word."""
    return (
        rf"(?:(?:{_spelled()})|[^\W\d_](?:-[^\W\d_])*|\d+|{HESITATION}"
        r"|[^\W\d_](?:\s+(?:as\s+in|like|for)\s+[^\W\d_]+)|(?:[^\W\d_]-){2,}[^\W\d_])"
    )


@cache
def _joint() -> str:
    return rf"(?:\s{{1,3}}{either(terms('joints'))}\s{{1,3}}|[._](?=\w)|\s[._]\s(?=\w))"


def _local_start(text: str, at: int, low: int) -> int | None:
    """Return the start of the mailbox's name that ends at an offset, or None."""
    stretch = text[low:at]
    announced = _announced(stretch)
    if announced is not None:
        return low + announced
    pattern = compiled(
        rf"(?<![\w'./])(?:(?:{_piece()}(?:\s{{1,3}}|{_joint()}))|{_WORD}{_joint()}){{0,10}}"
        rf"(?P<last>{_WORD})(?:[\s-]{{1,3}}(?:{_spelled()})\b){{0,6}}\s*,?\Z"
    )
    match = pattern.search(stretch)
    if match is None or match["last"].casefold() in terms("not_a_mailbox"):
        return None
    hesitation = compiled(rf"(?:{HESITATION}[\s,]+)*").match(match[0])
    start = match.start() + (hesitation.end() if hesitation else 0)
    return low + start if compiled(r"[^\W\d_]").search(match[0]) else None


def _announced(stretch: str) -> int | None:
    """Return the start of a mailbox's name after "my e-mail is", or None."""
    cue = compiled(
        rf"{listed('mail_words')}[^.?!]{{0,30}}?(?:\b(?:is|as|at|to|be|it's|that's)|:|,)[\s,]+"
        rf"(?:(?:{HESITATION}|it's|it\s+is|that's|so)[\s,]+)*(?P<local>[\w.,'\s-]{{1,60}}?)\s*,?\Z"
    )
    for match in cue.finditer(stretch):
        words = match["local"].split()
        first = words[0].casefold().strip(",.") if words else ""
        last = words[-1].casefold().strip(",.") if words else ""
        if (
            0 < len(words) <= 12
            and first not in {"me", "us"}
            and last not in terms("not_a_mailbox")
        ):
            return match.start("local")
    return None


def _site(reading: Reading, match: re.Match[str], done: int) -> Hit | None:
    """Return the web address with this domain, or None."""
    text = reading.text
    start, end = match.span()
    label = match["label"].casefold()
    letters = compiled(r"(?<![\w'])(?:[^\W\d_](?:\s|\s?-\s?|\.\s?)){1,8}\Z").search(
        text[max(done, start - 30) : start]
    )
    if len(label) == 1 and letters:
        start -= len(letters[0])
    elif label in terms("not_a_site"):
        return None
    start = _from_www(text, _from_announced(text, start, done), done)
    if not _is_spoken(text[start:end]):
        return None
    return Hit(start, end, "URL", "spoken", 0.95, _plain(text[start:end]))


def _from_announced(text: str, start: int, done: int) -> int:
    """Return the start of an address after "web page", or ``start`` if no such words precede."""
    cue = compiled(
        rf"{listed('web_words')}[\s,:]{{1,3}}(?:(?:is|called|to|at|it's|{HESITATION})[\s,]{{1,3}}){{0,3}}"
        rf"(?P<site>(?:(?!(?:at|is|www|the|our|my|on)\b){_WORD}\s{{1,3}}){{1,4}})\Z"
    )
    stretch = text[max(done, start - 60) : start]
    found = cue.search(stretch)
    return start - len(found["site"]) if found else start


def _from_www(text: str, start: int, done: int) -> int:
    """Return the start of an address, including a "www dot" and a protocol before it."""
    before = compiled(
        rf"(?<!\w)(?:h\s?t\s?t\s?p\s?s?\s+colon\s+slash\s+slash\s+)?"
        rf"(?:w\s?w\s?w|dub\s+dub\s+dub|triple\s+w|double\s+u\s+double\s+u\s+double\s+u){_DOT}(?:{_WORD}(?:{_DOT}|\s{{1,3}})){{0,6}}\Z"
        rf"|(?<!\w)h\s?t\s?t\s?p\s?s?\s+colon\s+slash\s+slash\s+\Z"
    ).search(text[max(done, start - 70) : start])
    return start - len(before[0]) if before else start


def _plain(stretch: str) -> str:
    """Return an address in written form."""
    words = {
        "dot": ".",
        "period": ".",
        "point": ".",
        "underscore": "_",
        "dash": "-",
        "hyphen": "-",
        "slash": "/",
        "at": "@",
        "sign": "",
    }
    parts = re.findall(r"[\w-]+|[^\w\s]", stretch.casefold())
    return "".join(words.get(part, part) for part in parts)
