"""Find places and organisations on a transcript's cover."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from anonfilter_english.detectors.front_page.cover_entries import Segment, SegmentKind
from anonfilter_english.knowledge.word_lists import terms

_COUNTY = re.compile(
    r"\b(?i:county of)(?:[ ]|\n[ ]*)[A-Z][^\W\d_.']*(?: [A-Z][^\W\d_.']*){0,2}"
    r"|\b(?!(?i:the)\b)[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)? (?i:county)\b"
)
_STATE_OF = re.compile(
    r"\b(?:state|commonwealth|province) of (?P<place>[^\W\d_]+(?: [^\W\d_]+)?)", re.I
)
_PART = re.compile(r"[^,;()]+")
_ZIP = re.compile(r"\s+\d{5}(?:-\d{4})?\Z")
_WHOLE = frozenset(("STATE", "PROVINCE", "COUNTRY"))
_STREETS = frozenset(("ADDRESS",))
_REACH = 60
_FEW = 3
_FRAME = " .\t_"

Stretch = tuple[int, int]


def bodies(found: Sequence[Segment]) -> Iterator[Stretch]:
    """Yield the places of firms, institutions and named prisons, but of no other public bodies."""
    for segment in found:
        written = segment.text.split()
        in_sentence = len(written) > _FEW and written[-1][0].islower()
        if segment.kind is not SegmentKind.BODY or in_sentence:
            continue
        words = segment.text.casefold().replace(",", " ").split()
        is_public = not terms("cover", "public_bodies").isdisjoint(words)
        if not is_public or _is_prison(segment.text):
            yield segment.start, segment.end


def _is_prison(surface: str) -> bool:
    """Return True for a prison with a name of its own, since it is the address of a person."""
    from anonfilter_english.knowledge.categories.category_classifier import categorise

    words = surface.split()
    own = any(word.casefold() not in terms("cover", "words") for word in words)
    return (
        own
        and not any(map(str.islower, words))
        and categorise(surface, "ORGANIZATION").category == "PRISON"
    )


def counties(text: str, start: int, end: int) -> Iterator[Stretch]:
    """Yield the places of "County of Marin", and of the state in "STATE OF CALIFORNIA"."""
    for match in _COUNTY.finditer(text, start, end + _REACH):
        if match.start() < end:
            yield match.span()
    for match in _STATE_OF.finditer(text, start, end):
        if _category(match["place"]) in _WHOLE:
            yield match.span("place")


def places(text: str, start: int, end: int, *, sure: bool) -> Iterator[Stretch]:
    """Yield the start and the end of each part of a place such as "San Quentin, California".

    Unless the text is certainly a place (``sure``), the last part must be a state or country and
    the other parts known places, or the whole must be an address.
    """
    trimmed = (_trimmed(text, *match.span()) for match in _PART.finditer(text, start, end))
    parts = [part for part in trimmed if any(char.isalnum() for char in text[slice(*part)])]
    if sure:
        yield from parts
        return
    kinds = [_category(text[slice(*part)]) for part in parts]
    if len(parts) > 1 and kinds[-1] in _WHOLE:
        yield from (part for part, kind in zip(parts, kinds, strict=True) if kind)
    else:
        yield from (part for part, kind in zip(parts, kinds, strict=True) if kind in _STREETS)


def _trimmed(text: str, start: int, end: int) -> Stretch:
    while start < end and text[start] in _FRAME:
        start += 1
    while end > start and text[end - 1] in _FRAME:
        end -= 1
    return start, end


def _category(surface: str) -> str:
    from anonfilter_english.knowledge.categories.category_classifier import categorise

    return categorise(_ZIP.sub("", surface), "LOCATION").category
