"""Replace short forms of names by the full parts: "Terry" by Terrance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.name_match import given_link, same
from anonfilter_english.knowledge.people.person_names import Name, Part, Parts

_PIECE = re.compile(r"[^\s\-]+")


@dataclass(slots=True)
class Heads:
    """The parts of one person's name, written in full.

    Forms in full names and frequent forms come first. The others are short for them, or misspelled.
    """

    given: list[Part] = field(default_factory=list)
    surname: list[Part] = field(default_factory=list)

    @classmethod
    def of(cls, names: Iterable[Name], on: frozenset[Evidence]) -> Heads:
        heads = cls()
        counted = Counter(names)
        ordered = sorted(counted, key=lambda name: (not name.full, -counted[name]))
        for name in ordered:
            _learn(heads.given, name.given, on)
            _learn(heads.surname, name.surname, on)
        for name in ordered:
            for part in name.lone:
                if heads.find(part, name, on) is None:
                    heads.surname.append(part)
        heads.given.sort(key=lambda part: part.initial)
        return heads

    def find(self, part: Part, name: Name, on: frozenset[Evidence]) -> Part | None:
        """Return the full part for a short form, which may be the part itself."""
        sides = [self.given] if part in name.given else [self.surname]
        if part in name.lone:
            sides = [self.given, self.surname]
        for side in sides:
            found = next((head for head in side if same(part, head, on)), None)
            if found:
                return found
        links = [
            (link.weight, head)
            for side in sides
            for head in side
            if not head.initial and (link := given_link(part, head, on, True))
        ]
        return max(links, key=lambda link: link[0])[1] if links else None


def _learn(heads: list[Part], parts: Sequence[Part], on: frozenset[Evidence]) -> None:
    """Add the parts that are no head, no short form of a head, and no misspelling."""
    for part in parts:
        if not any(
            same(head, part, on)
            or (not head.initial and given_link(part, head, on, True) is not None)
            for head in heads
        ):
            heads.append(part)


def canonical(surface: str, name: Name, heads: Heads, on: frozenset[Evidence]) -> str:
    """Return the surface with each part in its full form; "" if nothing changes."""
    full = {
        part.start: head.written
        for part in name.parts
        if (head := heads.find(part, name, on)) and part.key != head.key
    }
    if not full:
        return ""
    return " ".join(
        full.get(_start_of(piece, name.parts), piece[0]) for piece in _PIECE.finditer(surface)
    )


def _start_of(piece: re.Match[str], parts: Parts) -> int:
    """Return the start of the only part in a piece; -1 if there are none or several ("J.R.")."""
    inside = [part.start for part in parts if piece.start() <= part.start < piece.end()]
    return inside[0] if len(inside) == 1 else -1
