"""Detect names that are spelled letter by letter, in one turn or over several turns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.spelling import spelling_cues as cues
from anonfilter_english.knowledge.spelling.spelled_letters import (
    LETTER,
    UNCONFIRMED,
    Chain,
    Piece,
    Unit,
    chains,
    pieces,
)
from anonfilter_english.knowledge.word_lists import terms

SPELLED = "spelled"
SURE, UNSURE = 0.9, 0.3

_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_ASIDE = re.compile(r"\([^()\n]{0,40}\)|\[[^\[\]\n]{0,40}\]|\ufffc")
_TURN = re.compile(r"\s*(?P<speaker>[^\W\d_][^\n:]{0,60}):(?=\s|\Z)")
_LONE = re.compile(rf"\W*(?:[^\W\d_][^\n:]{{0,60}}:)?\W*(?P<letter>{LETTER})\W*\Z")
_FIELDS_BETWEEN = 4
_WORDS_BETWEEN = 8


class Verdict(Enum):
    """The kind of a run of letters, by the text around it."""

    NAME = "a spelled name"
    PERHAPS = "a spelled name if more letters continue it"
    LETTERS = "a spelled name only if the document has this name"
    NOTHING = "no spelled name"


@dataclass(slots=True)
class Found:
    """A run of letters, the index of its field, and its verdict."""

    chain: Chain
    field: int
    verdict: Verdict


class Spelled:
    """A detector of letters that spell a name.

    The rule is ``spelled`` for certain names, and ``letters`` for letters that are a name only if
    the document has this name. The resolver ``spellings`` decides about the latter; without the
    resolver, both are masked.
    """

    scope: ClassVar[str] = "document"

    class Config(Strict):
        label: LabelName = Option(
            default="SPELLED_NAME", description="the label of the names it finds"
        )
        skip: tuple[str, ...] = Option(
            default=("speaker",), description="roles of fields that are not searched"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._name = setting.name

    def needs(self) -> Needs:
        return Needs(frozenset({self._config.label}))

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        spoken = [field for field in fields if field.role not in self._config.skip]
        found = _judged(document.prose, spoken)
        for group in _linked(document.prose, spoken, found):
            yield from self._spans(document.prose, group)

    def _spans(self, text: str, group: Sequence[Found]) -> Iterator[Span]:
        sure = group[0].verdict is Verdict.NAME
        names: list[list[Piece]] = []
        for found in group:
            first, *more = pieces(text, found.chain) or [[]]
            if names and len(group) > 1 and not _restarts(names[-1], first):
                names[-1] += first
            else:
                names.append(first)
            names += more
        for name in names:
            canonical = _spelled_name(name)
            for piece in name:
                yield Span(
                    piece.start,
                    piece.end,
                    self._config.label,
                    self._name,
                    SURE if sure else UNSURE,
                    SPELLED if sure else UNCONFIRMED,
                    canonical=canonical,
                )


def _judged(text: str, fields: Sequence[Field]) -> list[Found]:
    """Return the runs of letters that may be names, and turns of a single letter."""
    known = cues.abbreviations(text)
    found: list[Found] = []
    for at, field in enumerate(fields):
        since = fields[max(0, at - 2)].start
        several = list(chains(text, field.start, field.end))
        for chain in several:
            between = text[found[-1].chain.end : chain.start] if found else "\n"
            after_name = bool(found) and found[-1].verdict is Verdict.NAME
            follows = after_name and len(between) < 40 and "\n" not in between
            verdict = _verdict(text, chain, (since, field.start, field.end), known, follows)
            if verdict is not Verdict.NOTHING:
                found.append(Found(chain, at, verdict))
        if not several and field.end - field.start < 100:
            lone = _LONE.match(text, field.start, field.end)
            if lone:
                unit = Unit(*lone.span("letter"), lone["letter"], True)
                found.append(Found(Chain((unit,)), at, Verdict.PERHAPS))
    return found


def _verdict(
    text: str, chain: Chain, bounds: tuple[int, int, int], known: frozenset[str], follows: bool
) -> Verdict:
    """Return the verdict on letters by their context; the cue may be in the turn before.

    ``bounds``: the start of the text in which a cue may be, the start and the end of the field;
    ``known``: the abbreviations in the document; ``follows``: a spelled name is right before the
    letters.
    """
    since, start, end = bounds
    letters, count = chain.text, len(chain.text)
    cue = cues.words_since_cue(text, chain.start, since)
    cued = cue is not None and (count > 2 or cue <= 2 * cues.NEAR)
    if (count <= 3 and cues.is_compound(text, chain, start, end)) or cues.is_handle(text, chain):
        return Verdict.NOTHING
    if cues.is_stutter(text, chain, end):
        return Verdict.NOTHING if cues.is_repeated(chain) else Verdict.LETTERS
    close = cue is not None and cue <= cues.NEAR
    if cues.is_initials(text, chain, end) and not close:
        return Verdict.NOTHING
    if not close and (
        letters in terms("spelling", "acronyms")
        or letters in known
        or cues.is_alphabet(letters)
        or cues.is_thing(text, chain.start, start)
        or cues.is_expanded(text, chain)
    ):
        return Verdict.LETTERS
    if cued or chain.explicit or follows or cues.explained(text, chain.end, end):
        return Verdict.NAME
    pointed = text[chain.units[0].end] == "." and chain.width == 0
    enough = 4 if pointed else 2 if chain.width == 0 else 3
    if count >= enough and cues.announced(text, chain.start, start):
        return Verdict.NAME
    return _by_itself(text, chain)


def _by_itself(text: str, chain: Chain) -> Verdict:
    """Return the verdict on letters without a cue: a short run may be anything."""
    letters, count = chain.text, len(chain.text)
    pointed = text[chain.units[0].end] == "."
    enough = 3 if chain.width == 0 and not pointed else 5 if chain.width == 0 else 4
    if count < enough or not cues.is_word_like(letters):
        return Verdict.PERHAPS
    if letters == letters[:2] * (count // 2):  # "W-I, W-I went": two letters, repeated
        return Verdict.PERHAPS
    if count == enough == 3 and is_common(letters):
        return Verdict.PERHAPS
    if chain.width > 0 and (is_common(letters) or cues.is_heading(text, chain)):
        return Verdict.PERHAPS
    return Verdict.NAME


def _linked(text: str, fields: Sequence[Field], found: Sequence[Found]) -> Iterator[list[Found]]:
    """Yield groups of letters that continue one another, and other letters on their own."""
    group: list[Found] = []
    for letters in found:
        if group and _goes_on(text, fields, group[-1], letters):
            verdict = Verdict.NAME
            group = [Found(part.chain, part.field, verdict) for part in (*group, letters)]
        else:
            yield from _long_enough(group)
            group = [letters]
    yield from _long_enough(group)


def _long_enough(group: list[Found]) -> Iterator[list[Found]]:
    if group and (len(group) > 1 or len(group[0].chain.units) > 1):
        yield group


def _goes_on(text: str, fields: Sequence[Field], before: Found, letters: Found) -> bool:
    """Return True if letters in a later field continue the letters before."""
    verdicts = {before.verdict, letters.verdict}
    if Verdict.NAME not in verdicts or Verdict.LETTERS in verdicts:
        return False
    if letters.field == before.field or letters.field - before.field > _FIELDS_BETWEEN:
        return False
    labels = [
        _TURN.match(text, fields[at].start, fields[at].end) for at in (before.field, letters.field)
    ]
    if len({label["speaker"].casefold() for label in labels if label}) > 1:
        return False
    between = _between(text, fields, before, letters)
    if cues.asks(between):
        return False
    words = [word.casefold() for word in _WORD.findall(between)]
    if len(words) > _WORDS_BETWEEN:
        return False
    return len(words) <= 2 or all(
        word in terms("spelling", "interjections") or len(word) == 1 for word in words
    )


def _between(text: str, fields: Sequence[Field], before: Found, letters: Found) -> str:
    """Return the speech between two runs of letters, without speaker labels."""
    parts = [text[before.chain.end : fields[before.field].end]]
    for at in range(before.field + 1, letters.field + 1):
        field = fields[at]
        label = _TURN.match(text, field.start, field.end)
        start = label.end() if label else field.start
        parts.append(text[start : letters.chain.start if at == letters.field else field.end])
    return _ASIDE.sub(" ", " ".join(parts))


def _restarts(name: Sequence[Piece], first: Sequence[Piece]) -> bool:
    """Return True if letters begin the name again: "J-O-N-S, sorry, J-O-N-E-S"."""
    if not first:
        return False
    before, now = name[0].text.casefold(), first[0].text.casefold()
    return len(now) > 2 and now[:2] == before[:2] and now != before


def _spelled_name(name: Sequence[Piece]) -> str:
    """Return the name that the pieces spell, without pieces that repeat the letters before."""
    spelled = ""
    for piece in name:
        letters = piece.text.casefold()
        if len(letters) < 2 or not spelled.endswith(letters):
            spelled += letters
    return spelled.title()
