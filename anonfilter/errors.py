"""What can go wrong, and the exit code that says so."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of every command. A finding outranks an incomplete scan."""

    OK = 0
    FOUND = 1
    USAGE = 2
    INCOMPLETE = 3


class AnonfilterError(Exception):
    """An error for the user: what happened, where, and what to do. Never holds a value."""

    exit_code = Exit.USAGE

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        where = self.where.replace("\n", "\\n")
        text = f"{where}: {self.message}" if where else self.message
        return f"{text}\n  {self.hint}" if self.hint else text

    def named_place(self) -> tuple[str, int | None, int | None]:
        """The file that ``where`` is about, and the line and column in it where they are known."""
        match = re.fullmatch(r"(.*):(\d+):(\d+)", self.where, re.DOTALL)
        return (match[1], int(match[2]), int(match[3])) if match else (self.where, None, None)


class RulesError(AnonfilterError):
    """The ruleset is wrong: file, line and column are in ``where``.

    A plugin says instead ``at`` which of its settings: ``("patterns", 3, "regex")``.
    """

    def __init__(
        self, message: str, *, where: str = "", hint: str = "", at: tuple[str | int, ...] = ()
    ) -> None:
        super().__init__(message, where=where, hint=hint)
        self.at = at


class PluginError(AnonfilterError):
    """A plugin is unknown, broken, or not allowed here."""


class Incomplete(AnonfilterError):
    """A file could not be read, or not scanned to its end: it is never called clean.

    ``where`` is its name, followed by line and column (``notes.csv:3:1``) where they are known; of
    a file that holds others by the member first (``data.zip: notes.csv:3:1``).
    """

    exit_code = Exit.INCOMPLETE

    def place(self, name: str) -> tuple[int, int] | None:
        """The line and column in the file of this name."""
        _, line, column = self.place_inside(name)
        return None if line is None or column is None else (line, column)

    def place_inside(self, name: str) -> tuple[str | None, int | None, int | None]:
        """The member of the file of this name, and line and column in it, where they are known."""
        said = self.where.removeprefix(name) if self.where.startswith(name) else ""
        match = re.fullmatch(r"(?:: (.+?))??(?::(\d+):(\d+))?", said, re.DOTALL)
        if match is None:
            return None, None, None
        return match[1], int(match[2]) if match[2] else None, int(match[3]) if match[3] else None

    def of(self, name: str) -> Incomplete:
        """The same, of the file of this name unless it says where it is."""
        return self if self.where else Incomplete(self.message, where=name, hint=self.hint)


class ModelMissing(Incomplete):
    """The rules name a model that is not installed in that version, or is damaged."""


@contextmanager
def one_file(name: str) -> Iterator[None]:
    """Turn an unexpected error in here into an ``Incomplete`` of this file: others go on.

    So is an exit with 0, by which a plugin, or its library, would call the file clean.
    """
    try:
        yield
    except AnonfilterError:
        raise
    except SystemExit as stop:
        if stop.code:  # such as that of a signal
            raise
        raise unexpected(stop, name) from None
    except Exception as error:
        if os.environ.get("ANONFILTER_DEBUG"):
            raise
        raise unexpected(error, name) from None


def unexpected(error: BaseException, where: str = "") -> Incomplete:
    """An ``Incomplete`` for a bug: with its type and place, as its text may hold a value."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = ""
    if trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "?")
        place = f" in {module}, line {trace.tb_lineno}"
    return Incomplete(
        f"unexpected {type(error).__name__}{place}",
        where=where,
        hint="Please report it. ANONFILTER_DEBUG=1 shows the traceback, which may hold values.",
    )


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like this one; "" if none is."""
    from rapidfuzz import process

    found = process.extractOne(word, list(known), score_cutoff=50)
    return found[0] if found else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, if any."""
    close = nearest(word, known)
    return f"; did you mean {close!r}?" if close else ""
