"""Find out with one automaton whether a text may hold any of many terms.

The automaton compares folded characters. A text with a character beyond ASCII that could be folded
together with its neighbours is always searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from anonfilter.automaton import BEGINS, ENDS, Automaton, bare

_BLANKS = r"[\t-\r\x1c-\x1f ]+"


class Prefilter:
    """An automaton of folded terms."""

    def __init__(self, folded: Iterable[str]) -> None:
        kinds: dict[tuple[bool, bool], list[str]] = {}
        for key in sorted(map(bare, folded)):
            if key.isascii():
                kinds.setdefault((key[0].isalnum(), key[-1].isalnum()), []).append(_regex(key))
        self._automaton = Automaton(
            f"(?i:{BEGINS if begins else ''}(?:{'|'.join(terms)}){ENDS if ends else ''})"
            for (begins, ends), terms in kinds.items()
        )

    def may_hold(self, text: str) -> bool:
        """Return False if the text surely holds no term."""
        plain = bare(text)
        return not plain.isascii() or self._automaton.found(plain) != ()


def _regex(key: str) -> str:
    return _BLANKS.join(map(re.escape, key.split(" ")))
