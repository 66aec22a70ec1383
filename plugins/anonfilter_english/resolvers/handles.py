"""Find user names that are made of the name of a person: jsmith, john.smith, jane1986."""

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
from anonfilter_english.resolvers.span_edits import SpanIndex, apply_changes

_TOKEN = re.compile(
    r"(?<![\w@.+/-])@?(?P<stem>[^\W\d_][^\W_]*(?:[._-][^\W_]+){0,4})_{0,2}(?![\w@])"
)
_SHAPE = re.compile(r"(?P<letters>[^\W\d_]+(?:[._-]?[^\W\d_]+)*)[._-]?(?P<digits>\d{2,6})?")
_MARKS = re.compile(r"[._-]")
_PART = re.compile(r"[^\W\d_]+")
_HYPHENATED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")  # "Ba-rragan" is one part of a name
_NAME_WITH_INITIALS = re.compile(r"(?:[A-Z]\.)+[A-Z][^\W\d_]*[a-z]")
_SHORTEST = 4


class Handles:
    """A resolver that finds user names made of the names in a document.

    A user name of letters only ("jsmith") must not be a common word, and must have the surname and
    an initial or given name. A user name with digits may have any part of a name.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), description="labels of names from which user names are made"
        )
        label: LabelName = Option(default="USERNAME", description="label of user names")
        mistaken: tuple[LabelName, ...] = Option(
            default=("PERSON", "ORGANIZATION", "LOCATION", "NRP", "PRODUCT"),
            description="labels that models give to user names by mistake",
        )
        score: float = Option(default=0.9, ge=0, le=1)

    name: ClassVar[str] = "handles"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        stems, parts = self._stems(text, spans)
        if not (stems or parts):
            return list(spans), []
        mistaken = [span for span in spans if span.label in self._config.mistaken]
        others = algebra.merged(
            (span.start, span.end) for span in spans if span.label not in self._config.mistaken
        )
        changes: list[Change] = []
        stretches = algebra.merged((span.start, span.end) for span in mistaken)
        index = SpanIndex(mistaken)
        for match in _TOKEN.finditer(text):
            if algebra.within(others, *match.span()) or not _is_handle(match["stem"], stems, parts):
                continue
            start, end = match.span()
            near = algebra.within(stretches, start, end)
            if any(first < start or last > end for first, last in near):
                continue
            label, score = self._config.label, self._config.score
            handle = Span(start, end, label, self.name, score, rule="made of a name")
            reason = "a user name made of a name in this document"
            changes.append(Change("", reason, index.overlapping(start, end), (handle,)))
        return apply_changes(spans, changes)

    def _stems(self, text: str, spans: Iterable[Span]) -> tuple[set[str], set[str]]:
        """Return the letters of user names made of whole names, and those made of parts.

        User names made of parts also need digits.
        """
        whole: set[str] = set()
        partial: set[str] = set()
        for span in spans:
            if span.label in self._config.people:
                name = span.canonical or text[span.start : span.end]
                parts = list(dict.fromkeys(fold(part[0]) for part in _PART.finditer(name)))
                if not _HYPHENATED.fullmatch(name):
                    whole.update(_combined(parts))
                partial.update(part for part in parts if len(part) >= 3)
                if len(parts) > 1:
                    partial.add(parts[0] + parts[-1][0])
                    partial.add(parts[0][0] + parts[-1][0])
        return whole, partial


def _combined(parts: Sequence[str]) -> Iterator[str]:
    """Yield the joined names and initials: jsmith, smithj, janesmith, smithjane, jqsmith."""
    if len(parts) < 2:
        return
    first, *middle, last = parts
    initials = "".join(part[0] for part in middle)
    beginnings = first[0] + initials, first + initials, first + "".join(middle)
    stems = first[0] + last, last + first[0], first + last, last + first
    for stem in (*stems, *(beginning + last for beginning in beginnings)):
        if len(stem) >= _SHORTEST and stem not in parts:
            yield stem


def _is_handle(token: str, stems: set[str], parts: set[str]) -> bool:
    """Return True for a user name made of these letters, but not for "Jane-Smith" and "J.Smith"."""
    shape = _SHAPE.fullmatch(token)
    if shape is None or _NAME_WITH_INITIALS.fullmatch(token):
        return False
    stem = fold(_MARKS.sub("", shape["letters"]))
    if stem not in stems:
        return bool(shape["digits"]) and stem in parts
    if shape["digits"] or "." in token or "_" in token:
        return True
    name = "-" in token and all(part[:1].isupper() for part in token.split("-"))
    return not is_common(stem) and not name
