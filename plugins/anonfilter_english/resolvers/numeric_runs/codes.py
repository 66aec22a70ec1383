"""Find codes of letters and digits: "D44719", "TF009B116D", but not "1990s" or "300-page"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CODE = re.compile(
    r"(?<![\w$£€¥.,:/'@+-])(?=[A-Z0-9-]{0,30}[A-Z])(?=(?:[A-Z-]{0,6}\d){4})"
    r"[A-Z0-9]{1,20}(?:-[A-Z0-9]{1,20}){0,4}(?![\w@/]|[.,:]\w|-\w)",
    re.I,
)
_NO_CODE = re.compile(
    r"\d+(?:st|nd|rd|th|s|k|m|b|p|x|w|v|c|f|km|kg|mg|ml|mm|cm|ft|in|lbs?|[kmg]?hz|[kmgt]b|[ap]m"
    r"|hrs?|mins?|secs?|mph|rpm|psi|bps|er|ish)"
    r"|\d+(?:-[a-z]+)+"  # "1500-page"
    r"|[a-z]+-\d{4}s?"  # "post-2008"
    r"|(?i:FY|CY|[QH][1-4])-?(?:19|20)?\d\d(?:-\d\d)?"
)


def codes(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of words with letters and at least four digits."""
    for match in _CODE.finditer(text):
        if _NO_CODE.fullmatch(match[0]) is None:
            yield match.span()
