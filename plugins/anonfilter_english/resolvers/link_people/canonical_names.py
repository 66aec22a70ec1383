"""Replace short and misspelled parts of names by their full form: "Terry" by "Terrance"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.name_match import given_link, is_same_word
from anonfilter_english.knowledge.people.person_names import Name, Part, Parts

_PIECE = re.compile(r"[^\s\-]+")


@dataclass(slots=True)
class FullParts:
    """The parts of one person's name in their full form.

    Parts of full names, and of frequent names, are taken first. Later parts that are short for a
    known part, or misspell it, are left out.
    """

    given: list[Part] = field(default_factory=list)
    surname: list[Part] = field(default_factory=list)

    @classmethod
    def of(cls, names: Iterable[Name], on: frozenset[Evidence]) -> FullParts:
        full_parts = cls()
        counted = Counter(names)
        ordered = sorted(counted, key=lambda name: (not name.full, -counted[name]))
        for name in ordered:
            _learn(full_parts.given, name.given, on)
            _learn(full_parts.surname, name.surname, on)
        for name in ordered:
            for part in name.lone:
                if full_parts.find(part, name, on) is None:
                    full_parts.surname.append(part)
        full_parts.given.sort(key=lambda part: part.initial)
        return full_parts

    def find(self, part: Part, name: Name, on: frozenset[Evidence]) -> Part | None:
        """Return the full form of a part of a name; None if no known part matches."""
        sides = [self.given] if part in name.given else [self.surname]
        if part in name.lone:
            sides = [self.given, self.surname]
        for side in sides:
            found = next((known for known in side if is_same_word(part, known, on)), None)
            if found:
                return found
        links = [
            (link.weight, known)
            for side in sides
            for known in side
            if not known.initial and (link := given_link(part, known, on, True))
        ]
        return max(links, key=lambda link: link[0])[1] if links else None


def _learn(known: list[Part], parts: Sequence[Part], on: frozenset[Evidence]) -> None:
    """Add the parts that are not the same as a known part, short for it, or a misspelling of it."""
    for part in parts:
        if not any(
            is_same_word(other, part, on)
            or (not other.initial and given_link(part, other, on, True) is not None)
            for other in known
        ):
            known.append(part)


def canonical_form(surface: str, name: Name, full_parts: FullParts, on: frozenset[Evidence]) -> str:
    """Return a name with each part in its full form; "" if nothing changes."""
    full = {
        part.start: whole.written
        for part in name.parts
        if (whole := full_parts.find(part, name, on)) and part.key != whole.key
    }
    if not full:
        return ""
    return " ".join(
        full.get(_start_of(piece, name.parts), piece[0]) for piece in _PIECE.finditer(surface)
    )


def _start_of(piece: re.Match[str], parts: Parts) -> int:
    """Return the start of the only part in a piece of a name; -1 if it has none or several.

    "J.R." has several parts.
    """
    inside = [part.start for part in parts if piece.start() <= part.start < piece.end()]
    return inside[0] if len(inside) == 1 else -1
