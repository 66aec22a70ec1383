"""Runs of three digits or more, spoken or written, that nobody else knows what to call."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from anonfilter_resolvers.data import terms as measures
from pydantic import Field as Option

from anonfilter import spans as algebra
from anonfilter.hookspecs import Setting
from anonfilter.model import Change, Document, Span
from anonfilter.rules.schema import LabelName, Strict
from anonfilter.spans import Stretch
from anonfilter.wordlists import alternatives
from anonfilter_transcripts.data import terms
from anonfilter_transcripts.hesitation import HESITATION
from anonfilter_transcripts.numberwords import TEENS, TENS, UNITS, ZEROS
from anonfilter_transcripts.numeric_runs.codes import codes

_DIGITS = {**ZEROS, **UNITS}
_BELOW_100 = {**UNITS, **TEENS, **TENS}
_TIMES = {"double": 2, "triple": 3}
_TEN_UNIT = rf"(?:{'|'.join(TENS)})(?:[\s-](?:{'|'.join(UNITS)}))?"
_WORD = rf"(?:(?:double|triple)\s)?(?:{_TEN_UNIT}|{'|'.join((*TEENS, *_DIGITS))})"
_ATOM = rf"(?:\d{{1,30}}|{_WORD})(?![\w'%])"
_BETWEEN = rf"(?:\s{{0,2}}-\s{{0,2}}|[,.]?\s{{1,3}}(?:{HESITATION}\b[\s,.]{{1,3}})?)"
_RUN = re.compile(
    rf"(?:(?<=--)|(?<![\w$£€¥.,:/'+-])){_ATOM}(?:{_BETWEEN}{_ATOM}){{0,40}}(?![.,:/]\d|[\w%°])",
    re.I,
)
_PART = re.compile(_ATOM, re.I)
_MONEY = re.compile(r"[$£€¥]\s{0,2}\Z")
_AFTER = re.compile(r"[\s-]{1,3}(%|[^\W\d_][\w.&']*)(?:\s+([^\W\d_][\w']*))?")
_BEFORE = re.compile(r"([\w.&~+-]+)(?:\s+([\w.&]+))?\s*\Z")
_SHORTEST = 3
_NEAR = 45
_YEAR = re.compile(r"(?:19|20)\d\d")
_PRICE = re.compile(r"[4-9]9\Z|9[58]\Z")
_COUNTING_OUT = "123456789"


@dataclass(frozen=True, slots=True)
class Run:
    """Numbers said or written one after the other, and all their digits."""

    start: int
    end: int
    digits: str
    parts: int
    spoken: bool


class NumericRuns:
    """Adds what is left of the numbers, and codes with figures in them. Money, counts and years
    stay, and so does whatever another label claims, be it one that is kept."""

    class Config(Strict):
        label: LabelName = Option(default="NUMERIC", description="of the runs")
        shortest: int = Option(default=_SHORTEST, ge=2, description="digits that make a run")
        believed: tuple[str, ...] = Option(
            default=("patterns", "spoken", "front-page", "presidio", "dictionary"),
            description="detectors that tell a date or time from other digits",
        )
        score: float = Option(default=0.6, ge=0, le=1)

    name: ClassVar[str] = "numeric-runs"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._believed = frozenset(config.believed)
        self._kept = {name for name, label in setting.labels.items() if not label.redact}

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        masked = algebra.merged((s.start, s.end) for s in spans if s.label not in self._kept)
        kept = algebra.merged((s.start, s.end) for s in spans if self._stays(text, s))
        found = [
            piece
            for run in runs(text, self._config.shortest)
            if given_out(text, run) or not (counts(text, run) or is_public(run))
            for piece in self._unclaimed(text, run, masked, kept)
        ]
        found += (
            Span(start, end, self._config.label, self.name, self._config.score, rule="code")
            for start, end in codes(text)
            if not algebra.within(masked, start, end)
        )
        fielded = list(algebra.clip(found, document.fields, text))
        reason = "a run of digits that no other label claims"
        return [*spans, *fielded], [Change(self.name, reason, (), (span,)) for span in fielded]

    def _stays(self, text: str, span: Span) -> bool:
        """Whether a find of a label that is kept has its digits: of one that is all digits no
        model is believed, only those who know how dates and times are written."""
        if span.label not in self._kept:
            return False
        if not self._believed.isdisjoint(span.detectors):
            return True
        run = _RUN.search(text, span.start, span.end)
        return run is None or run.span() != (span.start, span.end)

    def _unclaimed(
        self, text: str, run: Run, masked: Sequence[Stretch], kept: Sequence[Stretch]
    ) -> Iterator[Span]:
        """What of a run is nobody's. A date or time that is kept has its digits, unless they are
        some of a longer number, or right behind a word that says it was given out: in "ends in
        seven seven oh two" there is no time of day."""
        whole = Span(run.start, run.end, self._config.label, self.name, self._config.score,
                     rule="run")  # fmt: skip
        holes = algebra.within(masked, run.start, run.end)
        for piece in algebra.subtract(whole, holes, text):
            times = algebra.within(kept, piece.start, piece.end)
            if times and not _directly_given_out(text, run):
                rest = list(self._long_enough(text, algebra.subtract(piece, times, text)))
                covered = algebra.covered(kept, piece.start, piece.end)
                yield from rest or ([] if covered else [piece])
            else:
                yield from self._long_enough(text, [piece])

    def _long_enough(self, text: str, pieces: Iterable[Span]) -> Iterator[Span]:
        for piece in pieces:
            if any(runs(text[piece.start : piece.end], self._config.shortest)):
                yield piece


def runs(text: str, shortest: int = _SHORTEST) -> Iterator[Run]:
    """The runs of a text that have so many digits."""
    for match in _RUN.finditer(text):
        for run in _divided(text, match):
            if len(run.digits) >= shortest:
                yield run


def _divided(text: str, match: re.Match[str]) -> Iterator[Run]:
    """A run, cut where a comma or point stands between written numbers: "200, 300" are two."""
    parts: list[re.Match[str]] = []
    for part in _PART.finditer(text, *match.span()):
        if parts and _apart(text, parts[-1], part):
            yield _run(parts)
            parts = []
        parts.append(part)
    if parts:
        yield _run(parts)


def _apart(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    between = text[one.end() : other.start()]
    long = (one[0].isdigit() and len(one[0]) > 1) or (other[0].isdigit() and len(other[0]) > 1)
    return long and ("," in between or "." in between)


def _run(parts: Sequence[re.Match[str]]) -> Run:
    spoken = not any(part[0].isdigit() for part in parts)
    digits = "".join(_digits(part[0]) for part in parts)
    return Run(parts[0].start(), parts[-1].end(), digits, len(parts), spoken)


def _digits(atom: str) -> str:
    if atom.isdigit():
        return atom
    words = re.split(r"[\s-]+", atom.casefold())
    times = _TIMES.get(words[0], 1)
    said = words[1:] if times > 1 else words
    if len(said) == 1 and said[0] in _DIGITS:
        return str(_DIGITS[said[0]]) * times
    return str(sum(_BELOW_100[word] for word in said)) * times


def given_out(text: str, run: Run) -> bool:
    """Whether the words before say that this number was given to somebody or something."""
    if _MONEY.search(text, max(0, run.start - 3), run.start):
        return False
    near = text[max(0, run.start - _NEAR) : run.start].casefold()
    near = re.split(r"[?!]|\.\s", near)[-1]
    return _cues().search(near) is not None and not _measured(text, run)


def _directly_given_out(text: str, run: Run) -> bool:
    near = text[max(0, run.start - _NEAR) : run.start].casefold()
    return _direct_cues().search(near) is not None


def counts(text: str, run: Run) -> bool:
    """Whether it is an amount, a count or a year."""
    if _MONEY.search(text, max(0, run.start - 3), run.start) or _measured(text, run):
        return True
    if run.parts <= 2 and _YEAR.fullmatch(run.digits):
        return True
    before = _BEFORE.search(text, max(0, run.start - 40), run.start)
    if before:
        words = before[0].casefold().split()
        if words[-1] in terms("numeric_runs", "counting") or " ".join(words[-2:]) in terms(
            "numeric_runs", "counting"
        ):
            return True
    return _range(text, run)


def _measured(text: str, run: Run) -> bool:
    """Whether what is counted follows: a unit, or a plural, with one word between at most."""
    after = _AFTER.match(text, run.end)
    if after is None:
        return False
    first, second = after[1].casefold().rstrip("."), (after[2] or "").casefold()
    return _is_counted(first) or (
        after[1].islower() and not _function(first) and _plural(second) and run.parts == 1
    )


def _is_counted(word: str) -> bool:
    return (
        word == "%"
        or word in terms("numeric_runs", "counted")
        or word in measures("numbers", "currencies")
        or word in measures("numbers", "units")
        or word in measures("numbers", "magnitudes")
        or word in ("hundred", "thousand", "million", "billion", "trillion")
        or _plural(word)
    )


def _plural(word: str) -> bool:
    return (
        len(word) > 3
        and word.endswith("s")
        and not word.endswith(("ss", "us", "'s"))
        and word not in terms("numeric_runs", "not_plural")
    )


def _function(word: str) -> bool:
    return word in measures("contexts", "particles") or word in measures("contexts", "verbs")


def _range(text: str, run: Run) -> bool:
    """ "300-400" and "300 to 400": round numbers on both sides."""
    surface = text[run.start : run.end]
    ends = re.split(r"\s?-\s?", surface)
    if len(ends) == 2 and all(end.isdigit() and end.endswith("00") for end in ends):
        return True
    other = re.match(r"\s+(?:to|or|and)\s+[$£€]?\d[\d,]*(?!\d)", text[run.end : run.end + 20])
    return run.parts == 1 and other is not None and surface.endswith("0")


def is_public(run: Run) -> bool:
    """A number that everybody knows, a round one, a price ("eighty-four ninety-nine"), or
    somebody counting out loud."""
    if run.digits in terms("numeric_runs", "public"):
        return True
    if run.spoken and len(run.digits) == run.parts and run.digits in _COUNTING_OUT:
        return run.digits[0] == "1"
    if run.spoken and run.parts == 2 and len(run.digits) == 4 and _PRICE.search(run.digits):
        return True
    return run.parts == 1 and len(run.digits) <= 4 and run.digits.endswith("00")


@cache
def _cues() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_cue_words()})(?!\w)|#\s?\Z")


@cache
def _direct_cues() -> re.Pattern[str]:
    """The same, with nothing between but "is" and a hesitation."""
    return re.compile(
        rf"(?<!\w)(?:{_cue_words()})(?:'s)?(?:,?\s(?:is|was|it's|are|of|{HESITATION}))*[\s,:#]*\Z"
    )


def _cue_words() -> str:
    return alternatives(terms("numeric_runs", "given_out"))
