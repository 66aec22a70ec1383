"""Detect numbers by the words that name them: "payroll number V-20417"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Context, Setting
from anonfilter.contract.settings import Strict
from anonfilter_english.knowledge.glued_values import separated
from anonfilter_english.knowledge.number_names import (
    Named,
    is_plate,
    is_short,
    is_word,
    labels,
    name_before,
)
from anonfilter_english.knowledge.word_lists import terms

_BEFORE = r"(?<![\w$\u00a3\u20ac@&/.-])"
_TOKEN = re.compile(
    rf"{_BEFORE}(?=[^\W_]{{0,12}}[-/.]?[^\W\d_]{{0,6}}[-/.]?\d)"
    r"[^\W_](?:[^\W_]|[-/.:](?=[^\W_])|\([^\W_]\))*"
)
_LEAD = re.compile(rf"{_BEFORE}(?P<lead>[A-Z]{{1,4}}) \Z")
_GROUP = re.compile(
    r" (?:-\s?)?(?:\d(?:\d|[/.-](?=\d))*[A-Z]{0,3}|(?<=\b[A-Z]{2}\d\d )[A-Z]{3}"
    r"|[A-Z]{1,3}\d*(?! [a-z])|[B-HJ-Z])(?![\w$%'])"
)
_AND = re.compile(r",?\s+(?:and|or|&)\s+|[,;]\s{0,2}|\s*/\s+")
_NO_NUMBER = re.compile(
    r"\d{1,4}([/.-])\d{1,2}\1\d{1,4}|\d{1,2}[:.]\d\d(?:[:.]\d\d)?|(?:19|20)\d\d|\d+\.\d{1,4}"
)
_MONTH = re.compile(r" (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)
_UNIT = re.compile(r"[ -]?([^\W\d_]+)|\s?%|,\d{3}(?!\d)")
_PLATE = re.compile(r"(?=.*[A-Z])(?=.*\d.?\d)[A-Z\d]{1,5}(?:[ -][A-Z\d]{1,5}){0,3}")
_PLATE_IN_LIST = re.compile(
    r"(?=[\d -]*[A-Z])(?=[A-Z -]*\d[A-Z -]{0,3}\d)[A-Z\d]{1,5}(?:[ -][A-Z\d]{1,5}){0,3}(?![\w-])"
)
_MIXED = re.compile(r"(?=.{5})[A-Z]*\d+[A-Z]+\d[A-Z\d]*")
_BEGINNING, _CONTEXT = 60, 120
_MOST_IN_ROW = 40  # the most groups of a number, and the most numbers of a list


class NamedNumbers:
    """A detector of numbers of any shape after words that name them.

    After a word that only names numbers, a value needs three digits. After a word before "number"
    or "#", it needs two digits, or a digit and a letter; if the word is unknown, four digits, or
    three digits and a letter. After any other word, the value must be a long number or a code
    without small letters.
    """

    scope: ClassVar[str] = "field"

    class Config(Strict):
        score: float = Option(default=0.8, ge=0, le=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._name = setting.name
        self._score = config.score

    def needs(self) -> Needs:
        return Needs(labels(), partial=labels())

    def contexts(self, document: Document) -> Mapping[int, Context]:
        """Return, for each field with a digit near its start, the field and the text before it.

        The number may be the answer to a question in that text.
        """
        found: dict[int, Context] = {}  # the number may answer a question before it
        for field in document.fields:
            before = field.start - max(0, field.start - _CONTEXT)
            beginning = document.prose[field.start : min(field.end, field.start + _BEGINNING)]
            if before and any(map(str.isdigit, beginning)):
                text = document.prose[field.start - before : field.end]
                found[field.start] = (text, before)
        return found

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterator[Span]:
        contexts = self.contexts(document)
        for field in fields:
            text = document.prose[field.start : field.end]
            text, before = contexts.get(field.start, (text, 0))
            for start, end, named in (*numbers(text, before), *_glued(text, before)):
                start, end = start - before + field.start, end - before + field.start
                yield Span(start, end, named.label, self._name, self._score, rule=named.name)


def numbers(text: str, at: int = 0) -> Iterator[tuple[int, int, Named]]:
    """Yield the numbers in a text that have a name, from offset ``at`` on, with their names."""
    while (token := _TOKEN.search(text, at)) is not None:
        at = token.end()
        named, start = _name(text, token.start())
        end = _end(text, token.end()) if named is not None else at
        if named is None or not _is_meant(named, text, start, end):
            continue
        yield start, end, named
        at = end
        for first, last in _listed(text, start, end, named):
            yield first, last, named
            at = last


def _glued(text: str, at: int) -> Iterator[tuple[int, int, Named]]:
    """Yield the numbers that touch other words, from offset ``at`` on, with their names."""
    for stretch in separated(text):
        for start, end, named in numbers(stretch.text):
            place = stretch.place(start, end)
            if place is not None and place[0] >= at:
                yield *place, named


def _name(text: str, start: int) -> tuple[Named | None, int]:
    """Return the name of a number, or None, and its start with the letters before its digits."""
    lead = _LEAD.search(text, max(0, start - 6), start)
    if lead is not None and (len(lead["lead"]) == 1 or not is_word(lead["lead"])):
        named = name_before(text, lead.start())
        if named is not None:
            return named, lead.start()
    return name_before(text, start), start


def _end(text: str, end: int) -> int:
    """Return the end of a number with the groups of digits after it: "943 476 5919"."""
    for _ in range(_MOST_IN_ROW):
        group = _GROUP.match(text, end)
        if group is None or _counts(text, group.end()) or _MONTH.match(text, group.end()):
            break
        written = group[0].strip(" -")
        begins_next = written.casefold() in terms("number_names", "next_labels")
        if begins_next or _NO_NUMBER.fullmatch(written):
            break
        end = group.end()
    return end


def _counts(text: str, end: int) -> bool:
    """Return True if a number counts the thing after it: "12 boxes"."""
    unit = _UNIT.match(text, end)
    return unit is not None and (
        unit[1] is None or unit[1].casefold() in terms("number_names", "units")
    )


def _is_meant(named: Named, text: str, start: int, end: int) -> bool:
    """Return True if a value has the form that the words before it announce."""
    value = text[start:end]
    digits = sum(map(str.isdigit, value))
    letters = any(map(str.isalpha, value))
    if _NO_NUMBER.fullmatch(value) or _counts(text, end) or _MONTH.match(text, end):
        return False
    if named.strength == "sure":
        return digits >= 3
    if named.strength == "signed":
        return digits >= 2 or (letters and digits > 0)
    if named.strength == "any":
        return digits >= 4 or (digits >= 3 and letters)
    if is_plate(named.name) and _PLATE.fullmatch(value):
        return True
    if value.isdecimal():
        return digits >= (3 if is_short(named.name) or value[0] == "0" else 5)
    return value.upper() == value and (digits >= 3 or _MIXED.fullmatch(value) is not None)


def _listed(text: str, start: int, end: int, named: Named) -> Iterator[tuple[int, int]]:
    """Yield the next numbers of a list with the shape of the first: "29702/96, 29703/96".

    Plates in a list may have any shape.
    """
    shape = _shape(text[start:end])
    for _ in range(_MOST_IN_ROW):
        between = _AND.match(text, end)
        if between is None:
            return
        if is_plate(named.name) and (plate := _PLATE_IN_LIST.match(text, between.end())):
            first, end = plate.span()
            yield first, end
            continue
        token = _TOKEN.match(text, between.end())
        if token is None:
            return
        first, end = token.start(), _end(text, token.end())
        if _shape(text[first:end]) != shape or _counts(text, end):
            return
        yield first, end


def _shape(value: str) -> str:
    return re.sub(r"\d+", "9", re.sub(r"[^\W\d_]", "A", value))
