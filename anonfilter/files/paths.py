"""Paths behind symbolic links, and the names of sidecars and rosters."""

from __future__ import annotations

import os
from pathlib import Path

SIDECAR = ".pseudonyms.yaml"
"""The end of a sidecar's name: ``notes.txt.pseudonyms.yaml``."""
ROSTER_SUFFIXES = (".yaml", ".yml", ".json")


def is_sidecar(path: str) -> bool:
    """Whether a file of this name is a sidecar."""
    return path.endswith(SIDECAR)


def may_be_roster(path: str) -> bool:
    """Whether a file of this name may be a roster."""
    return Path(path).suffix.lower() in ROSTER_SUFFIXES


def real(path: str | Path) -> Path:
    """The file behind a path, all links followed."""
    return Path(os.path.realpath(path))


def real_place(path: str | Path) -> Path:
    """The path with the links of its folders followed, but not its own: where a file would be
    written, and what git calls it."""
    path = Path(os.path.abspath(path))
    return real(path.parent) / path.name
