"""Finds which of many simple regular expressions match a text, in one pass over the text.

The automaton is that of RE2, which creates its states while it reads: it is ready at once and slow
for the first megabyte. Without the library, or if its memory is too small, it gives no answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from anonfilter.text.words import fold

ENOUGH = 50_000
"""The fewest characters for which making an automaton saves time."""
BEGINS, ENDS = "(?:^|[^A-Za-z0-9])", "(?:$|[^A-Za-z0-9])"
"""The start and the end of a run of letters and digits, in :func:`bare` text."""
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_MARK = "\x01"
_MEMORY = 32 << 20
_TOGETHER = 500  # the most characters of short texts that are read together


class Automaton:
    """A search for regular expressions, in the notation of RE2, in ASCII text."""

    def __init__(self, regexes: Iterable[str]) -> None:
        # The empty expression matches every text. If it does not match, memory was too small.
        self._set = _compiled(["", *regexes])

    def found(self, text: str) -> Sequence[int] | None:
        """Return the numbers of the expressions that match; None if there is no answer."""
        if self._set is None:
            return None
        found: list[int] | None = self._set.Match(text)
        if not found or 0 not in found:
            return None
        return [at - 1 for at in found if at] if len(found) > 1 else ()


def stretches(made: Callable[[], Automaton], text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a long text in which an automaton may find something.

    The stretches end at empty lines, and the automaton reads each as :func:`bare` text. A text that
    is not long is one stretch.
    """
    if len(text) < ENOUGH:
        yield 0, len(text)
        return
    automaton = made()
    for start, end in _paragraphs(text):
        shown = bare(text[start:end])
        if not shown.isascii() or automaton.found(shown) != ():
            yield start, end


def _compiled(regexes: Iterable[str]) -> Any:
    try:
        import re2
    except ImportError:  # Some machines have no wheel. The results are the same without it.
        return None
    options = re2.Options()
    options.max_mem = _MEMORY
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    made = re2.Set.SearchSet(options)
    try:
        for regex in regexes:
            made.Add(regex)
        made.Compile()
    except re2.error:
        return None
    return made


def together(texts: Iterable[str]) -> Iterator[list[str]]:
    """Yield the texts in lists; a list has one text, or several short neighbouring texts."""
    held, size = list[str](), 0
    for text in texts:
        if held and size + len(text) > _TOGETHER:
            yield held
            held, size = [], 0
        held.append(text)
        size += len(text)
    if held:
        yield held


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs of a text; neighbouring short ones are one stretch."""
    start = 0
    for match in _BLANK_LINE.finditer(text):
        if match.end() - start > _TOGETHER:
            yield start, match.end()
            start = match.end()
    yield start, len(text)


def bare(text: str) -> str:
    """Return the text, folded character by character except for its case.

    Non-ASCII characters that could be folded together with their neighbours are left unchanged.
    """
    return text if text.isascii() else text.translate(_BARE)


class _Bare(dict[int, str]):
    """The ASCII form of each character that has one; other characters stay as they are."""

    def __missing__(self, code: int) -> str:
        self[code] = found = self._made(chr(code))
        return found

    @staticmethod
    def _made(char: str) -> str:
        if char.isascii() or char == "\u2019":
            return char if char.isascii() else "'"
        if char.isalnum():
            folded = fold(char).upper() if char.isupper() else fold(char)
            return folded if folded.isascii() and folded.isalnum() else char
        alone = unicodedata.normalize("NFKD", char) == char and not unicodedata.combining(char)
        return _MARK if alone and not char.isspace() else char


_BARE = _Bare()
