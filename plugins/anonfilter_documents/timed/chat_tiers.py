"""Decode the notation of CHAT within words: omitted letters, lengthening, stress, joined names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter_documents.captions.cues import read_inline
from anonfilter_documents.shared.timed_words import DECIMAL, Time, Word

_BULLET = rf"\x15({DECIMAL})_({DECIMAL})\x15"
_BULLETS = re.compile(_BULLET)
_BLANK = r"(?<=[^\W\d_A-Z])_(?=[^\W\d_])"  # in Ada_Lovelace, but not in PERSON_1
_WRAP = r"(?:\r\n|\r|\n)[ \t]+"
NOTATION = re.compile(
    rf"{_BULLET}|(?P<blank>{_BLANK}|{_WRAP})"
    r"|(?P<long>[^\W\d_]):{1,9}(?=[^\W\d_])|[\u02c8\u02cc^](?P<stressed>\w)"
    r"|\((?P<omitted>\w{1,20})\)(?=\w)|(?<=\w)\((?P<ending>\w{1,20})\)"
    r"|[\u2308-\u230b][0-9]?|[\u2191\u2193\u2206\u2207\u25c9\u204e\u00b0]"
)
# In the tier %mor, a stem follows its part of speech: n:prop|Quillfeather~poss|s
_STEM = re.compile(r"(?:[\w:#-]++\|)?+([^\s~$]++)")
# The headers and codes of CHAT: CHI, MOT, and eng for a language.
HEADER = re.compile(
    r"(?:Birth|Birthplace|L1) of \S+|Activities|B(?:ck|g|lank)|Comment|Date|Eg|End Turn"
    r"|Exceptions|G|ID|Interaction Type|Languages|Location|Media|New (?:Episode|Language)|Number"
    r"|Options|PID|Page|Participants|Recording Quality|Room Layout|Situation|T|Tape Location"
    r"|Time (?:Duration|Start)|Trans(?:criber|cription)|Types|Videos|Warning"
)
CODE = re.compile(r"[A-Z]{3}|[A-Z]{2}[0-9]|[a-z]{3}")


def decode_mark(match: re.Match[str]) -> str:
    """Return the text of a mark: a letter, a space, or nothing."""
    if match.lastgroup is None:
        return ""
    return " " if match.lastgroup == "blank" else str(match[match.lastgroup])


def read_stems(text: str, start: int, end: int, time: Time | None) -> Iterator[Word]:
    """Yield the words of the tier %mor."""
    for match in _STEM.finditer(text, start, end):
        yield Word(*read_inline(text, *match.span(1), NOTATION, decode_mark), time)


def find_time(text: str, start: int, end: int) -> Time | None:
    """Return the start and end of an utterance in seconds, which its bullets state, or None."""
    bullets = list(_BULLETS.finditer(text, start, end))
    return (float(bullets[0][1]) / 1000, float(bullets[-1][2]) / 1000) if bullets else None
