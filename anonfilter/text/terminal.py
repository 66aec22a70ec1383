"""Makes text safe to print on a terminal and in the log of a CI job."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]"
)
# Commands that CI runners obey: `::add-mask::` at the start of a line (GitHub), and `##[error]` or
# `##vso[…]` anywhere in a line (Azure).
_COMMAND = re.compile(r"(?m)^[^\S\n]*:(?=:)|#(?=#[\w.]*\[)")


def printable(text: str) -> str:
    """Return the text with control characters escaped, except line ends and tabs."""
    return _CONTROL.sub(_escaped, text)


def escape_for_log(text: str) -> str:
    """Return the text for a log: printable, and without commands to CI runners."""
    return _COMMAND.sub(_escaped, printable(text))


def one_line(text: str) -> str:
    """Return the text for one line of a log: line ends and tabs are escaped as well."""
    return escape_for_log(text).replace("\n", "\\n").replace("\t", "\\t")


def _escaped(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}"
