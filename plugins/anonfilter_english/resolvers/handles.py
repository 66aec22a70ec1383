"""Names on the net that are made of a known person's name: jsmith, john.smith, jane1986."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.words import fold, is_common

_TOKEN = re.compile(
    r"(?<![\w@.+/-])@?(?P<stem>[^\W\d_][^\W_]*(?:[._-][^\W_]+){0,4})_{0,2}(?![\w@])"
)
_SHAPE = re.compile(r"(?P<letters>[^\W\d_]+(?:[._-]?[^\W\d_]+)*)[._-]?(?P<digits>\d{2,6})?")
_MARKS = re.compile(r"[._-]")
_PART = re.compile(r"[^\W\d_]+")
_SHORTEST = 4


class Handles:
    """Finds handles made of the names that a document knows.

    One of letters only ("jsmith") must be no word, and hold a surname with more than itself;
    with figures or a mark in it, any part of a name will do.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), description="labels of names that handles may be made of"
        )
        label: LabelName = Option(default="USERNAME", description="of the handles")
        mistaken: tuple[LabelName, ...] = Option(
            default=("PERSON", "ORGANIZATION", "LOCATION", "NRP", "PRODUCT"),
            description="what models take handles for",
        )
        score: float = Option(default=0.9, ge=0, le=1)

    name: ClassVar[str] = "handles"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        bare, marked = self._stems(text, spans)
        if not marked:
            return list(spans), []
        mistaken = [span for span in spans if span.label in self._config.mistaken]
        others = algebra.merged(
            (span.start, span.end) for span in spans if span.label not in self._config.mistaken
        )
        dropped: set[Span] = set()
        found: list[Span] = []
        changes: list[Change] = []
        inside = Inside(mistaken)
        for match in _TOKEN.finditer(text):
            if not _made_of(match["stem"], bare, marked) or algebra.within(others, *match.span()):
                continue
            within = inside.of(*match.span())
            if within is None:
                continue
            handle = Span(
                *match.span(),
                self._config.label,
                self.name,
                self._config.score,
                rule="made of a name",
            )
            found.append(handle)
            dropped.update(within)
            reason = "a handle made of a name that is known here"
            changes.append(Change(self.name, reason, tuple(within), (handle,)))
        return [*(span for span in spans if span not in dropped), *found], changes

    def _stems(self, text: str, spans: Iterable[Span]) -> tuple[set[str], set[str]]:
        """What handles of these people begin with: as letters only, and with marks or figures."""
        bare: set[str] = set()
        marked: set[str] = set()
        for span in spans:
            if span.label in self._config.people:
                name = span.canonical or text[span.start : span.end]
                parts = [fold(part[0]) for part in _PART.finditer(name)]
                bare.update(_combined(parts))
                marked.update(part for part in parts if len(part) >= 3)
                if len(parts) > 1:
                    marked.add(parts[0] + parts[-1][0])
                    marked.add(parts[0][0] + parts[-1][0])
        return bare, bare | marked


class Inside:
    """Looking up which of many spans lie within a stretch."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = algebra.order(spans)
        self._stretches = algebra.merged((span.start, span.end) for span in self._spans)
        self._by_start: dict[int, list[Span]] = {}
        for span in self._spans:
            self._by_start.setdefault(span.start, []).append(span)

    def of(self, start: int, end: int) -> list[Span] | None:
        """The spans within start..end, or None if one reaches beyond: that masks it already."""
        for stretch in algebra.within(self._stretches, start, end):
            if stretch[0] < start or stretch[1] > end:
                return None
        return [span for at in range(start, end) for span in self._by_start.get(at, ())]


def _combined(parts: Sequence[str]) -> Iterator[str]:
    """First initial and last, first and last, and the other way round."""
    if len(parts) < 2:
        return
    first, *middle, last = parts
    initials = "".join(part[0] for part in middle)
    for stem in (
        first[0] + last, last + first[0], first + last, last + first,
        first[0] + initials + last, first + initials + last, first + "".join(middle) + last,
    ):  # fmt: skip
        if len(stem) >= _SHORTEST and stem not in parts:
            yield stem


def _made_of(token: str, bare: set[str], marked: set[str]) -> bool:
    shape = _SHAPE.fullmatch(token)
    if shape is None:
        return False
    stem = fold(_MARKS.sub("", shape["letters"]))
    if shape["digits"]:
        return stem in marked
    if "." in token or "_" in token:
        return stem in bare
    return stem in bare and not is_common(stem) and not _as_name(token)


def _as_name(token: str) -> bool:
    """ "Jane-Smith" is how names are written, "jane-smith" and "JSmith" are not."""
    return "-" in token and all(part[:1].isupper() for part in token.split("-"))
