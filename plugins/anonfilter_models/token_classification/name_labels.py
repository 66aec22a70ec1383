"""Decode the labels of words, in BIO, BIOES or plain notation, to names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from anonfilter.text.values import hide_values

Probabilities = Sequence[float]

_PREFIXED = re.compile(r"(?P<prefix>[BIEMSLU])[-_](?P<kind>.+)")
_BEGINS = frozenset("BSU")
_ENDS = frozenset("ESLU")


@hide_values
class Column(NamedTuple):
    """The meaning of one output of a network: a kind of name, and a BIOES prefix or ""."""

    kind: str
    prefix: str = ""


class WordLabel(NamedTuple):
    """A decision about a word: the kind of its name, its score, and if it begins or ends a name."""

    kind: str
    score: float
    begins: bool
    ends: bool


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name at text[start:end]; its score is the lowest score of its words."""

    start: int
    end: int
    kind: str
    score: float


def columns(labels: Sequence[str]) -> list[Column]:
    """Parse the labels of a network; prefixes count if all labels except "O" have a prefix."""
    matches = [_PREFIXED.fullmatch(label) for label in labels]
    if len(labels) > 1 and sum(match is None for match in matches) <= 1:
        return [
            Column(match["kind"], match["prefix"]) if match else Column(label)
            for match, label in zip(matches, labels, strict=True)
        ]
    return [Column(label) for label in labels]


class LabelDecoder:
    """A decoder that decides about each word by the probabilities of the wanted kinds.

    A word is part of a name if the sum of the probabilities of all wanted kinds reaches the
    threshold: a word that is either a person or a place is still a name. Thresholds below one half
    find more than the likeliest label would.
    """

    def __init__(self, labels: Sequence[str], wanted: Sequence[str], threshold: float) -> None:
        self._columns = columns(labels)
        self._by_kind = {
            kind: [at for at, column in enumerate(self._columns) if column.kind == kind]
            for kind in wanted
        }
        self._threshold = threshold

    @property
    def unknown(self) -> list[str]:
        """The wanted kinds that the model does not have."""
        return sorted(kind for kind, places in self._by_kind.items() if not places)

    @property
    def kinds(self) -> list[str]:
        return sorted({column.kind for column in self._columns})

    def name_probability(self, row: Probabilities) -> float:
        return sum(row[at] for places in self._by_kind.values() for at in places)

    def verdict(self, row: Probabilities) -> WordLabel | None:
        score = round(self.name_probability(row), 2)
        if not score or score < self._threshold:
            return None
        weights = {kind: sum(row[at] for at in places) for kind, places in self._by_kind.items()}
        kind = max(weights, key=lambda name: round(weights[name], 2))
        begins, ends = (self._mostly(row, kind, prefixes) for prefixes in (_BEGINS, _ENDS))
        return WordLabel(kind, score, begins, ends)

    def _mostly(self, row: Probabilities, kind: str, prefixes: frozenset[str]) -> bool:
        """Return True if labels with these prefixes have most of the probability of a kind."""
        balance = sum(
            row[at] if self._columns[at].prefix in prefixes else -row[at]
            for at in self._by_kind[kind]
        )
        return round(balance, 2) > 0


def joined(
    text: str, words: Sequence[tuple[int, int]], verdicts: Sequence[WordLabel | None]
) -> Iterator[FoundName]:
    """Join neighbouring words of one kind to a name; a new name or a line end separates them."""
    name: FoundName | None = None
    open_end = False
    for (start, end), verdict in zip(words, verdicts, strict=True):
        goes_on = (
            name is not None
            and verdict is not None
            and open_end
            and not verdict.begins
            and verdict.kind == name.kind
            and "\n" not in text[name.end : start]
        )
        if name is not None and not goes_on:
            yield name
            name = None
        if verdict is None:
            continue
        if name is None:
            name = FoundName(start, end, verdict.kind, verdict.score)
        else:
            name = FoundName(name.start, end, name.kind, min(name.score, verdict.score))
        open_end = not verdict.ends
    if name is not None:
        yield name


Strategy = Callable[[Sequence[Probabilities], LabelDecoder], Probabilities]

STRATEGIES: Mapping[str, Strategy] = {
    "first": lambda rows, _: rows[0],
    "mean": lambda rows, _: [sum(column) / len(rows) for column in zip(*rows, strict=True)],
    "strongest": lambda rows, decoder: max(
        rows, key=lambda row: round(decoder.name_probability(row), 2)
    ),
}
"""The ways to choose the sub-word that decides about a word, by name.

Most models are trained to label the first sub-word.
"""
