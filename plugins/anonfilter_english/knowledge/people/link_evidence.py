"""The kinds of evidence that two names belong to one person."""

from __future__ import annotations

from enum import StrEnum


class Evidence(StrEnum):
    """Kinds of evidence that link names; each can be switched off, to measure its effect."""

    PARTS = "parts"
    INITIALS = "initials"
    NICKNAMES = "nicknames"
    TITLES = "titles"
    TURNS = "turns"
    SPELLED = "spelled"
    NEAR = "near"
    DISTANCE = "distance"
    ACCENTS = "accents"
    PARTICLES = "particles"
    DOUBLE = "double"
    SUFFIXES = "suffixes"
    ORDER = "order"
    ALIASES = "aliases"
    TOGETHER = "together"


ALL = frozenset(Evidence)
