"""Fill invented dialogues with names, with other names each time.

The files `scenes/*.txt` contain scenes, separated by lines `---`; each line is a turn. `{a.first}`
is a slot for a name of person `a` in the scene; `{city}`, `{street.2}` and `{company}` are slots
for places and firms, as listed in `things.py`. `[[PER Grace]]` and `[[LOC the text]]` are fixed
names; `[[ANY Thunder]]` may be ordinary or OTHER. All other words are ordinary, but words with a
capital inside a sentence may also be OTHER, except in `other-*.txt`, where all names are marked.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from anonfilter_measure.evaluation.simulated_recogniser import misheard

from training.example import EITHER, Example, Mark, joined
from training.names import Names
from training.things import THINGS

FOLDER = Path(__file__).with_name("scenes")

_SLOT = re.compile(
    r"\[\[(?P<kind>[A-Z]+) (?P<text>[^][]+)\]\]|\{(?P<slot>\w+)(?:\.(?P<part>\w+))?\}"
)
_WRITTEN = {
    "PER": "PERSON",
    "LOC": "LOCATION",
    "ORG": "ORGANIZATION",
    "NRP": "NRP",
    "DATE": "DATE",
    "TIME": "TIME",
    "OTH": "OTHER",
    "ANY": EITHER,
}
_THING = re.compile(
    r"(?<=[a-z,] )(?!(?:Mr|Ms|Mrs|Dr|Your|Honor|Judge|God|Okay|Detective)\b)[A-Z][a-z]{2,}"
)
_PARTS = frozenset(("first", "last", "full", "nick", "initial", "middle", "sounds", "spelled"))


@dataclass(slots=True)
class _Cast:
    """The names and things in the slots of one scene."""

    names: Names
    people: dict[tuple[str, str], str] = field(default_factory=dict)
    things: dict[tuple[str, str], str] = field(default_factory=dict)

    def person(self, who: str, part: str) -> str:
        kind = part.lower()
        if kind not in _PARTS:
            raise ValueError(f"there is no slot {{{who}.{part}}}")
        name = self._part(who, kind)
        return name.upper() if part.isupper() else name

    def _part(self, who: str, kind: str) -> str:
        if kind == "full":
            return f"{self._part(who, 'first')} {self._part(who, 'last')}"
        if (who, kind) not in self.people:
            self.people[who, kind] = self._draw(who, kind)
        return self.people[who, kind]

    def _draw(self, who: str, kind: str) -> str:
        match kind:
            case "last":
                return self.names.family()
            case "nick":
                return self.names.nick(self._part(who, "first"))
            case "initial":
                return self._part(who, "first")[0]
            case "spelled":
                between = self.names.chance.choice((" ", "-", ", "))
                return between.join(self._part(who, "last").upper())
            case "sounds":
                heard = misheard(self._part(who, "last").lower(), self.names.chance)
                return heard.capitalize()
        return self.names.given()

    def thing(self, kind: str, number: str) -> tuple[str, str]:
        key = (kind, number)
        label, draw = THINGS[kind]
        if not number or key not in self.things:
            self.things[key] = draw(self.names)
        return self.things[key], label


def scenes(folder: Path = FOLDER) -> list[tuple[str, str]]:
    """Return the file and the text of each scene, with its slots."""
    return [
        (path.stem, scene.strip())
        for path in sorted(folder.glob("*.txt"))
        for scene in re.split(r"(?m)^---\s*$", path.read_text(encoding="utf-8"))
        if scene.strip()
    ]


def filled(scene: str, source: str, chance: random.Random) -> Example:
    """Return the scene with names in its slots."""
    cast = _Cast(Names(chance))
    stretches = _stretches(scene, cast)
    if not source.startswith("other-"):
        stretches = _with_things(stretches)
    return _whole_names(joined(stretches, source))


def _whole_names(example: Example) -> Example:
    """Return the example with adjacent names of people joined, such as initial and surname."""
    marks: list[Mark] = []
    for mark in example.marks:
        last = marks[-1] if marks else None
        between = example.text[last.end : mark.start] if last else ""
        if last and last.label == mark.label == "PERSON" and between in (" ", ". "):
            marks[-1] = Mark(last.start, mark.end, "PERSON")
        else:
            marks.append(mark)
    return Example(example.text, tuple(marks), example.source)


def _with_things(stretches: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for text, label in stretches:
        done = 0
        for match in () if label else _THING.finditer(text):
            yield text[done : match.start()], ""
            yield match[0], EITHER
            done = match.end()
        yield text[done:], label


def _stretches(scene: str, cast: _Cast) -> Iterator[tuple[str, str]]:
    done = 0
    for match in _SLOT.finditer(scene):
        yield scene[done : match.start()], ""
        done = match.end()
        slot, part = match["slot"], match["part"] or ""
        if match["kind"]:
            yield match["text"], _WRITTEN[match["kind"]]
        elif slot in THINGS:
            text, label = cast.thing(slot, part)
            yield from _article(text, label, scene[: match.start()])
        else:
            yield cast.person(slot, part), "PERSON"
    yield scene[done:], ""


def _article(name: str, label: str, before: str) -> Iterator[tuple[str, str]]:
    """Yield a name without "the", and before it an ordinary "the" if the text has none there."""
    if name.startswith("the "):
        if not before.endswith(("the ", "The ")):
            yield "the ", ""
        name = name[4:]
    yield name, label
