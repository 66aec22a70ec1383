"""Paths behind symbolic links."""

from __future__ import annotations

import os
from pathlib import Path


def real(path: str | Path) -> Path:
    """The file behind a path: one document, by whatever links somebody comes to it."""
    return Path(os.path.realpath(path))


def real_place(path: str | Path) -> Path:
    """The path with the links of its folders followed, but not its own: where a file would be
    written, and what git calls it."""
    path = Path(os.path.abspath(path))
    return real(path.parent) / path.name
