"""Formats of files that hold others, each of which is read by its own format."""

from __future__ import annotations

from collections.abc import Callable

from anonfilter.contract.document import Document, Source


class Holding:
    """The base of a format that has other formats read what it holds."""

    _read: Callable[[Source], Document] | None = None

    def know_reading(self, read: Callable[[Source], Document]) -> None:
        self._read = read
