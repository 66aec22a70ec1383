"""Show findings in the terminal, and read the keys that the reviewer presses."""

from __future__ import annotations

import os
import re
import sys
import termios
import tty
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from anonfilter.text.terminal import one_line, printable
from anonfilter_review.finding_context import Context, TextLines
from anonfilter_review.review_items import Item
from anonfilter_review.review_state import Question

_LINES, _CHARACTERS = 2, 400  # of context on either side of the first place
_BRIEF = 50  # characters of context on either side of each other place
_MORE = 4  # other places that are shown at first
_AT_ONCE = 1024  # bytes of keys that are read at once
_CTRL_D = "\x04"
_NO_LETTERS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)?")  # such as arrow keys

Escape = Callable[[str], str]


class TerminalClosed(Exception):
    """The error that the terminal was closed."""


class Screen:
    """The terminal in a review; it shows personal data of the user's own files."""

    def __init__(self, pages: Mapping[str, TextLines], *, color: bool | None) -> None:
        self._pages = pages
        self._keys: deque[str] = deque()
        self._lines_at_once = _modes_now()
        self._console = Console(no_color=color is False, highlight=False, soft_wrap=True)

    @contextmanager
    def open(self) -> Iterator[None]:
        """Set the terminal to return each key as it is pressed, without echo."""
        with _modes(lambda stdin: tty.setcbreak(stdin, termios.TCSADRAIN)):
            yield

    def key(self) -> str:
        """Wait for a key, and return it; Ctrl-D is `q`, Ctrl-C raises ``KeyboardInterrupt``."""
        while not self._keys:
            try:
                pressed = os.read(sys.stdin.fileno(), _AT_ONCE)
            except OSError:
                raise TerminalClosed from None
            if not pressed:
                raise TerminalClosed
            self._keys += _NO_LETTERS.sub("", pressed.decode("utf-8", "replace")).lower()
        key = self._keys.popleft()
        return "q" if key == _CTRL_D else key

    def ask(self, what: str) -> str:
        """Ask for a line of text; return "" if it is empty or cancelled.

        Keys that were pressed earlier are discarded.
        """
        self._keys.clear()
        lines_at_once = self._lines_at_once
        with _modes(lambda stdin: termios.tcsetattr(stdin, termios.TCSADRAIN, lines_at_once)):
            try:
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
                return str(click.prompt(what, default="", show_default=False)).strip()
            except click.Abort:
                self.say("")
                return ""
            except (OSError, termios.error):
                raise TerminalClosed from None

    def say(self, line: str, style: str = "") -> None:
        self._print(Text(one_line(line), style))

    def question(self, question: Question, number: int, total: int, *, all_places: bool) -> None:
        """Show a group: its first place with context, and its other places in one line each."""
        first, *others = question.group.items
        self._print(Text())
        self._print(self._head(question, number, total))
        for line in self._context(first):
            self._print(line)
        shown = others if all_places else others[:_MORE]
        for item in shown:
            start, end = item.place
            context = self._pages[item.file].around(start, end, lines=0, characters=_BRIEF)
            self._print(Text(f"  {_place(item)}  ", "dim").append_text(_marked(context, one_line)))
        if len(others) > len(shown):
            self.say(f"  and {len(others) - len(shown):,} more places; v shows them", "dim")

    def _head(self, question: Question, number: int, total: int) -> Text:
        first, files = question.group.first, question.group.files
        head = Text(f"{number:,} of {total:,}  ", "dim")
        head.append(_place(first), "bold")
        head.append(f"  {first.label}", "red")
        if question.label:
            head.append(f", now {question.label}", "yellow")
        head.append(f"  ({first.finding.detector}, {first.finding.score:.2f})", "dim")
        if len(question.group.items) > 1:
            where = f" in {len(files):,} files" if len(files) > 1 else ""
            head.append(f"  {len(question.group.items):,} places{where}", "cyan")
        return head

    def _context(self, item: Item) -> Iterator[Text]:
        start, end = item.place
        context = self._pages[item.file].around(start, end, lines=_LINES, characters=_CHARACTERS)
        marked = _marked(context, printable)
        for number, line in enumerate(marked.split("\n"), context.line):
            yield Text(f"{number:>6}  ", "dim").append_text(line)

    def _print(self, text: Text) -> None:
        try:
            self._console.print(text)
        except OSError:
            raise TerminalClosed from None


def _modes_now() -> list[Any]:
    try:
        return termios.tcgetattr(sys.stdin.fileno())
    except termios.error:
        raise TerminalClosed from None


@contextmanager
def _modes(change: Callable[[int], object]) -> Iterator[None]:
    """Change the modes of the terminal, and restore them at the end."""
    before, stdin = _modes_now(), sys.stdin.fileno()
    change(stdin)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal was closed
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)


def _place(item: Item) -> str:
    return one_line(replace(item.finding, path=item.file).place)


def _marked(context: Context, shown: Escape) -> Text:
    text = Text(shown(_lines(context.before)))
    text.append(shown(_lines(context.value)), "bold reverse")
    return text.append(shown(_lines(context.after)))


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
