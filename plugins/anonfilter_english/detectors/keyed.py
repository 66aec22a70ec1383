"""Detect values by their labels.

``"first_name": "Adaeze"`` is a name, and so is a cell below "First name" or beside it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import CODE, LISTING, Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Context, Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.contract.tags import HIDDEN
from anonfilter.text.names import may_be_given
from anonfilter_english.knowledge import label_values
from anonfilter_english.knowledge.labelled_text import (
    Labelled,
    bare_rows,
    created_at,
    labelled,
    labelled_strings,
)
from anonfilter_english.knowledge.number_names import numbered_labels
from anonfilter_english.knowledge.people.mailbox_lists import is_name
from anonfilter_english.knowledge.word_lists import table

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_QUOTES = "'\"`"
_QUOTED = re.compile(r"\s*['\"]?([^'\"]*[^'\"\s])['\"]?\s*")
_NOTE = re.compile(r"[(\[{<][^()\[\]{}<>]{0,60}[)\]}>]")
_POSSESSIVE = re.compile(r"['\u2019]s?\b")
_VALUE = re.compile(r"(?:[:=\u2013\u2014-]+\s+)*(\S(?:.*\S)?)", re.DOTALL)
_NUMBER = ("no", "number", "num", "nr", "id", "ref", "reference")
_SIGN = re.compile(r"#[\s:]*\Z")
_LONGEST_VALUE = 120
_LEAST_DIGITS, _LEAST_DIGITS_IN_CODE = 4, 7
_PERSON = "PERSON"
_BESIDE: dict[str, Callable[[str], bool]] = {
    "AGE": label_values.is_age,
    "DATE_OF_BIRTH": label_values.is_birth_date,
    "EMAIL_ADDRESS": lambda value: "@" in value or " at " in value,
    "USERNAME": label_values.is_single,
}
"""The form that a value beside a label must have; else ``label_values.is_specific`` must hold."""

Words = tuple[str, ...]


class Keyed:
    """A detector that finds a value by its key, its column title, or the cell or label beside it.

    A key, or a column title of a table of records, is sufficient evidence. Any text may follow any
    other label, so it must also look like a value of its kind.
    """

    scope: ClassVar[str] = "field"
    reads_code: ClassVar[bool] = True
    reads_programs: ClassVar[bool] = True

    class Config(Strict):
        labels: dict[LabelName, tuple[str, ...]] = Option(
            default={},
            description="for each label, more words that keys, column titles and form labels end "
            "with",
        )
        maybe: dict[LabelName, tuple[str, ...]] = Option(
            default={}, description="the same, if the value also looks like a person's name"
        )
        alone: dict[LabelName, tuple[str, ...]] = Option(
            default={},
            description="the same as `maybe`, for keys that are this word only (`first`), or "
            "have it after a word of `maybe` (`patient_first`)",
        )
        numbers: dict[LabelName, tuple[str, ...]] = Option(
            default={},
            description="for each label, more words that label a number of four digits or more, "
            "alone or before a word such as `no` and `number`",
        )
        defaults: bool = Option(default=True, description="use the shipped labels as well")
        score: float = Option(default=0.9, ge=0, le=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._name = setting.name
        self._score = config.score
        shipped = table("value_labels") if config.defaults else {}
        known = setting.labels.keys()
        self._sure = _by_words(known, shipped.get("labels", {}), config.labels)
        self._maybe = _by_words(known, shipped.get("maybe", {}), config.maybe)
        self._alone = _by_words(known, shipped.get("alone", {}), config.alone)
        numbers = numbered_labels() if config.defaults else {}
        self._numbers = _by_words(known, numbers, shipped.get("numbers", {}), config.numbers)
        self._digits = frozenset(shipped.get("digits", ()))

    def needs(self) -> Needs:
        every = (self._sure, self._maybe, self._alone, self._numbers)
        labels = frozenset(label for words in every for label in words.values())
        return Needs(labels, partial=labels)

    def contexts(self, document: Document) -> Mapping[int, Context]:
        """Return the context of each field whose finds depend on other fields, by its start.

        The context is a note that the field is in a column of names, or the SQL statements that
        create the tables of its rows.
        """
        columns = dict.fromkeys(self._in_columns_of_names(document), ("a column of names", 0))
        statements = self._statements(document)
        return columns | {start: (text, 0) for start, text in statements.items()}

    def _statements(self, document: Document) -> dict[int, str]:
        """Return, by field, the SQL statements that create tables of rows without column names."""
        found: dict[int, str] = {}
        if not bare_rows(document.prose):
            return found
        created = created_at(document.prose)
        for field in document.fields:
            statements = []
            for target in sorted(bare_rows(_text(document, field))):
                places = created.get(target, [])
                before = bisect_left(places, field.start, key=itemgetter(0))
                if before:
                    statements.append(document.prose[slice(*places[before - 1])])
            if statements:
                found[field.start] = "\n".join(statements)
        return found

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterator[Span]:
        statements = self._statements(document)
        in_columns = set(self._in_columns_of_names(document)) - statements.keys()
        prose = _with_solid_tags(document)
        for field in fields:
            if field.role in (CODE, LISTING):
                yield from self._in_code(document, field)
                continue
            if field.end - field.start <= _LONGEST_VALUE:
                is_name = field.start in in_columns
                place = field.start, field.end
                yield from self._spans(document, *place, field.name, field.beside, is_name)
            created = statements.get(field.start, "")
            text = prose[field.start : field.end]
            found = list(labelled(text, self._knows, created))
            values = ((label, text[start:end]) for start, end, label in found)
            names = self._of_names(values)
            for start, end, label in found:
                if end - start <= _LONGEST_VALUE:
                    start, end = field.start + start, field.start + end
                    is_name = label in names
                    yield from self._spans(document, start, end, "", (label,), is_name)

    def _in_code(self, document: Document, field: Field) -> Iterator[Span]:
        """Yield names and numbers in code whose key or attribute indicates a person.

        Values in programs may be anything, so only full names and long numbers count.
        """
        text = document.searched[field.start : field.end]
        found = list(labelled_strings(text))
        if len(text) <= _LONGEST_VALUE and (whole := _QUOTED.fullmatch(text)) is not None:
            found += (Labelled(*whole.span(1), label) for label in field.labels)
        for start, end, label in found:
            value = text[start:end]
            kind = self._label(label, value, sure=False)
            is_name = kind == _PERSON and " " in value and label_values.is_listed_name(value)
            is_number = (
                kind in self._digits and sum(map(str.isdigit, value)) >= _LEAST_DIGITS_IN_CODE
            )
            if (is_name or is_number) and not self._is_no_value(value):
                start, end = field.start + start, field.start + end
                yield Span(start, end, kind, self._name, self._score, rule="label")

    def _in_columns_of_names(self, document: Document) -> Iterator[int]:
        """Yield the starts of fields in columns such as "first" that have names."""
        alone = [
            (field.start, label, _text(document, field))
            for field in document.fields
            if (label := self._first_alone(field.labels))
        ]
        names = self._of_names((label, text) for _, label, text in alone)
        yield from (start for start, label, _ in alone if label in names)

    def _first_alone(self, labels: Sequence[str]) -> str:
        return next((label for label in labels if self._is_alone(_words(label))), "")

    def _of_names(self, values: Iterable[tuple[str, str]]) -> set[str]:
        """Return the labels such as "first" and "last" whose values are names.

        Translation files and tables of other things have such labels as well. Therefore the values
        that belong together must have two labels or more, and a third of them must be known names
        or tags. If each label has only one value, one of the values must be a first name, unless
        the labels name a person as "patient_first" does.
        """
        groups: dict[Words, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for label, value in values:
            words = _words(label)
            if self._is_alone(words) and value.strip() and not self._is_no_value(value):
                groups[words[:-1]][label].append(value.strip())
        found: set[str] = set()
        for before, group in groups.items():
            columns = {
                label: values
                for label, values in group.items()
                if all(HIDDEN in value or label_values.may_be_name(value) for value in values)
            }
            every = [value for column in columns.values() for value in column]
            known = sum(HIDDEN in value or label_values.is_listed_name(value) for value in every)
            if len(columns) > 1 and 3 * known >= len(every):
                certain = before or len(every) > len(columns)
                if certain or any(may_be_given(value.casefold()) for value in every):
                    found.update(columns)
        return found

    def _spans(
        self,
        document: Document,
        start: int,
        end: int,
        name: str,
        beside: Sequence[str],
        is_name: bool,
    ) -> Iterator[Span]:
        """Yield the span of a value if one of its labels has a meaning; the first of these counts.

        ``is_name``: the value is in a column of names.
        """
        value = _VALUE.search(document.prose, start, end) if name or beside else None
        if value is None or self._is_no_value(value[1]):
            return
        start, end = value.span(1)
        found = self._label(name, value[1], sure=True) if name else ""
        if not found:
            labels = ((self._label(label, value[1], sure=False), label) for label in beside)
            found, label = next((pair for pair in labels if pair[0]), ("", ""))
            if not found and is_name:
                found = self._alone[_words(self._first_alone((name, *beside)))[-1:]]
            if found in self._digits or self._is_only_numbered(label):
                end = start + (len(label_values.leading_number(value[1])) or len(value[1]))
        if found:
            while end - start > 1 and document.prose[end - 1] in _QUOTES:
                end -= 1
            yield Span(start, end, found, self._name, self._score, rule="label")

    def _knows(self, label: str) -> bool:
        """Return True for a label that tells what kind of value follows."""
        if len(label) > _LONGEST_VALUE:
            return False
        words = _words(label)
        return (
            self._is_alone(words)
            or words in self._numbers
            or any(
                ending in self._sure or ending in self._maybe or self._numbered(ending)
                for ending in _endings(words)
            )
        )

    def _is_no_value(self, value: str) -> bool:
        """Return True for placeholders such as "none" and "string", and for words of labels."""
        words = _words(value)
        labels = words in self._sure or words in self._maybe
        return label_values.is_absent(words) or (labels and not any(map(may_be_given, words)))

    def _label(self, label: str, value: str, *, sure: bool) -> str:
        """Return the label of the rules for a value beside this written label; "" if none fits."""
        words = _words(label)
        for ending in _endings(words):
            found = self._sure.get(ending, "")
            if found:
                is_named = ending[-1].endswith("name") and label_values.is_capitalised(value)
                may_be = self._may_be(found, value, sure) or (found == _PERSON and is_named)
                return found if may_be else ""
            found = self._numbered(ending)
            if found:
                is_number = _has_number(value, sure) and not label_values.is_amount(value)
                return found if is_number else ""
            may_be_name = is_name if sure else label_values.is_listed_name
            if ending in self._maybe and may_be_name(value):
                return self._maybe[ending]
        if self._is_alone(words) and label_values.is_listed_name(value):
            return self._alone[words[-1:]]
        return self._numbers.get(words, "") if label_values.is_code(value) else ""

    def _numbered(self, words: Words) -> str:
        """Return the label of "passport" for "passport no"; "" without a word such as "no"."""
        if words[-1] not in _NUMBER:
            return ""
        found = self._sure.get(words[:-1], "")
        return found if found in self._digits else self._numbers.get(words[:-1], "")

    def _is_only_numbered(self, label: str) -> bool:
        """Return True for a label known only with a word such as "number": "passport no"."""
        endings = list(_endings(_words(label)))
        known = any(ending in self._sure for ending in endings)
        return not known and any(map(self._numbered, endings))

    def _is_alone(self, words: Words) -> bool:
        before = words[:-1]
        return words[-1:] in self._alone and (not before or before in self._maybe)

    def _may_be(self, label: str, value: str, sure: bool) -> bool:
        """Return True if the form of a value fits its label."""
        if label in self._digits:
            return _has_number(value, sure)
        if sure:
            return not label_values.is_prose(value)
        return _BESIDE.get(label, label_values.is_specific)(value)


def _text(document: Document, field: Field) -> str:
    return document.prose[field.start : field.end]


def _has_number(value: str, sure: bool) -> bool:
    number = value if sure else label_values.leading_number(value)
    return sum(map(str.isdigit, number)) >= _LEAST_DIGITS


def _with_solid_tags(document: Document) -> str:
    """Return the prose with a mark for each character of a tag.

    The blanks that prose has in place of tags would divide cells.
    """
    parts: list[str] = []
    done = 0
    for tag in document.tags:
        if document.prose.startswith(HIDDEN, tag.start):
            parts += document.prose[done : tag.start], HIDDEN * (tag.end - tag.start)
            done = tag.end
    return "".join([*parts, document.prose[done:]])


def _endings(words: Words) -> Iterator[Words]:
    """Yield the endings of a label and their singulars, the longest first."""
    for start in range(len(words)):
        yield words[start:]
        yield (*words[start:-1], words[-1].removesuffix("s"))


def _by_words(known: Container[str], *tables: Mapping[str, Iterable[str]]) -> dict[Words, str]:
    """Return labels by the words of field names; later tables override earlier ones.

    The last table has the names of the rules, whose labels need not be ``known``.
    """
    *shipped, own = tables
    kept = [{label: table[label] for label in table if label in known} for table in shipped]
    return {
        _words(name): label
        for table in (*kept, own)
        for label, names in table.items()
        for name in names
    }


@lru_cache(maxsize=4096)
def _words(name: str) -> Words:
    """Return the words of a label, the same for "firstName", "first_name" and "First Name:"."""
    bare = _SIGN.sub(" number", _POSSESSIVE.sub("", _NOTE.sub(" ", name)))
    return tuple(word.lower() for word in _WORD.findall(bare))
