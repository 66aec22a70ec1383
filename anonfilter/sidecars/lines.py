"""The lines of sidecars and of the sealed roster: ASCII, one entry per line.

Git merges these files and may write conflict marks or Windows line ends into them. Errors name the
line and show nothing of it.
"""

from __future__ import annotations

import re

from anonfilter.errors import Incomplete

END = "..."  # the end of a document in YAML, without which a file was cut off
ID = "[a-z2-7]{26}"
SEALED = '"([A-Za-z0-9_-]+)"'
_RESTORE = "Restore the file from Git."
CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7}|={7})(?: .*)?")


def lines_of(data: bytes, where: str, files: str, merging: str) -> list[str]:
    """Split a file into lines; refuse conflict marks, Windows line ends and a cut-off end.

    ``files`` is their pattern in .gitattributes, and ``merging`` the hint for conflicts.
    """
    lines = data.decode("ascii", "replace").split("\n")
    for number, line in enumerate(lines, 1):
        if CONFLICT.fullmatch(line.rstrip("\r")):
            raise wrong("has a merge conflict", where, number, merging)
    for number, line in enumerate(lines, 1):
        if line.endswith("\r"):
            raise wrong(
                "has a Windows line end",
                where,
                number,
                f"Write `{files} -text` in .gitattributes, and check the file out again.",
            )
    if lines.pop():
        raise wrong("is cut off: the last line has no end", where, len(lines) + 1, _RESTORE)
    return lines


def wrong(message: str, where: str, number: int, hint: str) -> Incomplete:
    """Return the error for a line."""
    return Incomplete(message, where=f"{where}:{number}:1", hint=hint)
