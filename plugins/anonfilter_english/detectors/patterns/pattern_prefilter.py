"""Find out in one pass over many fields which patterns may match in each field.

A pattern needs its regex, its `if_found` and, mostly, a context word. A simpler regex is derived
from each of them (:mod:`.necessary`). The one that is rarest in the first texts stands for the
pattern, and a few automata search for all of them. The choice changes the speed, never the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from anonfilter.automaton import ENOUGH, Automaton, together
from anonfilter_english.detectors.patterns.pattern import Pattern

_AUTOMATA = 2  # with more regexes in one automaton, its cache of states overflows
_PIECE, _PIECES = 500, 20  # characters in a piece of the sample, and how many pieces are searched

Numbers = Sequence[int] | None
"""The indices of the patterns that may match, in order; None: any pattern may."""


class Prefilter:
    """A choice of the patterns that may match in a text, by the regexes that each pattern needs."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = patterns
        self._sample: list[str] = []
        self._left = ENOUGH
        self._automata: list[tuple[Automaton, list[list[int]]]] = []
        self._always: list[int] = []
        self._shadow: Callable[[str], str] = str  # until enough text was read

    def numbers(self, texts: Iterable[str]) -> Iterator[Numbers]:
        """Yield for each text the indices of the patterns that may match in it."""
        for some in together(texts):
            if not self._automata:
                for text in some:
                    self._learn(text)
                    yield None
            elif len(some) > 1 and self._in("\n".join(some)) == self._always:
                yield from (self._always for _ in some)
            else:
                yield from map(self._in, some)

    def _in(self, text: str) -> Numbers:
        shown, found = self._shadow(text), list(self._always)
        for automaton, needing in self._automata:
            here = automaton.found(shown)
            if here is None:
                return None
            for at in here:
                found += needing[at]
        return sorted(found)

    def _learn(self, text: str) -> None:
        """Read a sample of the first texts, and choose the regex that stands for each pattern."""
        if self._left > 0:
            self._sample.append(text)
            self._left -= len(text)
            if self._left <= 0:
                self._choose()
                self._sample.clear()

    def _choose(self) -> None:
        from anonfilter_english.detectors.patterns.necessary_regex import necessary, shadow

        self._shadow = shadow
        needs = [list(_needs(pattern, necessary)) for pattern in self._patterns]
        every = sorted({one for own in needs for one in own})
        automaton, seen = Automaton(every), Counter[str]()
        for text in spread(self._sample):
            found = automaton.found(shadow(text))
            if found is None:
                return
            seen.update(every[at] for at in found)
        needing: dict[str, list[int]] = {}
        for at, own in enumerate(needs):
            if own:
                rarest = min(own, key=lambda one: (seen[one], len(one)))
                needing.setdefault(rarest, []).append(at)
            else:
                self._always.append(at)
        for share in range(_AUTOMATA):
            part = list(needing)[share::_AUTOMATA]
            self._automata.append((Automaton(part), [needing[one] for one in part]))


def _needs(pattern: Pattern, necessary: Callable[[str, int], str | None]) -> Iterator[str]:
    """Yield the regexes that match the shadow of every text that the pattern matches."""
    context = pattern.context if pattern.rules.score_without_context is None else None
    for one in (pattern.regex, pattern.if_found, context):
        simple = None if one is None else necessary(one.pattern, one.flags)
        if simple is not None:
            yield simple


def spread(texts: Iterable[str]) -> Sequence[str]:
    """Return short, evenly spaced pieces of the texts: an automaton of all regexes is slow."""
    whole = "\n".join(texts)
    apart = max(_PIECE, len(whole) // _PIECES)
    return [whole[at : at + _PIECE] for at in range(0, len(whole), apart)]
