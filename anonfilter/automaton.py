"""One pass over a text tells which of many simple regexes match in it.

The automaton is RE2's: it makes its states while it reads, so it is ready at once and slow for the
first megabyte. Without the library, and where its memory is short, it cannot tell.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from anonfilter.text.words import fold

ENOUGH = 50_000
"""Characters that are read without an automaton: for fewer, it is not worth making one."""
BEGINS, ENDS = "(?:^|[^A-Za-z0-9])", "(?:$|[^A-Za-z0-9])"
"""Where a run of letters and digits begins and ends, in :func:`bare` text."""
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_WORD = re.compile(r"[^\W_]+")
_MARK = "\x01"
_MEMORY = 32 << 20
_TOGETHER = 500  # characters of short texts that are read at once


class Automaton:
    """Searches ASCII text for these regexes, in RE2's notation."""

    def __init__(self, regexes: Iterable[str]) -> None:
        # the empty one matches in every text: if it is not found, memory was short
        self._set = _compiled(["", *regexes])

    def found(self, text: str) -> Sequence[int] | None:
        """The numbers of the regexes that match; None if that cannot be told."""
        if self._set is None:
            return None
        found: list[int] | None = self._set.Match(text)
        if not found or 0 not in found:
            return None
        return [at - 1 for at in found if at] if len(found) > 1 else ()


def stretches(made: Callable[[], Automaton], text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a long text in which an automaton may find something when each is read as
    :func:`bare` text, or all of a text that is not long. They end in empty lines."""
    if len(text) < ENOUGH:
        yield 0, len(text)
        return
    automaton = made()
    for start, end in _paragraphs(text):
        shown = bare(text[start:end])
        if not shown.isascii() or automaton.found(shown) != ():
            yield start, end


def near(runs: Collection[bytes], text: str, more: int) -> Iterator[tuple[int, int, int]]:
    """The stretches in which letters and digits may run so, whatever else stands between them:
    where each begins and ends, and where so many words behind it end."""

    def made() -> Automaton:
        plain = sorted(run.decode() for run in runs if run.isascii())
        spread = "|".join(map("[^A-Za-z0-9]*".join, plain))
        return Automaton([f"(?i:(?:{BEGINS}|%[0-9a-f]{{2}})(?:{spread}){ENDS})"] if plain else [])

    for start, end in stretches(made, text) if runs else ():
        behind = [match.end() for match in islice(_WORD.finditer(text, end), more)]
        yield start, end, max([end, *behind])


def _compiled(regexes: Iterable[str]) -> Any:
    try:
        import re2
    except ImportError:  # not every machine has a wheel; without it the results are the same
        return None
    options = re2.Options()
    options.max_mem = _MEMORY
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    made = re2.Set.SearchSet(options)
    try:
        for one in regexes:
            made.Add(one)
        made.Compile()
    except re2.error:
        return None
    return made


def together(texts: Iterable[str]) -> Iterator[list[str]]:
    """The texts, short ones that follow one another together."""
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
    """The paragraphs of a text, short ones that follow one another together."""
    start = 0
    for match in _BLANK_LINE.finditer(text):
        if match.end() - start > _TOGETHER:
            yield start, match.end()
            start = match.end()
    yield start, len(text)


def bare(text: str) -> str:
    """The text, folded character by character.

    A character that could be folded together with its neighbours stays as it is, beyond ASCII.
    """
    return text if text.isascii() else text.translate(_BARE)


class _Bare(dict[int, str]):
    """What each character is in ASCII; others stay as they are."""

    def __missing__(self, code: int) -> str:
        self[code] = found = self._made(chr(code))
        return found

    @staticmethod
    def _made(char: str) -> str:
        if char.isascii() or char == "\u2019":
            return char if char.isascii() else "'"
        if char.isalnum():
            folded = fold(char)
            return folded if folded.isascii() and folded.isalnum() else char
        alone = unicodedata.normalize("NFKD", char) == char and not unicodedata.combining(char)
        return _MARK if alone and not char.isspace() else char


_BARE = _Bare()
