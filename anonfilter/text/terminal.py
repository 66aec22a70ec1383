"""Text that is safe to print: control characters are escaped."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]"
)


def printable(text: str) -> str:
    """The text with control characters escaped, but for line ends and tabs."""
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def one_line(text: str) -> str:
    """The same with line ends and tabs escaped too."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")
