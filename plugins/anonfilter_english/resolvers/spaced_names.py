"""Find names with a blank or a hyphen after each letter: "Chase S u l l i v a n".

Capitals right before a name are its initials ("V P S R Pillai"). Letters that spell ordinary words
are a heading ("J U D G M E N T").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter_english.knowledge.people.name_list import bearers, name_key
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.resolvers.span_edits import SpanIndex, apply_changes

_LETTER = r"[^\W\d_](?!['\w@/])"
_BLANK = r"(?:[ \t]{1,3}|\n)"
_PRONOUN = rf"(?<=[a-z]\s)I{_BLANK}[^\W\d_]{{2}}"
_RUN = re.compile(
    rf"(?<![\w'@/.-]){_LETTER}(?:(?:{_BLANK}(?!{_PRONOUN}){_LETTER}){{3,40}}|(?:-{_LETTER}){{3,40}})"
    r"(?!-\w)"
)
_WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+")
_GAP = re.compile(r"[\s-]+")
_WIDE = re.compile(r"\s{2,}")
_LINE_END = re.compile(r"[ \t.:]*(?:\n|\Z)")
_NAME_AFTER = re.compile(r"\.?[ \t]{1,3}[^\W\d_a-z][^\W\d_]")
_LEAST = 5
_SHORT = 3
_KNOWN = 2  # the level of a name that many people have


class SpacedNames:
    """A resolver that widens names over the single letters that overlap or follow them.

    Letters without a name before them are a name if they spell a listed name of five letters or
    more that is no English word. Spans in the letters of a heading are dropped.
    """

    class Config(Strict):
        person: LabelName = Option(default="PERSON", description="label of people's names")
        labels: tuple[LabelName, ...] = Option(
            default=("LOCATION", "ORGANIZATION"), description="labels of other names"
        )
        score: float = Option(default=0.8, ge=0, le=1)

    name: ClassVar[str] = "spaced-names"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text, person = document.prose, self._config.person
        labels = {person, *self._config.labels}
        names = SpanIndex(span for span in spans if span.label in labels)
        others = algebra.merged((s.start, s.end) for s in spans if s.label not in labels)
        changes: list[Change] = []
        for field in document.fields:
            for run in _RUN.finditer(text, field.start, field.end):
                if algebra.covered(others, *run.span()):
                    continue
                before = tuple(
                    span
                    for span in names.near(*run.span())
                    if span.end > run.start()
                    or (span.label == person and text[span.end : run.start()].isspace())
                )
                if run[0].isupper() and (name := _NAME_AFTER.match(text, run.end())):
                    near = names.near(run.start(), name.end())
                    change = self._with_initials(run, near, name.end())
                else:
                    change = self._change(text, run, before)
                if change:
                    changes.append(change)
        return apply_changes(spans, changes)

    def _with_initials(self, run: re.Match[str], near: Sequence[Span], name: int) -> Change | None:
        """Return a change that widens a person's name over the initials before it.

        ``name`` is the offset of the name's second letter. Return None if no span of a person is
        there.
        """
        for span in near:
            if span.label == self._config.person and run.start() < span.start and name <= span.end:
                whole = replace(span, start=run.start())
                return Change("", "initials before a name", (span,), (whole,))
        return None

    def _change(self, text: str, run: re.Match[str], before: Sequence[Span]) -> Change | None:
        """Return the change for letters that are a heading or a name; None for other letters."""
        if _is_heading(text, run):
            inside = tuple(span for span in before if span.end > run.start())
            reason = "a heading with a blank after each letter"
            return Change("", reason, inside, excluded=True) if inside else None
        if before or _is_name(_GAP.sub("", run[0])):
            found = self._whole(text, run, before)
            if found not in before:
                return Change("", "letters of a name", tuple(before), (found,))
        return None

    def _whole(self, text: str, run: re.Match[str], before: Sequence[Span]) -> Span:
        """Return a span over the letters and over the spans that it replaces."""
        start = min((run.start(), *(span.start for span in before)))
        end = max((run.end(), *(span.end for span in before)))
        person, word = self._config.person, _GAP.sub("", run[0])
        is_person = _is_name(word) or any(span.label == person for span in before)
        found = before[0] if before else Span(start, end, person, self.name, self._config.score)
        return replace(
            found,
            start=start,
            end=end,
            label=person if is_person else found.label,
            canonical=text[start : run.start()] + word + text[run.end() : end],
        )


def _is_heading(text: str, run: re.Match[str]) -> bool:
    """Return True if the letters spell ordinary words and are alone on their line."""
    line = text.rfind("\n", 0, run.start()) + 1
    if text[line : run.start()].strip() or not _LINE_END.match(text, run.end()):
        return False
    words = [_GAP.sub("", word) for word in _WIDE.split(run[0])]
    return all(is_ordinary(word) or _are_two_words(word) for word in words)


def _are_two_words(letters: str) -> bool:
    """Return True for two ordinary words without a gap between them: "CHAPTERONE"."""
    cuts = range(_SHORT, len(letters) - _SHORT + 1)
    return any(is_ordinary(letters[:at]) and is_ordinary(letters[at:]) for at in cuts)


def _is_name(letters: str) -> bool:
    """Return True if a word in the joined letters is a name: "Okafor" in "AdaezeOkafor"."""
    return any(
        len(word) >= _LEAST
        and max(bearers(name_key(word)).given, bearers(name_key(word)).surname) >= _KNOWN
        and not is_ordinary(word)
        for word in _WORD.findall(letters)
    )
