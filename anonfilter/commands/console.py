"""Prints messages on standard error, and handles closed streams and signals."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TypeVar

import click

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.text.plural import counted
from anonfilter.text.terminal import escape_for_log, one_line

T = TypeVar("T")
_STANDARD_ERROR = 2


def use_color(choice: str) -> bool | None:
    """Return the value of --color for click; None means colours on a terminal only."""
    if choice == "auto":
        return False if os.environ.get("NO_COLOR") else None
    return choice == "always"


def on_terminal() -> bool:
    """Return True if standard input and standard output are both a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def show_error(error: AnonfilterError) -> None:
    """Print an error on standard error."""
    click.echo(f"anonfilter: {escape_for_log(str(error))}", err=True)


def notify(message: str) -> None:
    """Print one line on standard error."""
    click.echo(one_line(message), err=True)


class ClosedOutput(io.TextIOBase):
    """A standard output that the caller has closed: writing to it raises ``Incomplete``."""

    encoding = "utf-8"
    errors = "strict"

    @property
    def buffer(self) -> NoReturn:
        raise self._closed()

    def write(self, text: str) -> int:
        if text:
            raise self._closed()
        return 0

    @staticmethod
    def _closed() -> Incomplete:
        hint = "Name a file for it, or /dev/null."
        return Incomplete("is closed", where="standard output", hint=hint)


def keep_standard_streams() -> None:
    """Open the null device for each standard stream that is closed.

    Otherwise the next file that is opened would become a standard stream, and get the output of
    libraries.
    """
    with suppress(OSError):
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= _STANDARD_ERROR:
            pass
        os.close(descriptor)
    if sys.stdout is None:
        sys.stdout = ClosedOutput()


class LimitedPrinter:
    """Prints a limited number of lines on standard error, and counts the other lines."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._lines = 0

    def __call__(self, line: str) -> None:
        self._lines += 1
        if self._most is None or self._lines <= self._most:
            notify(line)

    def finish(self, what: str) -> None:
        """Print how many lines were not printed."""
        if self._most is not None and self._lines > self._most:
            notify(f"... and {counted(self._lines - self._most, f'more {what}')}: --all lists them")


def write_new(path: Path, text: str, shown: str, hint: str = "") -> None:
    """Write a new file and print its name; raise an error if the file exists."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise AnonfilterError("exists and is not replaced", where=shown, hint=hint) from None
    notify(f"wrote {shown}")


def stop_on_signals() -> None:
    """Exit on SIGTERM and SIGHUP in the ordinary way, so that temporary files are removed."""
    import signal

    def stop(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)


def with_progress(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield the items, with a count on standard error if that is a terminal."""
    shown = len(items) > 1 and sys.stderr is not None and sys.stderr.isatty()
    for number, item in enumerate(items, 1):
        if shown:
            click.echo(f"\r{what} {number:,} of {len(items):,} \x1b[K", nl=False, err=True)
        yield item
    if shown:
        click.echo("\r\x1b[K", nl=False, err=True)
