"""What files of our own form have in common, sidecars and the roster: ASCII, an entry a line.

Git merges them, and may write its marks into them or Windows' line ends; whoever reads them is
told which line it is, and nothing of what stands there.
"""

from __future__ import annotations

import re

from anonfilter.errors import Incomplete

END = "..."  # YAML's own: by it a file that was cut off is told from a whole one
ID = "[a-z2-7]{26}"
SEALED = '"([A-Za-z0-9_-]+)"'
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7}|={7})(?: .*)?")


def lines_of(data: bytes, where: str, files: str, merging: str) -> list[str]:
    """The lines of a file, each of which has an end; ``files`` is what .gitattributes calls such
    files, ``merging`` how two versions of one are merged by hand."""
    lines = data.decode("ascii", "replace").split("\n")
    for number, line in enumerate(lines, 1):
        if _CONFLICT.fullmatch(line.rstrip("\r")):
            raise wrong("git could not merge this", where, number, merging)
    for number, line in enumerate(lines, 1):
        if line.endswith("\r"):
            raise wrong(
                "a line end of Windows", where, number,
                f"Write `{files} -text` in .gitattributes, and check the file out again.",
            )  # fmt: skip
    if lines.pop():
        raise wrong(
            "cut off: a line has no end", where, len(lines) + 1, "Take the file from git again."
        )
    return lines


def wrong(message: str, where: str, number: int, hint: str) -> Incomplete:
    return Incomplete(message, where=f"{where}:{number}:1", hint=hint)
