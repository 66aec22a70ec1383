"""References that stand for paths in a report that leaves its repository (``--hide-paths``).

A reference is ``file-`` and sixteen letters and digits: 80 bits of a digest of the path as seen
from the top of the repository, the same for a file in every report, and for no two files. With a
key it is the fingerprint that stands for the file in a baseline, which tells nothing without the
key; without one it is a plain SHA-256, by which a path that is guessed can be confirmed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from anonfilter.checking import messages
from anonfilter.checking.accepted.acceptance import Acceptance
from anonfilter.checking.findings import FILE, same_path
from anonfilter.files.read import STANDARD_INPUT
from anonfilter.files.top_paths import from_top
from anonfilter.keys.key import base32

_NO_PATHS = (STANDARD_INPUT, messages.NAME)


def references(acceptance: Acceptance) -> Callable[[str], str]:
    """What is shown for a path."""

    def shown(path: str) -> str:
        if path in _NO_PATHS:
            return path
        inside = from_top(path)
        return f"file-{acceptance.file(inside) or _plain(inside)}"

    return shown


def _plain(path: str) -> str:
    written = same_path(path).encode("utf-8", "surrogateescape")
    return base32(hashlib.sha256(written).digest()[:FILE])
