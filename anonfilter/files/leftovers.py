"""Temporary names that are the same in each run, so that files of a killed run can be removed.

Only the process with the document's lock may use them.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from anonfilter.files.staging import temporary_name

PENDING = "-pending"
BESIDE = ("-beside-1", "-beside-2", "-beside-3")
_USES = ("", PENDING, *BESIDE)


def passing(path: Path, use: str = "") -> Path:
    """Return the temporary name for a file, which is the same in each run."""
    digest = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]
    return temporary_name(path, f"{digest}{use}")


def sweep(path: Path) -> None:
    """Remove the temporary files that a killed run has left beside a file."""
    for use in _USES:
        with suppress(OSError):
            passing(path, use).unlink()
