"""What sidecars and the roster share: ASCII, one entry per line.

Git merges them, and may write conflict marks or Windows line ends into them. Errors name the line,
and show nothing of it.
"""

from __future__ import annotations

import re

from anonfilter.errors import Incomplete

END = "..."  # YAML's end of a document: without it the file was cut off
ID = "[a-z2-7]{26}"
SEALED = '"([A-Za-z0-9_-]+)"'
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7}|={7})(?: .*)?")


def lines_of(data: bytes, where: str, files: str, merging: str) -> list[str]:
    """Split a file into lines, and refuse conflict marks, Windows line ends and a cut-off end.

    ``files`` is the pattern of such files in .gitattributes, ``merging`` the hint for conflicts.
    """
    lines = data.decode("ascii", "replace").split("\n")
    for number, line in enumerate(lines, 1):
        if _CONFLICT.fullmatch(line.rstrip("\r")):
            raise wrong("has a merge conflict", where, number, merging)
    for number, line in enumerate(lines, 1):
        if line.endswith("\r"):
            raise wrong(
                "Windows line end",
                where,
                number,
                f"Write `{files} -text` in .gitattributes, and check the file out again.",
            )
    if lines.pop():
        raise wrong("cut off: a line has no end", where, len(lines) + 1, "Restore it from git.")
    return lines


def wrong(message: str, where: str, number: int, hint: str) -> Incomplete:
    return Incomplete(message, where=f"{where}:{number}:1", hint=hint)
