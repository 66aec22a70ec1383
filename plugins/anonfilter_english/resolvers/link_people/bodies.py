"""Bodies and places under several names, where it is plain: "San Quentin", "SQ"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from anonfilter.contract.document import Document, Span
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.lists import terms

_WORD = re.compile(r"[^\W_]+(?:'(?!s(?!\w))[^\W_]+)*")
_BRACKETS = re.compile(r"\([^()]*\)")
_ACRONYM = re.compile(r"(?:[^\W\d_a-z]\.?){2,6}")

Words = tuple[str, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Body:
    """A name of a body or place, without what it may as well be written without.

    ``kind`` is whose names it is compared with, ``letters`` what it is if it is an acronym.
    """

    kind: str
    words: Words
    letters: str = ""


class Bodies:
    """Links names of bodies and of places, each among themselves."""

    def __init__(self, organizations: Sequence[str], places: Sequence[str]) -> None:
        self._kinds = {**dict.fromkeys(organizations, "o"), **dict.fromkeys(places, "l")}

    def linked(self, document: Document, spans: Iterable[Span]) -> Iterator[tuple[Span, Span, str]]:
        """Each mention, the same with an identity, and how that is known.

        A name is one body's or place's in all records; what it is short for is told by its own.
        """
        mentions: list[tuple[Span, Body, int]] = []
        records: defaultdict[int, dict[Body, None]] = defaultdict(dict)
        for span in spans:
            if span.label in self._kinds and (body := self._read(document.prose, span)):
                record = document.record(span.start)
                mentions.append((span, body, record))
                records[record][body] = None
        meant = {record: _meant(bodies) for record, bodies in records.items()}
        numbers: defaultdict[str, dict[Body, str]] = defaultdict(dict)
        for span, body, record in mentions:
            whole = meant[record].get(body, body)
            known = numbers[body.kind]
            entity = known.setdefault(whole, f"{body.kind}{len(known) + 1}")
            reason = "the same name" if whole == body else "a short form of a name"
            yield span, replace(span, entity=entity), reason

    def _read(self, text: str, span: Span) -> Body | None:
        """The name; None for "the county", which is one of many."""
        surface = text[span.start : span.end]
        words = words_of(surface)
        plain = surface == surface.lower() and all(map(is_common, words))
        general = terms("body_words", "kinds") | terms("body_words", "places")
        if not words or plain or general.issuperset(words):
            return None
        letters = fold(surface.replace(".", "")) if _ACRONYM.fullmatch(surface) else ""
        return Body(self._kinds[span.label], words, letters)


def words_of(surface: str) -> Words:
    """The words that tell: "Company (Country) Ltd." is "Company Ltd." and "Company"."""
    words = [fold(match[0]) for match in _WORD.finditer(_BRACKETS.sub(" ", surface) or surface)]
    while words and words[0] in terms("words", "articles"):
        words = words[1:]
    while len(words) > 1 and words[-1] in terms("body_words", "forms"):
        words = words[:-1]
    return tuple(words)


def _meant(bodies: Iterable[Body]) -> dict[Body, Body]:
    """The one longer name that each short one stands for; nothing where there are several."""
    known = list(bodies)
    longer: defaultdict[tuple[str, Words | str], dict[Body, None]] = defaultdict(dict)
    for body in known:
        if body.letters:
            continue
        for short in _short_forms(body.words):
            longer[body.kind, short].setdefault(body)
    found: dict[Body, Body] = {}
    for body in sorted(known, key=lambda one: bool(one.letters)):
        whole = longer.get((body.kind, body.letters or body.words), {})
        ends = {_last(one, found) for one in whole if one != body}
        if len(ends) == 1:
            found[body] = ends.pop()
    return {body: _last(body, found) for body in found}


def _last(body: Body, longer: dict[Body, Body]) -> Body:
    """The longest name at the end of a chain of longer ones."""
    seen = {body}
    while body in longer and longer[body] not in seen:
        body = longer[body]
        seen.add(body)
    return body


def _short_forms(words: Words) -> Iterator[Words | str]:
    """Without the words at the end that say what it is; and the first letters."""
    kinds = terms("body_words", "kinds")
    short = words
    while len(short) > 1 and short[-1] in kinds:
        short = short[:-1]
        if not all(map(is_common, short)):
            yield short
    told = [word for word in words if word not in terms("body_words", "linking")]
    for whole in (told, [word for word in short if word in told]):
        if len(whole) > 1:
            yield "".join(word[0] for word in whole)
