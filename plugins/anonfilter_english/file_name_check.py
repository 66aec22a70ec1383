"""Find personal data in the name of a file, a folder, a branch or a tag.

Names of files are not prose, and most hold dates, counters, places and technical words, so only
strong evidence counts:

- terms and rosters of the rules, and matches of patterns under a label that must not survive: an
  address, or a number that is not written like a version, date or counter;
- a full name of a person, by lists of names;
- a name of a person that is also left in the file's text.

No model is used.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import cast

from anonfilter.contract.document import Document, Field, Source, Survives
from anonfilter.contract.extensions import NameHit
from anonfilter.contract.plugin import Detector
from anonfilter.contract.tags import hide
from anonfilter.engine.detection import detect
from anonfilter.engine.original_words import identifying_words
from anonfilter.engine.pipeline import Engine
from anonfilter.run.risks import NAMES
from anonfilter.text.origin import Origin, Piece
from anonfilter.text.words import fold
from anonfilter_english.knowledge.people import people_in_file_names
from anonfilter_english.knowledge.people.name_list import bearers, name_key
from anonfilter_english.knowledge.people.name_parts import name_tokens

__all__ = ("by_rules", "name_tokens", "people_in_text")

_Counts = Callable[[str, str], bool]  # by label and value
_PERSON = "PERSON"

_LISTS = ("dictionary", "roster")  # detectors of terms and people that the rules list
_PATTERNS = ("patterns",)
_WORD_OR_NUMBER = re.compile(rf"{people_in_file_names.WORD.pattern}|\d+|\ufffc")
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?:[-_.]?[0-3]\d){0,2}(?!\d)")
_PHONE = re.compile(r"\+.*|(?!(?:19|20)\d\d\D)\D*\d+(?:\D+\d+){2,}.*", re.DOTALL)
_DIGITS, _PHONE_DIGITS = 3, 10
_JOINED = 6  # letters of a full name that is written as one word


def people_in_text(stem: str, people: Iterable[tuple[str, str]]) -> Iterator[NameHit]:
    """Yield the people of the file's text whose names also occur in the file's name."""
    words = [fold(word[0]).removesuffix("'s") for word in people_in_file_names.WORD.finditer(stem)]
    for label, surface in people:
        for telltale in identifying_words(surface):
            if _occurs([word.strip(".") for word in telltale], words):
                yield NameHit(label, " ".join(telltale))


def _occurs(telltale: Sequence[str], words: Sequence[str]) -> bool:
    """Return True if the words that identify a person are among the words of a file's name."""
    if len(telltale) == 1:
        return telltale[0] in words and not people_in_file_names.is_no_evidence(telltale[0])
    size, joined = len(telltale), "".join(telltale)
    runs = (list(words[at : at + size]) for at in range(len(words)))
    return list(telltale) in runs or (len(joined) >= _JOINED and joined in words)


def by_rules(engine: Engine, stems: Sequence[str]) -> Mapping[str, list[NameHit]]:
    """Return the terms, people, addresses and numbers that the rules find in each file name."""
    must_go = {name for name, label in engine.labels.items() if label.survives is Survives.FAIL}
    bare = {stem: hide(stem, engine.grammar.find(stem)) for stem in stems}
    spread = {stem: _as_sentence(text) for stem, text in bare.items()}
    hits = defaultdict[str, list[NameHit]](list)

    def search(kinds: Collection[str], texts: Mapping[str, str], counts: _Counts) -> None:
        detectors = {
            part.name: cast(Detector, plugin)
            for part, plugin in engine.parts()
            if part.registration.kind == "detectors" and part.registration.name in kinds
        }
        for stem, label, value in _search(engine, detectors, texts) if detectors else ():
            if label in must_go and counts(label, value):
                hits[stem].append(NameHit(label, value))

    codes = {
        stem: text.replace("_", " ")
        for stem, text in bare.items()
        if "@" in text[1:] or _digits(_DATE.sub("", text)) >= _DIGITS
    }
    full = {stem: text for stem, text in spread.items() if _may_be_full(text.split())}
    search(_LISTS, spread, lambda label, value: True)
    search(_PATTERNS, codes, _is_code)
    search(_PATTERNS, full, _is_person)
    for stem, text in bare.items() if _PERSON in must_go else ():
        hits[stem] += (
            NameHit(_PERSON, _as_sentence(value)) for value in people_in_file_names.full_names(text)
        )
    return hits


def _search(
    engine: Engine, detectors: Mapping[str, Detector], texts: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Yield file name, label and value of each finding that the rules do not exclude."""
    document, starts, stems = _document(texts)
    found = detect(detectors, document, {}, lambda _: None)  # none of these has a model
    for resolver in engine.tools.resolvers.values() if found else ():
        if getattr(resolver, "excludes", False):
            found, _ = resolver.resolve(document, found)
    for span in found:
        stem = stems[bisect_right(starts, span.start) - 1]
        yield stem, span.label, document.text[span.start : span.end]


def _document(texts: Mapping[str, str]) -> tuple[Document, list[int], list[str]]:
    """Return a document with a field for each name, the starts of the fields, and the names."""
    text, fields, at = "\n".join(texts.values()), list[Field](), 0
    for name in texts.values():
        fields.append(Field(at, at + len(name)))
        at += len(name) + 1
    origin = Origin([Piece(0, len(text), 0, len(text))])
    document = Document(Source("names", text), text, tuple(fields), origin, text)
    return document, [field.start for field in fields], list(texts)


def _as_sentence(stem: str) -> str:
    """Return the words of a file's name, capitalised and divided by blanks, as in a sentence."""
    words = (word[0] for word in _WORD_OR_NUMBER.finditer(stem))
    return " ".join(word[:1].upper() + word[1:] for word in words)


def _is_code(label: str, value: str) -> bool:
    """Return True for an address, and for a number unlike a version, a date or a counter."""
    digits = _digits(value)
    if label == "PHONE_NUMBER":
        return digits >= _PHONE_DIGITS and _PHONE.fullmatch(value) is not None
    if label == "IP_ADDRESS":  # many versions are written like this
        return False
    return "@" in value[1:] or (digits >= _DIGITS and digits > sum(map(str.isalpha, value)))


def _may_be_full(words: Sequence[str]) -> bool:
    """Return True if two neighbouring words may be parts of a person's name."""
    names = [word[0].isalpha() and not people_in_file_names.is_no_evidence(word) for word in words]
    return any(first and second for first, second in pairwise(names))


def _is_person(label: str, value: str) -> bool:
    """Return True if a match of a pattern is a full name.

    All of its words must be possible names, and at least one a listed first name.
    """
    words = value.split()
    return (
        label in NAMES
        and len(words) > 1
        and not any(map(people_in_file_names.is_no_evidence, words))
        and any(bearers(name_key(word)).given for word in words)
    )


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))
