"""Annotations of ELAN (.eaf): tiers of annotations with times, or with references to others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from anonfilter.contract.document import CODE, Document, Source
from anonfilter.text.values import hide_values
from anonfilter_documents.markup.character_references import escape_text, read_references
from anonfilter_documents.markup.markup_reader import LEAVE, MarkupReader
from anonfilter_documents.markup.markup_tokens import (
    Attribute,
    Kind,
    Token,
    attributes_of,
    read_xml_tokens,
)
from anonfilter_documents.markup.xml import XmlVocabulary
from anonfilter_documents.shared.decoded_text import DecodedText, PartialText, whole_piece
from anonfilter_documents.shared.format_bases import (
    CheckedFormat,
    FormatWithoutSettings,
    suffixes_of,
)
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.timed_words import DECIMAL, Time, has_letters_or_digits
from anonfilter_documents.timed.label_tiers import Label, Tier, add_tiers

_VALUE = "ANNOTATION_VALUE"
_PEOPLE = ("PARTICIPANT", "TIER_ID", "PARENT_REF")
_TYPES = ("LINGUISTIC_TYPE_REF", "LINGUISTIC_TYPE_ID", "CONSTRAINTS", "STEREOTYPE")
# Identifiers such as a1 and ts1, and the time at which the file was made.
_GENERATED = re.compile(r"[A-Za-z]{0,5}[0-9]{1,9}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.+Z-]+")
_MILLISECONDS = re.compile(DECIMAL)
_DEEPEST = 20  # annotations that refer to one another


@hide_values
@dataclass(slots=True)
class _Annotation:
    """An annotation: its time slots, the annotation that it refers to, and its value."""

    slots: tuple[str, str] = ("", "")
    reference: str = ""
    value: PartialText = field(default_factory=PartialText)


class EAF(CheckedFormat, FormatWithoutSettings):
    """Annotations of ELAN (.eaf): values, tiers, participants, vocabularies and names of media."""

    suffixes = suffixes_of("eaf")
    like = ("xml",)

    def read(self, source: Source) -> Document:
        return _EafReader(source, _EafVocabulary()).read(read_xml_tokens(source))


class _EafReader(MarkupReader):
    """A reader that adds the tiers first, and then the other content of the file."""

    def read(self, tokens: Iterable[Token]) -> Document:
        tokens = list(tokens)
        add_tiers(self._builder, list(_read_tiers(self._source, tokens)), escape_text)
        return super().read(_without_values(tokens))


class _EafVocabulary(XmlVocabulary):
    """The elements and attributes of EAF."""

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        if _GENERATED.fullmatch(value):
            return LEAVE
        if attribute.name == "TIME_VALUE" and _MILLISECONDS.fullmatch(value):
            return LEAVE
        if attribute.name in _PEOPLE:
            return CODE if is_schema_name(value) else "speaker"
        if attribute.name in _TYPES:
            return CODE
        return super().attribute_role(token, attribute, value)


def _without_values(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield all tokens except the text of annotations."""
    inside = False
    for token in tokens:
        if token.name == _VALUE:
            inside = token.kind is Kind.OPEN and not token.empty
        if not (inside and token.kind in (Kind.TEXT, Kind.LITERAL)):
            yield token


def _read_tiers(source: Source, tokens: Sequence[Token]) -> Iterator[Tier]:
    slots: dict[str, float] = {}
    by_id: dict[str, _Annotation] = {}
    tiers: list[tuple[str, list[_Annotation]]] = []
    current, inside = _Annotation(), False
    for token in tokens:
        if token.kind is Kind.OPEN:
            values = attributes_of(source, token)
            if token.name == "TIME_SLOT" and _MILLISECONDS.fullmatch(values.get("TIME_VALUE", "")):
                slots[values.get("TIME_SLOT_ID", "")] = float(values["TIME_VALUE"]) / 1000
            elif token.name == "TIER":
                tiers.append((values.get("TIER_ID", ""), []))
            elif token.name in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
                ids = values.get("TIME_SLOT_REF1", ""), values.get("TIME_SLOT_REF2", "")
                current = _Annotation(ids, values.get("ANNOTATION_REF", ""))
                by_id[values.get("ANNOTATION_ID", "")] = current
                if tiers:
                    tiers[-1][1].append(current)
        if token.name == _VALUE:
            inside = token.kind is Kind.OPEN and not token.empty
        elif inside and token.kind in (Kind.TEXT, Kind.LITERAL):
            current.value.add(*_decode_value(source, token))
    for title, members in tiers:
        yield Tier(title, list(_labels(members, by_id, slots)))


def _decode_value(source: Source, token: Token) -> DecodedText:
    """Return the decoded text of a part of a value."""
    if token.kind is Kind.TEXT:
        return read_references(source, token.start, token.end, xml=True)
    return source.text[token.start : token.end], whole_piece(token.start, token.end)


def _labels(
    annotations: Sequence[_Annotation], by_id: Mapping[str, _Annotation], slots: Mapping[str, float]
) -> Iterator[Label]:
    for annotation in annotations:
        pieces = annotation.value.pieces
        if has_letters_or_digits(text := annotation.value.text):
            start, end = pieces[0].source_start, pieces[-1].source_end
            yield Label(start, end, text, pieces, _find_time(annotation, by_id, slots))


def _find_time(
    annotation: _Annotation, by_id: Mapping[str, _Annotation], slots: Mapping[str, float]
) -> Time | None:
    """Return the time of an annotation, or of the one that it refers to; None if unknown."""
    for _ in range(_DEEPEST):
        first, last = (slots.get(slot) for slot in annotation.slots)
        if first is not None and last is not None:
            return first, last
        if annotation.reference not in by_id:
            break
        annotation = by_id[annotation.reference]
    return None
