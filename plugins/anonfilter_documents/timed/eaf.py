"""ELAN's annotations (.eaf): tiers of annotations, by time or by the one that they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from anonfilter.containers.kinds import refuse
from anonfilter.contract.document import CODE, Document, Source
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.markup.reading import LEAVE, MarkupReader
from anonfilter_documents.markup.references import read_references, text_value
from anonfilter_documents.markup.tokens import Attribute, Kind, Token, xml_tokens
from anonfilter_documents.markup.xml import XmlWords
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.said import DECIMAL, Time, is_said
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.unset import Unset
from anonfilter_documents.timed.tiers import Label, Tier, take_tiers

_VALUE = "ANNOTATION_VALUE"
_PEOPLE = ("PARTICIPANT", "TIER_ID", "PARENT_REF")
_TYPES = ("LINGUISTIC_TYPE_REF", "LINGUISTIC_TYPE_ID", "CONSTRAINTS", "STEREOTYPE")
_MADE = re.compile(r"[A-Za-z]{0,5}[0-9]{1,9}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.+Z-]+")
_MILLISECONDS = re.compile(DECIMAL)


@hide_values
@dataclass(slots=True)
class _Annotation:
    """An annotation: what tells its time, and where its value stands."""

    slots: tuple[str, str] = ("", "")
    of: str = ""
    parts: list[str] = field(default_factory=list)
    stands: list[Piece] = field(default_factory=list)


class EAF(Unset):
    """Annotations of ELAN (.eaf): what they say, tiers, people, vocabularies and media by name."""

    suffixes = (".eaf",)

    def refuse(self, data: bytes, name: str) -> None:
        refuse(data, name, reader=("xml",))

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        tokens = list(xml_tokens(source))
        take_tiers(builder, list(_tiers(source, tokens)), text_value)
        words = _EafWords(frozenset(), frozenset())
        MarkupReader(builder, source, words).take(_without_values(tokens))
        return builder.build()


class _EafWords(XmlWords):
    """What the elements and attributes of an EAF are."""

    def attribute(self, token: Token, attribute: Attribute, value: str) -> str:
        if _MADE.fullmatch(value):
            return LEAVE  # a1, ts1; when the file was made
        if attribute.name == "TIME_VALUE" and _MILLISECONDS.fullmatch(value):
            return LEAVE
        if attribute.name in _PEOPLE:
            return CODE if is_schema_name(value) else "speaker"
        if attribute.name in _TYPES:
            return CODE
        return super().attribute(token, attribute, value)


def _without_values(tokens: Sequence[Token]) -> Iterator[Token]:
    """All but the text of annotations."""
    inside = False
    for token in tokens:
        if token.name == _VALUE:
            inside = token.kind is Kind.OPEN and not token.empty
        if not (inside and token.kind in (Kind.TEXT, Kind.LITERAL)):
            yield token


def _tiers(source: Source, tokens: Sequence[Token]) -> Iterator[Tier]:
    slots: dict[str, float] = {}
    all_: dict[str, _Annotation] = {}
    tiers: list[tuple[str, list[_Annotation]]] = []
    current, inside = _Annotation(), False
    for token in tokens:
        if token.kind is Kind.OPEN:
            told = _attributes(source, token)
            if token.name == "TIME_SLOT" and _MILLISECONDS.fullmatch(told.get("TIME_VALUE", "")):
                slots[told.get("TIME_SLOT_ID", "")] = float(told["TIME_VALUE"]) / 1000
            elif token.name == "TIER":
                tiers.append((told.get("TIER_ID", ""), []))
            elif token.name in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
                refs = told.get("TIME_SLOT_REF1", ""), told.get("TIME_SLOT_REF2", "")
                current = _Annotation(refs, told.get("ANNOTATION_REF", ""))
                all_[told.get("ANNOTATION_ID", "")] = current
                if tiers:
                    tiers[-1][1].append(current)
        if token.name == _VALUE:
            inside = token.kind is Kind.OPEN and not token.empty
        elif inside and token.kind in (Kind.TEXT, Kind.LITERAL):
            _add(source, token, current)
    for title, own in tiers:
        yield Tier(title, list(_labels(own, all_, slots)))


def _attributes(source: Source, token: Token) -> dict[str, str]:
    return {one.name: source.text[one.start : one.end] for one in token.attributes}


def _add(source: Source, token: Token, to: _Annotation) -> None:
    """Add a part of an annotation's value."""
    at = to.stands[-1].end if to.stands else 0
    start, end = token.start, token.end
    text, stands = source.text[start:end], [Piece(0, end - start, start, end)]
    if token.kind is Kind.TEXT:
        text, stands = read_references(source, start, end, xml=True)
    to.parts.append(text)
    to.stands += (
        Piece(one.start + at, one.end + at, one.source_start, one.source_end)
        for one in stands
        if one.end > one.start
    )


def _labels(
    annotations: Sequence[_Annotation],
    all_: Mapping[str, _Annotation],
    slots: Mapping[str, float],
) -> Iterator[Label]:
    for one in annotations:
        if is_said(text := "".join(one.parts)):
            start, end = one.stands[0].source_start, one.stands[-1].source_end
            yield Label(start, end, text, one.stands, _time(one, all_, slots))


def _time(
    annotation: _Annotation, all_: Mapping[str, _Annotation], slots: Mapping[str, float]
) -> Time | None:
    """When it is said: by its own slots, or by those of the one that it refers to."""
    for _ in range(_DEEPEST):
        first, last = (slots.get(slot) for slot in annotation.slots)
        if first is not None and last is not None:
            return first, last
        if annotation.of not in all_:
            break
        annotation = all_[annotation.of]
    return None


_DEEPEST = 20  # tiers that refer to one another
