"""Put scenes together from single lines, in a new order each time.

A file in `passages/` has lines that may occur in texts of one kind. A passage has some of them in
random order. The first line of the file names the layout: `prose` joins the lines to a paragraph,
`lines` and `rows` keep them separate, and `turns` also adds labels of speakers.

Lines have the slots of scenes; `{a}` is the same person in all lines of a passage, and `{new.full}`
another person in each. `<one|two|>` is replaced by one of its parts, of which the last is empty.
One of the lines that begin with `#` may come first, like the head of a table or list.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from training.names import table

FOLDER = Path(__file__).with_name("passages")

OF_EACH = 45
"""How many passages of each file an epoch has."""

_CHOICE = re.compile(r"<([^<>]*\|[^<>]*)>")
_NEW = re.compile(r"\{new\d?(?=\.)")
_SIZES = (1, 2, 3, 4, 6, 9, 14)


@dataclass(frozen=True, slots=True)
class Kind:
    """The lines of a file, and the layout of its passages."""

    name: str
    layout: str
    heads: tuple[str, ...]
    lines: tuple[str, ...]


@cache
def kinds(folder: Path = FOLDER) -> tuple[Kind, ...]:
    """Return the kinds of text, one for each file."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        layout, *lines = path.read_text(encoding="utf-8").splitlines()
        heads = tuple(line[1:].strip() for line in lines if line.startswith("#"))
        rest = tuple(line for line in lines if line.strip() and not line.startswith("#"))
        found.append(Kind(path.stem, layout, heads, rest))
    return tuple(found)


def passages(chance: random.Random, count: int = OF_EACH) -> list[tuple[str, str]]:
    """Return ``count`` scenes of each kind, with their source; their slots are not filled yet."""
    return [(kind.name, passage(kind, chance)) for kind in kinds() for _ in range(count)]


def passage(kind: Kind, chance: random.Random) -> str:
    """Return a scene of random lines of a kind."""
    wanted = min(chance.choice(_SIZES), len(kind.lines))
    drawn = [_chosen(line, at, chance) for at, line in enumerate(chance.sample(kind.lines, wanted))]
    if kind.heads and chance.random() < 0.7:
        drawn.insert(0, _chosen(chance.choice(kind.heads), len(drawn), chance))
    if kind.layout == "turns":
        return "\n".join(_labelled(drawn, chance))
    return (" " if kind.layout == "prose" else "\n").join(drawn)


def _labelled(lines: Sequence[str], chance: random.Random) -> list[str]:
    labels = chance.choice(table("speakers"))
    return [f"{labels[at % 2]}{line}" for at, line in enumerate(lines)]


def _chosen(line: str, at: int, chance: random.Random) -> str:
    """Return a line with random choices, and with slots for new people numbered by its place."""
    while _CHOICE.search(line):
        line = _CHOICE.sub(lambda match: chance.choice(match[1].split("|")), line)
    return _NEW.sub(lambda match: f"{match[0]}x{at}", line)
