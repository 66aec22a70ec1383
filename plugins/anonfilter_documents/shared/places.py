"""Errors that name a place in a file by line and column, and never its content."""

from __future__ import annotations

from anonfilter.containers.places import Places
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete


def incomplete_at(source: Source, position: int, message: str, hint: str = "") -> Incomplete:
    """Return the error for a file that cannot be read at this position."""
    return Incomplete(message, where=Places(source.text).named(source.name, position), hint=hint)
