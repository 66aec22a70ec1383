"""Texts kept apart for choosing between models. Nothing is ever trained on them.

The hash of the name of a document's group (a day of parliament, a series of meetings, one call)
decides. So the choice is the same on every machine, and a group is never divided.
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
    "switchboard_ne": 1,
    "newshour_ne": 1,
}
"""One group in this number is kept apart; 1: the whole corpus, because of its licence."""

CHOOSING_ONLY = frozenset(name for name, share in ONE_IN.items() if share == 1)

_BARE = re.compile(
    r"(?i)(?:the )?(?:(?:agency|army|bank|board|bureau|cabinet|chamber|church|city|college"
    r"|commission|committee|company|corporation|council|country|county|court|department|district"
    r"|division|federation|government|hospital|house|island|ministry|nation|navy|office|province"
    r"|republic|school|society|state|territory|town|tribunal|university|village)s?"
    r"|agencies|committees|companies|countries|police|world|east|north|south|west)"
)

_GROUP = {
    "slue_voxpopuli": re.compile(r"[^-]+"),
    "ami_ne": re.compile(r".*\d"),
    "u_ami_rest": re.compile(r".*\d"),
    "dialogue": re.compile(r"[^_]+_[^_]+"),
}


def kept_apart(corpus: str, document: str) -> bool:
    """Return True if this document of the corpus is kept apart from training, else False."""
    share = ONE_IN.get(corpus)
    if share is None:
        return False
    pattern = _GROUP.get(corpus)
    match = pattern.match(document) if pattern else None
    group = match[0] if match else document
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % share == 0


def is_bare(name: str, label: str) -> bool:
    """Return True for a body or place that is marked and has no name: "the Court", "our Nation".

    Such a mark counts neither as a leak nor as a false alarm.
    """
    return label in ("LOCATION", "ORGANIZATION") and _BARE.fullmatch(name) is not None
