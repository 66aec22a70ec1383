"""Drop spans in values that are codes or words of a schema: ``"genre": "esports"``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Kind, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.names import may_be_given
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.categories.category_lists import families, knowledge
from anonfilter_english.knowledge.people.name_list import UNLISTED, bearers, name_key
from anonfilter_english.knowledge.word_lists import terms
from anonfilter_english.resolvers.span_edits import drop_each

_KEY_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_CODE = re.compile(r"[^\W_]+(?:[_.:/-]{1,2}[^\W_]+){0,9}")
_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST = 80
_SHORT = 4
_INITIALS = 2
_RECURS = 2
_RECORDS, _NEARLY_ALL = 50, 0.95

Key = Literal["ids", "kinds", "maybe", ""]


class SchemaValues:
    """A resolver that drops spans in values that are codes by their key or column title.

    The value must have no blanks, and no words that are names. Spans of the detectors under
    ``keep`` stay.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME"),
            description="labels whose spans are dropped",
        )
        keep: tuple[str, ...] = Option(
            default=("keyed", "patterns", "dictionary", "roster", "presidio"),
            description="detectors whose spans stay",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = frozenset(config.labels)
        self._keep = setting.detectors(config.keep)
        self._direct = {n for n, label in setting.labels.items() if label.kind is Kind.DIRECT}

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        values = list(_values(document))
        starts = [value.start for value in values]

        def reason(span: Span) -> str:
            at = bisect_right(starts, span.start) - 1
            may_drop = span.label in self._labels and span.detector not in self._keep
            in_value = at >= 0 and span.end <= values[at].end
            drop = may_drop and in_value and (values[at].sure or span.label not in self._direct)
            return "a code or a word of the schema" if drop else ""

        kept, changes = drop_each(spans, reason)
        remarks = [Change("", remark, ()) for remark in _in_every_record(document, kept)]
        return kept, [*changes, *remarks]


def _in_every_record(document: Document, spans: Sequence[Span]) -> Iterator[str]:
    """Yield a remark for each rule that finds something after the same word in nearly all records.

    The values found may be serial numbers of the data set: "ticket no. 48812". They are replaced
    nevertheless.
    """
    named = [field for field in document.fields if field.labels]
    starts = [field.start for field in named]
    values = Counter(field.labels[:1] for field in named)
    found: dict[tuple[tuple[str, ...], str, str, str], set[int]] = {}
    for span in spans:
        at = bisect_right(starts, span.start) - 1
        if span.rule and at >= 0 and span.start > named[at].start and span.end <= named[at].end:
            before = _LETTERS.findall(document.prose[named[at].start : span.start])[-1:]
            key = (named[at].labels[:1], span.detector, span.rule, "".join(before).casefold())
            found.setdefault(key, set()).add(at)
    for (labels, detector, rule, word), places in found.items():
        count = values[labels]
        if word and count >= _RECORDS and len(places) >= _NEARLY_ALL * count:
            yield (
                f"{rule} of {detector} finds something after the same word in {len(places)} of "
                f"{count} values of {labels[0]!r}. If this is a serial number of the data set, "
                f"switch the rule off, or leave {labels[0]!r} out with `fields` or `columns`."
            )


@dataclass(frozen=True, slots=True)
class _Value:
    """The place of a value that is a code or a word of a schema.

    If it is not ``sure``, spans of direct identifiers in it stay, because a word may be a rare
    surname.
    """

    start: int
    end: int
    sure: bool


def _values(document: Document) -> Iterator[_Value]:
    """Yield the values that are codes or words of a schema, in the order of the text."""
    named = [
        (field, key, document.prose[field.start : field.end].strip())
        for field in document.fields
        if field.role != "speaker" and (key := _kind_of_key(field.labels[:1]))
    ]
    counts = Counter((field.labels[:1], value) for field, _, value in named)
    for field, key, value in named:
        recurs = counts[field.labels[:1], value] >= _RECURS
        words = _LETTERS.findall(value)
        if len(value) > _LONGEST or not _CODE.fullmatch(value) or not all(map(_in_schema, words)):
            continue
        if key == "ids":
            # "conv", "utt" and "test" are no names in a code, but "will" may be one.
            sure = all(
                _is_plain(word) or (len(word) <= _SHORT and not _is_name(word)) for word in words
            )
            yield _Value(field.start, field.end, sure)
        elif key == "kinds" or recurs or all(map(_is_plain, words)):
            yield _Value(field.start, field.end, sure=True)


@lru_cache(maxsize=4096)
def _kind_of_key(labels: tuple[str, ...]) -> Key:
    """Return the kind of values under a key by the last word of the key; "" for other keys."""
    words = _KEY_WORD.findall(labels[0]) if labels else []
    last = words[-1].lower() if words else ""
    kinds: tuple[Key, ...] = ("ids", "kinds", "maybe")
    # "tags", "statuses", "categories"
    singulars = last.removesuffix("s"), last.removesuffix("es"), last.removesuffix("ies") + "y"
    forms = (last, *singulars)
    return next((kind for kind in kinds if not terms("schema", kind).isdisjoint(forms)), "")


def _is_plain(word: str) -> bool:
    """Return True for an everyday word that is no first name."""
    return is_common(word) and not may_be_given(word.casefold())


def _in_schema(word: str) -> bool:
    """Return True for a word that a schema may have: "esports", "joy"; not "Joy" or "okafor"."""
    plain = is_common(word) or len(word) <= _INITIALS
    return not _is_name(word) or (plain and word.islower()) or _is_plain(word)


def _is_name(word: str) -> bool:
    """Return True for a listed name of people or places, unless schemas often use the word."""
    key = name_key(word)
    if key in terms("schema", "values"):
        return False
    return bearers(key) is not UNLISTED or key in _places()


@cache
def _places() -> frozenset[str]:
    """Return the names of all known places."""
    known = knowledge()
    kinds = set(families()["LOCATION"])
    return known.gazetteer.cities.union(
        name for name, found in known.terms.items() if not kinds.isdisjoint(found)
    )
