"""What counts as personal data in the name of a file, a folder, a branch or a tag.

Names of files are not prose, and most hold dates, counters, places and technical words, so strong
evidence alone counts:

- terms and rosters of the rules, and what patterns find under a label that must not survive: an
  address, or a number that is written as no version, date or counter is;
- a full name of a person, by lists of names;
- a name of a person that is left in the file's text too.

No model is asked.
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
from anonfilter.reports.risk_sums import NAMES
from anonfilter.text.origin import Origin, Piece
from anonfilter.text.words import fold
from anonfilter_english.knowledge.people import file_names
from anonfilter_english.knowledge.people.name_list import bearers, key
from anonfilter_english.knowledge.people.name_parts import name_tokens

__all__ = ("by_rules", "name_tokens", "people_in_text")

_Counts = Callable[[str, str], bool]  # of a label and a value
_PERSON = "PERSON"

_LISTS = ("dictionary", "roster")  # detectors of what the owner of the rules has listed
_PATTERNS = ("patterns",)
_WORD_OR_NUMBER = re.compile(rf"{file_names.WORD.pattern}|\d+|\ufffc")
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?:[-_.]?[0-3]\d){0,2}(?!\d)")
_PHONE = re.compile(r"\+.*|(?!(?:19|20)\d\d\D)\D*\d+(?:\D+\d+){2,}.*", re.DOTALL)
_DIGITS, _PHONE_DIGITS = 3, 10
_JOINED = 6  # letters of a full name that is written as one word


def people_in_text(stem: str, people: Iterable[tuple[str, str]]) -> Iterator[NameHit]:
    """Names of people that are left in the file's text, each with its label."""
    words = [fold(word[0]).removesuffix("'s") for word in file_names.WORD.finditer(stem)]
    for label, surface in people:
        for telltale in identifying_words(surface):
            if _stands(words, [word.strip(".") for word in telltale]):
                yield NameHit(label, " ".join(telltale))


def _stands(words: Sequence[str], telltale: Sequence[str]) -> bool:
    """Whether a name's words stand among those of a file's name."""
    if len(telltale) == 1:
        return telltale[0] in words and not file_names.is_no_evidence(telltale[0])
    size, joined = len(telltale), "".join(telltale)
    runs = (list(words[at : at + size]) for at in range(len(words)))
    return list(telltale) in runs or (len(joined) >= _JOINED and joined in words)


def by_rules(engine: Engine, stems: Sequence[str]) -> Mapping[str, list[NameHit]]:
    """Terms, rosters, addresses, numbers and full names, by what they are found in."""
    must_go = {name for name, label in engine.labels.items() if label.survives is Survives.FAIL}
    bare = {stem: hide(stem, engine.grammar.find(stem)) for stem in stems}
    spread = {stem: _spread(text) for stem, text in bare.items()}
    hits = defaultdict[str, list[NameHit]](list)

    def search(kinds: Collection[str], texts: Mapping[str, str], counts: _Counts) -> None:
        detectors = _detectors(engine, kinds)
        for stem, label, value in _search(engine, detectors, texts) if detectors else ():
            if label in must_go and counts(label, value):
                hits[stem].append(NameHit(label, value))

    codes = {stem: text.replace("_", " ") for stem, text in bare.items() if _may_be_code(text)}
    full = {stem: text for stem, text in spread.items() if _may_be_full(text.split())}
    search(_LISTS, spread, lambda label, value: True)
    search(_PATTERNS, codes, _is_code)
    search(_PATTERNS, full, _is_person)
    for stem, text in bare.items() if _PERSON in must_go else ():
        hits[stem] += (NameHit(_PERSON, _spread(value)) for value in file_names.full_names(text))
    return hits


def _detectors(engine: Engine, kinds: Collection[str]) -> dict[str, Detector]:
    return {
        one.name: cast(Detector, plugin)
        for one, plugin in engine.parts()
        if one.registration.kind == "detectors" and one.registration.name in kinds
    }


def _search(
    engine: Engine, detectors: Mapping[str, Detector], texts: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """What detectors find in names and the rules do not exclude: name, label, value."""
    document, starts, stems = _document(texts)
    found = detect(detectors, document, {}, lambda _: None)  # none of these has a model
    for resolver in engine.tools.resolvers.values() if found else ():
        if getattr(resolver, "excludes", False):
            found, _ = resolver.resolve(document, found)
    for span in found:
        stem = stems[bisect_right(starts, span.start) - 1]
        yield stem, span.label, document.text[span.start : span.end]


def _document(texts: Mapping[str, str]) -> tuple[Document, list[int], list[str]]:
    """Return the names as fields of one document, with the start of each."""
    text, fields, at = "\n".join(texts.values()), list[Field](), 0
    for name in texts.values():
        fields.append(Field(at, at + len(name)))
        at += len(name) + 1
    origin = Origin([Piece(0, len(text), 0, len(text))])
    document = Document(Source("names", text), text, tuple(fields), origin, text)
    return document, [field.start for field in fields], list(texts)


# words of names


def _spread(stem: str) -> str:
    """The words of a name separated and capitalised, as sentences have them."""
    words = (word[0] for word in _WORD_OR_NUMBER.finditer(stem))
    return " ".join(word[:1].upper() + word[1:] for word in words)


def _may_be_code(text: str) -> bool:
    """Whether there is an address, or more digits than in dates and counters."""
    return "@" in text[1:] or _digits(_DATE.sub("", text)) >= _DIGITS


def _is_code(label: str, value: str) -> bool:
    """Whether this is an address, or a number that is written as no version, date or counter is."""
    digits = _digits(value)
    if label == "PHONE_NUMBER":
        return digits >= _PHONE_DIGITS and _PHONE.fullmatch(value) is not None
    if label == "IP_ADDRESS":  # as many versions are written
        return False
    return "@" in value[1:] or (digits >= _DIGITS and digits > sum(map(str.isalpha, value)))


def _may_be_full(words: Sequence[str]) -> bool:
    """Whether two words that may be names stand side by side."""
    names = [word[0].isalpha() and not file_names.is_no_evidence(word) for word in words]
    return any(one and other for one, other in pairwise(names))


def _is_person(label: str, value: str) -> bool:
    """Whether what a pattern found is a full name: several words, each of which may be a name and
    one of which is listed."""
    words = value.split()
    return (
        label in NAMES
        and len(words) > 1
        and not any(map(file_names.is_no_evidence, words))
        and any(bearers(key(word)).given for word in words)
    )


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))
