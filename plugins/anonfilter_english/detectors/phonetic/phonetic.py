"""Detect letters explained by words ("V as in Victor"), and IDs that are spoken or written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option
from pydantic import field_validator

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter_english.detectors.phonetic.phonetic_ids import Id, Ids
from anonfilter_english.detectors.phonetic.phonetic_items import Item, Kind, stretches
from anonfilter_english.detectors.spoken.digit_strings import announces_code
from anonfilter_english.knowledge.word_lists import terms

_SCORE = 0.95
_TELLING = 2  # explained letters, or words that stand for letters and have no other meaning
_SPOKEN, _CODE = 3, 4  # the fewest items and characters of a code
_ANNOUNCED = 70
_WORDS = 3  # in a row that stand for letters
_EXPLAINING = (Kind.EXPLAINED, Kind.MAYBE, Kind.PAIR)
_BESIDE = (Kind.LETTER, Kind.DIGITS)
_SENTENCE = re.compile(r"\.\s")
_FOLLOWED = re.compile(r"\s+([^\W\d_]+)")


class Phonetic:
    """A detector of spelled letters, at least one of which a word explains, and of IDs in any form.

    "Victor one two three four five" and "V-12345" have the same canonical form. Only labels that
    the rules declare are found.
    """

    scope: ClassVar[str] = "field"

    class Config(Strict):
        label: LabelName = Option(
            default="SPELLED_OUT_ITEM",
            description='the label of letters with a word for each ("B as in Bravo")',
        )
        code_label: LabelName = Option(
            default="GENERIC_ID", description=("the label of announced codes without such words")
        )
        id_label: LabelName = Option(default="CDCR_ID", description="the label of ids")
        id_regex: str = Option(
            default=r"[A-Z]{1,2}\d{4,5}",
            description="the form of an id, in capitals without spaces and hyphens",
        )

        @field_validator("id_regex")
        @classmethod
        def _is_regex(cls, written: str) -> str:
            try:
                re.compile(written)
            except re.error as error:
                raise ValueError(f"not a valid regex: {error}") from None
            return written

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._name = setting.name
        self._labels = setting.labels.keys() & {config.label, config.id_label, config.code_label}
        self._ids = Ids(config.id_regex)

    def needs(self) -> Needs:
        labels = frozenset(self._labels) or frozenset({self._config.label})
        return Needs(labels, partial=labels)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        for field in fields:
            yield from self._found(document.prose, field)

    def _found(self, text: str, field: Field) -> Iterator[Span]:
        found = list(stretches(text, field.start, field.end))
        items = [item for stretch in found for item in stretch]
        joined = [at > 0 for stretch in found for at in range(len(stretch))]
        ids: list[Id] = []
        if self._config.id_label in self._labels:
            ids = list(self._ids.find(text, items, joined))
            for id_ in ids:
                yield self._span(id_.start, id_.end, self._config.id_label, "id", id_.value)
        taken = [(id_.start, id_.end) for id_ in ids]
        for stretch in found:
            for part in _apart(stretch, taken):
                code = _code(text, part, field.start)
                if code:
                    plain = all(item.kind in _BESIDE for item in code)
                    label = self._config.code_label if plain else self._config.label
                    yield from self._of(code, label, "announced")
                elif explained := _explained(text, part):
                    yield from self._of(explained, self._config.label, "letters explained")

    def _of(self, items: Sequence[Item], label: str, rule: str) -> Iterator[Span]:
        if label in self._labels:
            value = "".join(item.value for item in items).upper()
            yield self._span(items[0].start, items[-1].end, label, rule, value)

    def _span(self, start: int, end: int, label: str, rule: str, canonical: str) -> Span:
        return Span(start, end, label, self._name, _SCORE, rule, canonical=canonical)


def _apart(stretch: Sequence[Item], taken: Sequence[tuple[int, int]]) -> Iterator[list[Item]]:
    """Yield the runs of items outside IDs."""
    run: list[Item] = []
    for item in stretch:
        if algebra.within(taken, item.start, item.end):
            if run:
                yield run
            run = []
        else:
            run.append(item)
    if run:
        yield run


def _code(text: str, items: Sequence[Item], since: int) -> Sequence[Item]:
    """Return the letters and digits right after words that announce a code, or no items.

    Codes that are written as one word or two are left to the patterns.
    """
    for at in range(1, len(items)):  # another sentence: "four oh. S-S-- he"
        before, item = items[at - 1], items[at]
        new = before.kind is Kind.DIGITS and item.kind is Kind.LETTER
        if new and _SENTENCE.search(text, before.end, item.start):
            items = items[:at]
            break
    last = len(items) - 1
    while last > 0 and _is_apart(text, items[last - 1], items[last]):
        if items[last].kind is Kind.DIGITS and last >= _CODE:
            break  # A code of this length needs no check of what follows it.
        last -= 1
    code = items[: last + 1]
    digits = [item.kind is Kind.DIGITS for item in code]
    long = len(code) >= _SPOKEN and sum(len(item.value) for item in code) >= _CODE
    if not long or all(digits) or not any(digits):
        return ()
    after = _FOLLOWED.match(text, code[-1].end)
    if after and after[1].casefold() in terms("alphabets", "counted"):
        return ()
    announcing = text[max(since, code[0].start - _ANNOUNCED) : code[0].start]
    return code if announces_code(announcing) else ()


def _is_apart(text: str, before: Item, last: Item) -> bool:
    """Return True if the last item is a word of the text after a code: "B nine and one more"."""
    linked = text[before.end : last.start].isspace()
    counted = last.kind is Kind.DIGITS and last.value != "1" and linked
    return not counted and _is_word(text, last, None)


def _explained(text: str, items: Sequence[Item]) -> list[Item]:
    """Return the items of letters that are certainly explained, or no items."""
    core = [at for at, item in enumerate(items) if item.kind in _EXPLAINING]
    kinds = [items[at].kind for at in core]
    if Kind.EXPLAINED not in kinds and len(kinds) < _TELLING:
        core = _alphabet_run(text, items)
    if not core:
        return []
    first, last = core[0], core[-1]
    while first > 0 and _goes_on(text, items[first - 1], items[first], items[first - 1]):
        first -= 1
    while last + 1 < len(items) and _goes_on(text, items[last], items[last + 1], items[last + 1]):
        last += 1
    while first < core[0] and _is_word(text, items[first], items[first + 1]):
        first += 1
    while last > core[-1] and _is_word(text, items[last], None):
        if items[last].kind is Kind.DIGITS and last - core[-1] >= _SPOKEN:
            break  # A code of this length needs no check of what follows it.
        last -= 1
    return list(items[first : last + 1])


def _goes_on(text: str, before: Item, after: Item, added: Item) -> bool:
    """Return True if ``added`` continues its neighbour within the same sentence.

    It must be a letter, a digit, or a word for a letter.
    """
    is_word = text[added.start : added.end].casefold() in terms("alphabets", "telling")
    is_part = added.kind in _BESIDE or (added.kind is Kind.WORD and is_word)
    return is_part and not _SENTENCE.search(text, before.end, after.start)


def _alphabet_run(text: str, items: Sequence[Item]) -> list[int]:
    """Return the indices of all words for letters; empty if too few of them follow one another."""
    run: list[int] = []
    for at, item in enumerate(items):
        run = [*run, at] if item.kind is Kind.WORD else []
        telling = sum(
            text[items[index].start : items[index].end].casefold() in terms("alphabets", "telling")
            for index in run[-_WORDS:]
        )
        if len(run) >= _WORDS and telling >= _TELLING:
            return [index for index, item in enumerate(items) if item.kind is Kind.WORD]
    return []


def _is_word(text: str, item: Item, following: Item | None) -> bool:
    """Return True for an item at the edge that is a word of the sentence: "a", "I", "one"."""
    ambiguous = (
        item.value.casefold() in "ai"
        if item.kind is Kind.LETTER
        else item.digit is not None and not item.digit.written
    )
    if following is not None:
        return ambiguous and text[item.end : following.start].isspace()
    return ambiguous and _FOLLOWED.match(text, item.end) is not None
