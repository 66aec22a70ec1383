"""References that replace paths in a report that leaves its repository (``--hide-paths``).

A reference is ``file-`` and sixteen letters and digits: 80 bits of a digest of the path from the
top of the repository. It is the same for a file in every report, and different for different files.
With a key it is the fingerprint of the file in a baseline, which reveals nothing without the key.
Without a key it is a plain SHA-256, which confirms a guessed path.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from anonfilter.accepted.acceptance import Acceptance
from anonfilter.accepted.fingerprints import FILE, same_path
from anonfilter.files.read import STANDARD_INPUT
from anonfilter.files.top_paths import path_from_top
from anonfilter.keys.key import base32
from anonfilter.selection import messages

_NO_PATHS = (STANDARD_INPUT, messages.NAME)


def references(acceptance: Acceptance) -> Callable[[str], str]:
    """Return a function that returns the reference for a path."""

    def shown(path: str) -> str:
        if path in _NO_PATHS:
            return path
        inside = path_from_top(path)
        plain = hashlib.sha256(same_path(inside).encode("utf-8", "surrogateescape")).digest()
        return f"file-{acceptance.file(inside) or base32(plain[:FILE])}"

    return shown
