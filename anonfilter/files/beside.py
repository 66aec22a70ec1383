"""Names of files that stand beside a document and say more about it."""

from __future__ import annotations

SIDECAR = ".pseudonyms.yaml"
"""The end of a sidecar's name: ``notes.txt.pseudonyms.yaml``."""


def is_sidecar(path: str) -> bool:
    """Whether a file of this name is a sidecar."""
    return path.endswith(SIDECAR)
