"""Texts kept apart for choosing between models. Nothing is ever trained on them.

Which ones is told by the name of the group a document belongs to (a day of parliament, a series of
meetings, one call), so it is the same on every machine and no group lies on both sides.
"""

from __future__ import annotations

import hashlib
import re

ONE_IN = {
    "slue_voxpopuli": 5,
    "ami_ne": 5,
    "u_ami_rest": 5,
    "judgments_in": 7,
    "general": 3,
    "dialogue": 3,
    "calls": 12,
}
"""One group in so many of each corpus is kept apart."""

_GROUP = {
    "slue_voxpopuli": re.compile(r"[^-]+"),
    "ami_ne": re.compile(r".*\d"),
    "u_ami_rest": re.compile(r".*\d"),
    "dialogue": re.compile(r"[^_]+_[^_]+"),
}


def kept_apart(corpus: str, document: str) -> bool:
    """Whether this document of the corpus is for choosing only."""
    share = ONE_IN.get(corpus)
    if share is None:
        return False
    pattern = _GROUP.get(corpus)
    match = pattern.match(document) if pattern else None
    group = match[0] if match else document
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % share == 0
