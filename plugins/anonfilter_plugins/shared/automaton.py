"""One pass over a text tells which of many simple regexes match in it.

The automaton is RE2's: it makes its states while it reads, so it is ready at once and slow for the
first megabyte. Without the library, and where its memory is short, it cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

ENOUGH = 50_000
"""Characters that are read without an automaton: for fewer, it is not worth making one."""
_MEMORY = 32 << 20


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
