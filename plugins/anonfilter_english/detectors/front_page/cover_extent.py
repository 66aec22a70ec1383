"""Find the end of a transcript's cover and the start of the transcriber's declaration."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from anonfilter_english.detectors.front_page import cover_entries
from anonfilter_english.detectors.front_page.cover_cells import cells
from anonfilter_english.knowledge.speaker_turns import Turn
from anonfilter_english.knowledge.word_lists import alternatives, terms

LONGEST = 12_000
_PROCEEDINGS = re.compile(
    r"^[ \t]*(?:\d{1,3}[ \t]+)?[-_*= ]*(?:P ?R ?O ?C ?E ?E ?D ?I ?N ?G ?S|Proceedings)[-_*= :]*$",
    re.MULTILINE,
)
_PARAGRAPH = re.compile(r"[^\n\f]+(?:\n(?![ \t]*\n)[^\n\f]+){0,60}")
_HEADED = re.compile(
    r"^[ \t]*(?:\d{1,3}[ \t]+)?(?:[^\W\d_]+'?s?[ \t]+){0,3}(?:CERTIFICAT(?:E|ION)|DECLARATION)\b"
    r"(?:[ \t]+[^\W\d_]+){0,6}[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_DECLARED = re.compile(
    r"(?<!\w)I,\s+(?P<name>[^\n,.;:]{2,40}(?:\n[^\n,.;:]{2,30})?),(?=[^.]{0,200}"
    r"\b(?:certify|declare|transcrib\w+|reporter|affirm|swear)\b)",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"\bcertif|\bdeclare|/s/|_{5,}")
_LINE = re.compile(r"\S[^\n]*")
_PROSE = 25  # words of a paragraph


def cover_end(text: str, turns: Sequence[Turn]) -> int:
    """Return the offset at which a text's cover ends; 0 if it has no cover."""
    ends = [min(len(text), LONGEST)]
    proceedings = _PROCEEDINGS.search(text, 0, LONGEST)
    if proceedings:
        ends.append(proceedings.start())
    ends += [turn.start for turn in turns if turn.start < LONGEST and _is_speech(text, turn)][:1]
    if len(ends) == 1:
        ends.append(_prose_start(text, ends[0]))
    end = min(ends)
    return end if any(_cue().match(cell.text) for cell in cells(text, 0, end)) else 0


def _is_speech(text: str, turn: Turn) -> bool:
    """Return True for a turn of speech, False for an entry such as "Interpreter: Ann Bell"."""
    if turn.name:
        return True
    line = _LINE.search(text, turn.speech)
    return line is None or not cover_entries.is_entry(text, *line.span())


def _prose_start(text: str, end: int) -> int:
    """Return the offset at which running text begins, or ``end``; for a text without speakers."""
    for match in _PARAGRAPH.finditer(text, 0, end):
        words = match[0].split()
        small = sum(word[0].islower() for word in words)
        if len(words) > _PROSE and 2 * small > len(words) and not _cue().match(match[0]):
            return match.start()
    return end


@cache
def _cue() -> re.Pattern[str]:
    listed, headed = (alternatives(terms("cover", key)) for key in ("cues", "headed_cues"))
    return re.compile(
        rf"[ \t]*(?:(?:[^\s:]+[ \t]+){{0,8}}?(?:{listed})(?:\b|(?<=\W))|(?:{headed})[ \t]*:)", re.I
    )


def declaration(text: str, cover: int) -> tuple[int, tuple[int, int] | None]:
    """Return the start of the closing declaration, and the place of the name in it.

    Without a declaration, the start is the end of the text. The place is None if there is no name.
    """
    declared = None
    for match in _DECLARED.finditer(text, cover):
        declared = match
    headed = None
    for match in _HEADED.finditer(text, cover):
        headed = match
    starts = [match.start() for match in (declared, headed) if match]
    if not declared and not (headed and _SIGNED.search(text[headed.end() : headed.end() + 4000])):
        return len(text), None
    return min(starts), declared.span("name") if declared else None
