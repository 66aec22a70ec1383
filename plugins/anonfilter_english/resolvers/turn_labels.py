"""Decide which speaker labels are names: not "R:" or "P1:", but "JS:" if there is a Jane Smith."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Field, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.names import is_family_name, may_be_given
from anonfilter_english.knowledge.people.role_labels import lists, plain
from anonfilter_english.knowledge.speaker_turns import name_in_label, turns
from anonfilter_english.resolvers.span_edits import apply_changes

_PART = re.compile(r"[^\W\d_]+")
_INITIALS = re.compile(r"(?P<letters>[^\W\d_a-z]{2,3})\d{0,3}\.?")
_SPEAKER = re.compile(r"(?:speaker|spk|channel|participant)s?(?:[_ ]?(?:id|label|name|tag))?", re.I)
_CODED = re.compile(r"[^\W\d_]{1,12}[_ -]?\d{1,4}")
_LONGEST_CODE = 20
_OTHER_SIDE = {"asking": "answering", "answering": "asking"}
_REASON = "speaker labels that state a role or a number are no names"


class TurnLabels:
    """A resolver that drops speaker labels that models took for names, and finds initials.

    A letter, a number or an abbreviated role is no name. Labels of two or three other capitals are
    initials if one of these labels was taken for a person, or is the initials of a person in the
    text. An abbreviated role is initials if a person in the text has these, unless the opposite
    role is a label too: "IR:" is the interviewer if there is an "R:".
    """

    class Config(Strict):
        label: LabelName = Option(default="PERSON", description="label of people's names")
        mistaken: tuple[LabelName, ...] = Option(
            default=("PERSON", "ORGANIZATION", "LOCATION", "NRP"),
            description="labels that models give by mistake to labels of turns",
        )
        settled: tuple[str, ...] = Option(
            default=("dictionary", "roster"), description="detectors whose spans stay"
        )
        score: float = Option(default=0.9, ge=0, le=1, description="score of initials in labels")

    name: ClassVar[str] = "turn-labels"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._settled = setting.detectors(config.settled)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        mistaken = [span for span in spans if span.label in self._config.mistaken]
        if not mistaken:
            return list(spans), []
        people = [span for span in mistaken if span.label == self._config.label]
        labels = dict(_labels(document))
        text = document.text
        initials = self._initials(text, labels, people)
        codes = algebra.merged(
            (start, end + 1 if text[end : end + 1] == "." else end)  # models take "R." for a name
            for (start, end), name in labels.items()
            if (start, end) not in initials and _is_code(text, (start, end), name)
        )
        coded = [
            span
            for span in mistaken
            if algebra.covered(codes, span.start, span.end)
            and self._settled.isdisjoint(span.detectors)
        ]
        taken = {(span.start, span.end) for span in people}
        found = [
            Span(*place, self._config.label, self.name, self._config.score, rule="initials")
            for place in initials
            if place not in taken
        ]
        changes = [Change("", _REASON, tuple(coded), excluded=True)] if coded else []
        if found:
            changes.append(Change("", "speaker labels of this text are initials", (), tuple(found)))
        return apply_changes(spans, changes)

    @staticmethod
    def _initials(
        text: str, labels: Iterable[tuple[int, int]], people: Sequence[Span]
    ) -> list[tuple[int, int]]:
        """Return the places of the labels that are the initials of people."""
        letters = {
            place: found["letters"]
            for place in labels
            if (found := _INITIALS.fullmatch(text, *place))
        }
        known = _initials_of(
            text, (span for span in people if (span.start, span.end) not in letters)
        )
        roles = {
            _side(plain(text[slice(*place)]).rstrip("0123456789"))
            for place in labels
            if letters.get(place, "") not in known
        }
        letters = {
            place: written
            for place, written in letters.items()
            if plain(written) not in lists()["abbreviated"]
            or (written in known and _OTHER_SIDE.get(_side(plain(written))) not in roles)
        }
        taken = {(span.start, span.end) for span in people}
        if taken.isdisjoint(letters) and known.isdisjoint(letters.values()):
            return []
        return list(letters)


def _labels(document: Document) -> Iterator[tuple[tuple[int, int], tuple[int, int] | None]]:
    """Yield the place of each speaker label, and of the name in it (None if it has no name)."""
    for turn in turns(document.text):
        yield turn.label, turn.name
    for field in document.fields:
        if field.role == "speaker" or _is_code_of_speaker(document, field):
            yield (field.start, field.end), name_in_label(document.text[field.start : field.end])


def _is_code_of_speaker(document: Document, field: Field) -> bool:
    """Return True for a value such as "spk_0" under a key such as "speaker"."""
    is_short = field.end - field.start <= _LONGEST_CODE
    return (
        is_short
        and _SPEAKER.fullmatch(field.name) is not None
        and _CODED.fullmatch(document.text, field.start, field.end) is not None
    )


def _side(label: str) -> str:
    """Return "asking" or "answering" if a label is short for such a speaker; else ""."""
    for side in _OTHER_SIDE:
        if label in lists()[side] | lists()[f"{side}_letters"]:
            return side
    return ""


def _is_code(text: str, place: tuple[int, int], name: tuple[int, int] | None) -> bool:
    """Return True if no word of a speaker label can be a name, as in "R2" and "Speaker 2"."""
    words = [plain(word) for word in _PART.findall(text, *place)]
    return name is None and all(
        len(word) == 1
        or word in lists()["abbreviated"]
        or not (may_be_given(word) or is_family_name(word))
        for word in words
    )


def _initials_of(text: str, people: Iterable[Span]) -> set[str]:
    """Return the initials of full names: those of the first and last word, and of all words."""
    found = set[str]()
    for span in people:
        parts = [part[0] for part in _PART.findall(span.canonical or text[span.start : span.end])]
        if len(parts) > 1 and all(map(str.isupper, parts)):
            found |= {parts[0] + parts[-1], "".join(parts)}
    return found
