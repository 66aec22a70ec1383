"""The errors of anonfilter and the exit codes that they end a command with."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of every command. If both apply, ``FOUND`` outranks ``INCOMPLETE``."""

    OK = 0
    FOUND = 1
    USAGE = 2
    INCOMPLETE = 3


class AnonfilterError(Exception):
    """An error for the user: what is wrong, where, and what to do. It has no personal data."""

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
        """Return the file, line and column in ``where``; line and column are None if unknown."""
        match = re.fullmatch(r"(.*):(\d+):(\d+)", self.where, re.DOTALL)
        return (match[1], int(match[2]), int(match[3])) if match else (self.where, None, None)


class RulesError(AnonfilterError):
    """An error in a ruleset, with its file, line and column in ``where``.

    A plugin does not know the place, and instead gives the path of the setting in its ``Config``:
    ``at=("patterns", 3, "regex")``.
    """

    def __init__(
        self, message: str, *, where: str = "", hint: str = "", at: tuple[str | int, ...] = ()
    ) -> None:
        super().__init__(message, where=where, hint=hint)
        self.at = at


class PluginError(AnonfilterError):
    """An error about a plugin that is unknown, broken or not allowed."""


class Incomplete(AnonfilterError):
    """An error for a file that was not read or scanned to its end, and so is never called clean.

    ``where`` is the name of the file, with line and column if they are known (``notes.csv:3:1``).
    For a member of a container such as an archive, the name of the member follows that of the file
    (``data.zip: notes.csv:3:1``).
    """

    exit_code = Exit.INCOMPLETE

    def place(self, name: str) -> tuple[int, int] | None:
        """Return the line and column in the file with this name; None if they are not known."""
        _, line, column = self.place_inside(name)
        return None if line is None or column is None else (line, column)

    def place_inside(self, name: str) -> tuple[str | None, int | None, int | None]:
        """Return the member of the file with this name, and the line and column in the member.

        Each of the three is None if ``where`` does not state it.
        """
        rest = self.where.removeprefix(name) if self.where.startswith(name) else ""
        match = re.fullmatch(r"(?:: (.+?))??(?::(\d+):(\d+))?", rest, re.DOTALL)
        if match is None:
            return None, None, None
        return match[1], int(match[2]) if match[2] else None, int(match[3]) if match[3] else None

    def of(self, name: str) -> Incomplete:
        """Return the error itself if it has a place; else a copy with this file as its place."""
        return self if self.where else Incomplete(self.message, where=name, hint=self.hint)


class DeadlinePassed(Incomplete):
    """An error for a file that was not scanned to its end before the deadline of the run."""


class ModelMissing(Incomplete):
    """An error for a model that is damaged, or not installed in the version that the rules name."""


@contextmanager
def one_file(name: str) -> Iterator[None]:
    """Turn an unexpected error into an ``Incomplete`` for this file; the run goes on with others.

    A call of ``sys.exit(0)`` in a plugin or its library counts as an error, since the command would
    end with the exit code of a clean run. With ANONFILTER_DEBUG, unexpected errors are raised.
    """
    try:
        yield
    except AnonfilterError:
        raise
    except SystemExit as stop:
        if stop.code:  # for example the exit after a signal
            raise
        raise unexpected(stop, name) from None
    except Exception as error:
        if os.environ.get("ANONFILTER_DEBUG"):
            raise
        raise unexpected(error, name) from None


def unexpected(error: BaseException, where: str = "") -> Incomplete:
    """Return an ``Incomplete`` that names the type of an error and its place in the code.

    The text of the error is left out, since it may contain personal data.
    """
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
        hint="Please report it. ANONFILTER_DEBUG=1 shows the traceback, which may show values.",
    )


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the most similar known word; "" if none is similar."""
    from rapidfuzz import process

    found = process.extractOne(word, list(known), score_cutoff=50)
    return found[0] if found else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: "; did you mean 'names'?", or ""."""
    close = nearest(word, known)
    return f"; did you mean {close!r}?" if close else ""
