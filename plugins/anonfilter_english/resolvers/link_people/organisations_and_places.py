"""Link names of organisations and places with their short forms: "San Quentin", "SQ"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from anonfilter.contract.document import Document, Span
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.word_lists import terms

_WORD = re.compile(r"[^\W_]+(?:'(?!s(?!\w))[^\W_]+)*")
_BRACKETS = re.compile(r"\([^()]*\)")
_ACRONYM = re.compile(r"(?:[^\W\d_a-z]\.?){2,6}")

Words = tuple[str, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Body:
    """A name of an organisation or place, without optional words such as "the" and "Ltd."

    ``kind`` is "o" for organisations and "l" for places. ``letters`` is the name in lower case
    without points if it is an acronym, else "".
    """

    kind: str
    words: Words
    letters: str = ""


class BodyLinker:
    """A linker of organisations, and of places, by their names and short forms."""

    def __init__(self, organizations: Sequence[str], places: Sequence[str]) -> None:
        self._kinds = {**dict.fromkeys(organizations, "o"), **dict.fromkeys(places, "l")}

    def linked(self, document: Document, spans: Iterable[Span]) -> Iterator[tuple[Span, Span, str]]:
        """Yield each mention, the same mention with an identity, and the reason.

        A name has one identity in all records. A short form is resolved within its own record.
        """
        mentions: list[tuple[Span, Body, int]] = []
        records: defaultdict[int, dict[Body, None]] = defaultdict(dict)
        for span in spans:
            if span.label in self._kinds and (body := self._read(document.prose, span)):
                record = document.record(span.start)
                mentions.append((span, body, record))
                records[record][body] = None
        full_names = {record: _full_names(bodies) for record, bodies in records.items()}
        numbers: defaultdict[str, dict[Body, str]] = defaultdict(dict)
        for span, body, record in mentions:
            whole = full_names[record].get(body, body)
            known = numbers[body.kind]
            entity = known.setdefault(whole, f"{body.kind}{len(known) + 1}")
            reason = "the same name" if whole == body else "a short form of a name"
            yield span, replace(span, entity=entity), reason

    def _read(self, text: str, span: Span) -> Body | None:
        """Return the name in a span; None for a general term such as "the county"."""
        surface = text[span.start : span.end]
        words = words_of(surface)
        plain = surface == surface.lower() and all(map(is_common, words))
        general = terms("body_words", "kinds") | terms("body_words", "places")
        if not words or plain or general.issuperset(words):
            return None
        letters = fold(surface.replace(".", "")) if _ACRONYM.fullmatch(surface) else ""
        return Body(self._kinds[span.label], words, letters)


def words_of(surface: str) -> Words:
    """Return the words of a name by which it is compared: "acme" for "The Acme (Ohio) Ltd."."""
    words = [fold(match[0]) for match in _WORD.finditer(_BRACKETS.sub(" ", surface) or surface)]
    while words and words[0] in terms("words", "articles"):
        words = words[1:]
    while len(words) > 1 and words[-1] in terms("body_words", "forms"):
        words = words[:-1]
    return tuple(words)


def _full_names(bodies: Iterable[Body]) -> dict[Body, Body]:
    """Return the longest form of each short name; a name with several longer forms is left out."""
    known = list(bodies)
    longer: defaultdict[tuple[str, Words | str], dict[Body, None]] = defaultdict(dict)
    for body in known:
        if body.letters:
            continue
        for short in _short_forms(body.words):
            longer[body.kind, short].setdefault(body)
    found: dict[Body, Body] = {}
    for body in sorted(known, key=lambda body: bool(body.letters)):
        candidates = longer.get((body.kind, body.letters or body.words), {})
        longest = {_longest(whole, found) for whole in candidates if whole != body}
        if len(longest) == 1:
            found[body] = longest.pop()
    return {body: _longest(body, found) for body in found}


def _longest(body: Body, longer: dict[Body, Body]) -> Body:
    """Return the name at the end of the chain of longer names."""
    seen = {body}
    while body in longer and longer[body] not in seen:
        body = longer[body]
        seen.add(body)
    return body


def _short_forms(words: Words) -> Iterator[Words | str]:
    """Yield the name without the kinds of organisation at its end ("prison"), and its acronyms."""
    kinds = terms("body_words", "kinds")
    short = words
    while len(short) > 1 and short[-1] in kinds:
        short = short[:-1]
        if not all(map(is_common, short)):
            yield short
    linking = terms("body_words", "linking")
    for form in (words, short):
        letters = "".join(word[0] for word in form if word not in linking)
        if len(letters) > 1:
            yield letters
