"""Where in a file something is wrong, and saying so: line and column, never what stands there."""

from __future__ import annotations

from anonfilter.containers.places import Places
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete


def broken(source: Source, position: int, message: str, hint: str = "") -> Incomplete:
    """The error for a file that is not what its suffix says."""
    return Incomplete(message, where=Places(source.text).named(source.name, position), hint=hint)
