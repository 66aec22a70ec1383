"""Tells whether a text may hold any of many terms, by an automaton of all of them.

It reads text as terms are compared: folded, character by character. Where a character beyond ASCII
could be folded together with its neighbours, it does not tell, and the text is searched.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from anonfilter.text.words import fold
from anonfilter_plugins.shared.automaton import Automaton

_BLANKS = r"[\t-\r\x1c-\x1f ]+"
_BEGINS, _ENDS = "(?:^|[^A-Za-z0-9])", "(?:$|[^A-Za-z0-9])"  # as a word does
_MARK = "\x01"


class Prefilter:
    """An automaton of terms, which are folded."""

    def __init__(self, folded: Iterable[str]) -> None:
        kinds: dict[tuple[bool, bool], list[str]] = {}
        for key in sorted(map(_bare, folded)):
            if key.isascii():
                kinds.setdefault((key[0].isalnum(), key[-1].isalnum()), []).append(_regex(key))
        self._automaton = Automaton(
            f"(?i:{_BEGINS if begins else ''}(?:{'|'.join(terms)}){_ENDS if ends else ''})"
            for (begins, ends), terms in kinds.items()
        )

    def may_hold(self, text: str) -> bool:
        """False if the text holds none of the terms."""
        bare = _bare(text)
        return not bare.isascii() or self._automaton.found(bare) != ()


def _regex(key: str) -> str:
    return _BLANKS.join(map(re.escape, key.split(" ")))


def _bare(text: str) -> str:
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
