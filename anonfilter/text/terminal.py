"""Text that is safe to print, on a terminal and in the log of a build."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]"
)
# What runners obey: `::add-mask::` begins a line of GitHub's, `##[error]` and `##vso[…]` stand
# anywhere in one.
_COMMAND = re.compile(r"(?m)^[^\S\n]*:(?=:)|#(?=#[\w.]*\[)")


def printable(text: str) -> str:
    """The text with control characters escaped, but for line ends and tabs."""
    return _CONTROL.sub(_escaped, text)


def told(text: str) -> str:
    """The same, with no line that a build's runner takes for a command."""
    return _COMMAND.sub(_escaped, printable(text))


def one_line(text: str) -> str:
    """The same with line ends and tabs escaped too."""
    return told(text).replace("\n", "\\n").replace("\t", "\\t")


def _escaped(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}"
