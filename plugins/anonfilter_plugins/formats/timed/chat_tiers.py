"""What CHAT writes into words: omitted letters, lengthening, stress, names in one word."""

from __future__ import annotations

import re

from anonfilter_plugins.formats.shared.said import Time

_BULLET = r"\x15([0-9]{1,10})_([0-9]{1,10})\x15"
_BULLETS = re.compile(_BULLET)
_SAID = (
    _BULLET + r"|(?P<blank>(?<=\w)_(?=\w))"
    r"|(?P<mark>(?<=[^\W\d_]):{1,9}(?=[^\W\d_])|[\u02c8\u02cc^](?=\w)"
    r"|[\u2308-\u230b][0-9]?|[\u2191\u2193\u2206\u2207\u25c9\u204e\u00b0](?=\w)|(?<=\w)[\u2206\u2207\u25c9\u204e\u00b0])"
    r"|(?<=\w)\((?P<inside>\w{1,20})\)|\((?P<before>\w{1,20})\)(?=\w)"
)
SAID = re.compile(_SAID)
# of the tier %mor, the stems: n:prop|Quillfeather~poss|s
STEMS = re.compile(r"(?<![\w:#-])[\w:#-]++\|(?=\w)|(?P<blank>(?<=\w)_(?=\w)|[~$](?=\w))")


def meant(match: re.Match[str]) -> str:
    """What a mark stands for in a text that is read."""
    found = match.groupdict()
    if found["blank"]:
        return " "
    return found.get("inside") or found.get("before") or ""


def time_of(text: str, start: int, end: int) -> Time | None:
    """From when to when the utterance is said: its bullets tell it in milliseconds."""
    bullets = list(_BULLETS.finditer(text, start, end))
    return (int(bullets[0][1]) / 1000, int(bullets[-1][2]) / 1000) if bullets else None
