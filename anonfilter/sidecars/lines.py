"""Splits sidecars, and the sealed roster, into lines with one entry each.

These files are ASCII. Git merges them, and may write conflict marks or Windows line ends into them.
Errors name the line and do not show its content.
"""

from __future__ import annotations

import re

from anonfilter.errors import Incomplete

END = "..."  # ends a YAML document; a file without it was cut off
ID = "[a-z2-7]{26}"
SEALED = '"([A-Za-z0-9_-]+)"'
_RESTORE = "Restore the file from Git."
CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7}|={7})(?: .*)?")


def split_lines(data: bytes, where: str, files: str, merging: str) -> list[str]:
    """Return the lines of a file; refuse conflict marks, Windows line ends and a cut-off end.

    ``where`` is the file for errors, ``files`` the pattern for such files in .gitattributes, and
    ``merging`` the hint for conflicts.
    """
    lines = data.decode("ascii", "replace").split("\n")
    for number, line in enumerate(lines, 1):
        if CONFLICT.fullmatch(line.rstrip("\r")):
            raise line_error("has a merge conflict", where, number, merging)
    for number, line in enumerate(lines, 1):
        if line.endswith("\r"):
            raise line_error(
                "has a Windows line end",
                where,
                number,
                f"Write `{files} -text` in .gitattributes, and check the file out again.",
            )
    if lines.pop():
        raise line_error("is cut off: the last line has no end", where, len(lines) + 1, _RESTORE)
    return lines


def line_error(message: str, where: str, number: int, hint: str) -> Incomplete:
    """Return the error for a line of a file."""
    return Incomplete(message, where=f"{where}:{number}:1", hint=hint)
