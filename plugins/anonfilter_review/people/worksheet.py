"""The cast as an editable text, and the decisions that an edited text makes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from anonfilter_english.resolvers.decisions.decisions_file import Decision, Place

from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values
from anonfilter_review.context import Page
from anonfilter_review.people.cast import Cast, role_of

_HELP = """\
# People: one block each, with one line per mention. Edit, save, and close the editor.
#   Move a line into another block, or under a new id: the mention is of that person.
#   Give two blocks the same id: they are one person.
#   Change the role behind the id.
#   Write `keep` behind the role: this person's names stay in the text.
#   Delete a line: no person is mentioned there.
#   Add a line `120-129` to a block: the person is mentioned there, too. Places count characters.
# All behind a place is for reading only: line and column, the mention, what is uncertain, and, with
# names, the text around it. Lines that begin with # are ignored.
"""
_AROUND = 40  # characters on either side of a mention
_HEAD = re.compile(r"(?P<id>[A-Za-z]\w*)(?:\s+(?P<role>[A-Z][A-Z0-9_]*))?(?:\s+(?P<keep>keep))?\s*")
_MENTION = re.compile(r"\s+(?P<start>\d+)-(?P<end>\d+)(?:\s.*)?")


class Unreadable(ValueError):
    """A line is neither a person nor a mention."""


@hide_values
@dataclass(slots=True)
class Person:
    """A block: the role, whether the names stay, and the places of mentions."""

    role: str = ""
    keep: bool = False
    places: list[Place] = field(default_factory=list)


Sheet = dict[str, Person]


def sheet_of(cast: Cast) -> Sheet:
    """Return the cast as a sheet, without names that a decision keeps in the text."""
    sheet: Sheet = {}
    for cluster in cast.clusters:
        spans = [span for span in cluster.spans if cast.place(span) not in cast.decided]
        if spans:
            role = role_of(cluster) if cluster.roles else ""
            keep = all(map(cast.stays, spans))
            sheet[cluster.id] = Person(role, keep, [cast.place(span) for span in spans])
    return sheet


def render(cast: Cast) -> str:
    """Render the cast as a text to edit."""
    return "".join(_lines(cast, sheet_of(cast)))


def _lines(cast: Cast, sheet: Sheet) -> Iterator[str]:
    yield _HELP
    behind = _behind(cast)
    for name, person in sheet.items():
        head = (name, person.role, "keep" if person.keep else "")
        yield f"\n{' '.join(filter(None, head))}\n"
        for place in person.places:
            line, column = cast.line_and_column(place)
            yield f"  {place[0]}-{place[1]}  {line}:{column}  {one_line(behind[place])}\n"


def _behind(cast: Cast) -> dict[Place, str]:
    """Return the comment behind each place."""
    page = Page(cast.document.source.text)
    behind = {}
    for cluster in cast.clusters:
        doubts = {cast.place(one.span): one for one in cast.doubts(cluster)}
        for span in cluster.spans:
            place = cast.place(span)
            parts = [cast.shown(span)]
            if place in doubts:
                parts.append(f"(or {', '.join(doubts[place].others)}: {doubts[place].reason})")
            if cast.values:
                text = page.around(*place, lines=0, characters=_AROUND)
                parts.append(f"| {text.before}{text.value}{text.after}".strip())
            behind[place] = "  ".join(parts)
    return behind


def parse(text: str, roles: Mapping[str, str] | None = None) -> Sheet:
    """Parse an edited text; ``roles`` maps all names of roles to roles."""
    sheet: Sheet = {}
    current: Person | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        head, mention = _HEAD.fullmatch(line), _MENTION.fullmatch(line)
        if head:
            current = sheet.setdefault(head["id"], Person())
            role = head["role"] or ""
            if role and roles is not None:
                if role not in roles:
                    raise Unreadable(f"line {number}: {role} is not a role")
                role = roles[role]
            current.role = current.role or role
            current.keep = current.keep or bool(head["keep"])
        elif mention and current:
            place = int(mention["start"]), int(mention["end"])
            if place[0] >= place[1]:
                raise Unreadable(f"line {number}: a place is START-END")
            current.places.append(place)
        else:
            raise Unreadable(f"line {number} is neither `p1 ROLE` nor `  START-END`")
    twice = _twice(place for person in sheet.values() for place in person.places)
    if twice:
        raise Unreadable(f"{twice[0]}-{twice[1]} is in two lines")
    return sheet


def _twice(places: Iterable[Place]) -> Place | None:
    return next((place for place, number in Counter(places).items() if number > 1), None)


def decisions(
    before: Sheet, after: Sheet, bodies: frozenset[Place] = frozenset()
) -> list[Decision]:
    """Return the decisions that turn one sheet into the other; ``bodies`` are no people."""
    return list(_Difference(before, after).decisions(bodies))


class _Difference:
    def __init__(self, before: Sheet, after: Sheet) -> None:
        self._before = before
        self._after = after
        self._whose = {place: name for name, one in before.items() for place in one.places}

    def decisions(self, bodies: frozenset[Place]) -> Iterator[Decision]:
        left = {place for person in self._after.values() for place in person.places}
        gone = [place for place in self._whose if place not in left]
        if gone:
            yield Decision(not_a_person=tuple(gone))
        yield from self._splits()
        for name, person in self._after.items():
            yield from self._person(name, person, bodies)

    def _parts(self, person: Person) -> dict[str, list[Place]]:
        """Return the mentions of a person, grouped by their person before."""
        parts: dict[str, list[Place]] = {}
        for place in person.places:
            if place in self._whose:
                parts.setdefault(self._whose[place], []).append(place)
        return parts

    def _splits(self) -> Iterator[Decision]:
        """Split people whose mentions are in several blocks; one block stays that person."""
        pieces: dict[str, dict[str, list[Place]]] = {}
        for name, person in self._after.items():
            for was, places in self._parts(person).items():
                pieces.setdefault(was, {})[name] = places
        for was, by_name in pieces.items():
            stays = was if was in by_name else max(by_name, key=lambda name: len(by_name[name]))
            for name, places in by_name.items():
                if name != stays:
                    yield Decision(split=tuple(places))

    def _person(self, name: str, person: Person, bodies: frozenset[Place]) -> Iterator[Decision]:
        parts = self._parts(person)
        ordered = sorted(parts, key=lambda was: was != name)
        if len(parts) > 1:
            yield Decision(merge=tuple(parts[was][0] for was in ordered))
        known = [place for was in ordered for place in parts[was]]
        for place in person.places:
            if place not in self._whose:
                yield Decision(add=(place,), to=known[0] if known else None)
                known.append(place)
        if not known:
            return
        role = next((self._before[was].role for was in ordered if self._before[was].role), "")
        if person.role and person.role != role:
            yield Decision(role=person.role, of=(known[0],))
        if person.keep and not any(self._before[was].keep for was in ordered):
            people = tuple(place for place in known if place not in bodies)
            others = tuple(place for place in known if place in bodies)
            if people:
                yield Decision(keep=people)
            if others:
                yield Decision(not_a_person=others)
