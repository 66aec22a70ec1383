"""Find out in one pass over many fields which patterns may match in each field.

A pattern needs its regex, its `if_found` and, in most cases, a context word. A simpler regex is
derived from each of them (:mod:`.necessary_regex`). The one that is rarest in the first texts
represents the pattern, and a few automata search for all of these. The choice changes the speed,
never the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from anonfilter_english.detectors.patterns.pattern import Pattern
from anonfilter_english.knowledge.automaton import ENOUGH, Automaton, together

_AUTOMATA = 2  # with more regexes in one automaton, its cache of states overflows
_PIECE, _PIECES = 500, 20  # characters in a piece of the sample, and how many pieces are searched

Numbers = Sequence[int] | None
"""The indices of the patterns that may match, in order; None: any pattern may."""


class Prefilter:
    """A search for the patterns that may match in a text, by regexes that each pattern needs."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = patterns
        self._sample: list[str] = []
        self._left = ENOUGH
        self._automata: list[tuple[Automaton, list[list[int]]]] = []
        self._always: list[int] = []
        self._shadow: Callable[[str], str] = str  # replaced when enough text was read

    def numbers(self, texts: Iterable[str]) -> Iterator[Numbers]:
        """Yield for each text the indices of the patterns that may match in it; None if all may."""
        for batch in together(texts):
            if not self._automata:
                for text in batch:
                    if self._left > 0:
                        self._sample.append(text)
                        self._left -= len(text)
                        if self._left <= 0:
                            self._choose()
                            self._sample.clear()
                    yield None
            elif len(batch) > 1 and self._in("\n".join(batch)) == self._always:
                yield from (self._always for _ in batch)
            else:
                yield from map(self._in, batch)

    def _in(self, text: str) -> Numbers:
        """Return the indices of the patterns that may match in a text; None if all may."""
        shown, found = self._shadow(text), list(self._always)
        for automaton, needing in self._automata:
            here = automaton.found(shown)
            if here is None:
                return None
            for at in here:
                found += needing[at]
        return sorted(found)

    def _choose(self) -> None:
        """Choose the regex that represents each pattern, by the sample of the first texts."""
        from anonfilter_english.detectors.patterns.necessary_regex import necessary, shadow

        self._shadow = shadow
        needs = [list(_needs(pattern, necessary)) for pattern in self._patterns]
        every = sorted({regex for regexes in needs for regex in regexes})
        automaton, seen = Automaton(every), Counter[str]()
        for text in spread(self._sample):
            found = automaton.found(shadow(text))
            if found is None:
                return
            seen.update(every[at] for at in found)
        needing: dict[str, list[int]] = {}
        for at, regexes in enumerate(needs):
            if regexes:
                rarest = min(regexes, key=lambda regex: (seen[regex], len(regex)))
                needing.setdefault(rarest, []).append(at)
            else:
                self._always.append(at)
        for share in range(_AUTOMATA):
            part = list(needing)[share::_AUTOMATA]
            self._automata.append((Automaton(part), [needing[regex] for regex in part]))


def _needs(pattern: Pattern, necessary: Callable[[str, int], str | None]) -> Iterator[str]:
    """Yield regexes that match the shadow of every text that the pattern matches."""
    context = pattern.context if pattern.rules.score_without_context is None else None
    for regex in (pattern.regex, pattern.if_found, context):
        simple = None if regex is None else necessary(regex.pattern, regex.flags)
        if simple is not None:
            yield simple


def spread(texts: Iterable[str]) -> Sequence[str]:
    """Return short, evenly spaced pieces of texts, since an automaton of all regexes is slow."""
    whole = "\n".join(texts)
    apart = max(_PIECE, len(whole) // _PIECES)
    return [whole[at : at + _PIECE] for at in range(0, len(whole), apart)]
