"""Write the people of a document as a text to edit, and read the decisions from the result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from anonfilter_english.resolvers.decisions.decisions_file import Decision, Place

from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values
from anonfilter_review.finding_context import TextLines
from anonfilter_review.people.document_people import DocumentPeople, role_of

_HELP = """\
# Each person is a block, with one line per mention. Edit, save, and close the editor.
#   Move a line into another block, or under a new id: the mention is of that person.
#   Give two blocks the same id: they are one person.
#   Change the role after the id.
#   Write `keep` after the role: the names of this person stay in the text.
#   Delete a line: the mention is not of a person.
#   Add a line `120-129` to a block: this is another mention of the person, in characters.
# The text after a place is for reading only: line and column, the mention, doubts, and, with names,
# the text around the mention. Lines that begin with # are ignored.
"""
_AROUND = 40  # characters on either side of a mention
_HEAD = re.compile(r"(?P<id>[A-Za-z]\w*)(?:\s+(?P<role>[A-Z][A-Z0-9_]*))?(?:\s+(?P<keep>keep))?\s*")
_MENTION = re.compile(r"\s+(?P<start>\d+)-(?P<end>\d+)(?:\s.*)?")


class Unreadable(ValueError):
    """The error that a line is neither a person nor a mention, or contradicts other lines."""


@hide_values
@dataclass(slots=True)
class Person:
    """A block of the sheet: the role, whether the names stay, and the places of mentions."""

    role: str = ""
    keep: bool = False
    places: list[Place] = field(default_factory=list)


Sheet = dict[str, Person]


def sheet_of(people: DocumentPeople) -> Sheet:
    """Return the people as a sheet, without names that a decision keeps in the text."""
    sheet: Sheet = {}
    for cluster in people.clusters:
        spans = [span for span in cluster.spans if people.place(span) not in people.decided]
        if spans:
            role = role_of(cluster) if cluster.roles else ""
            keep = all(map(people.stays, spans))
            sheet[cluster.id] = Person(role, keep, [people.place(span) for span in spans])
    return sheet


def render(people: DocumentPeople) -> str:
    """Render the people as a text to edit."""
    return "".join(_lines(people, sheet_of(people)))


def _lines(people: DocumentPeople, sheet: Sheet) -> Iterator[str]:
    yield _HELP
    comments = _comments(people)
    for name, person in sheet.items():
        head = (name, person.role, "keep" if person.keep else "")
        yield f"\n{' '.join(filter(None, head))}\n"
        for place in person.places:
            line, column = people.line_and_column(place)
            yield f"  {place[0]}-{place[1]}  {line}:{column}  {one_line(comments[place])}\n"


def _comments(people: DocumentPeople) -> dict[Place, str]:
    """Return the comment that follows each place."""
    page = TextLines(people.document.source.text)
    comments = {}
    for cluster in people.clusters:
        doubts = {people.place(one.span): one for one in people.doubts(cluster)}
        for span in cluster.spans:
            place = people.place(span)
            parts = [people.shown(span)]
            if place in doubts:
                parts.append(f"(or {', '.join(doubts[place].others)}: {doubts[place].reason})")
            if people.values:
                text = page.around(*place, lines=0, characters=_AROUND)
                parts.append(f"| {text.before}{text.value}{text.after}".strip())
            comments[place] = "  ".join(parts)
    return comments


def parse(text: str, roles: Mapping[str, str] | None = None) -> Sheet:
    """Read an edited text; ``roles`` maps all names of roles to roles."""
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
    places = Counter(place for person in sheet.values() for place in person.places)
    for (start, end), number in places.items():
        if number > 1:
            raise Unreadable(f"{start}-{end} is in two lines")
    return sheet


def decisions(
    before: Sheet, after: Sheet, bodies: frozenset[Place] = frozenset()
) -> list[Decision]:
    """Return the decisions that change one sheet into the other; ``bodies`` are not people."""
    return list(_Difference(before, after).decisions(bodies))


class _Difference:
    """The difference of two sheets."""

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
        """Return the mentions of a person after the edit, by the person that they had before it."""
        parts: dict[str, list[Place]] = {}
        for place in person.places:
            if place in self._whose:
                parts.setdefault(self._whose[place], []).append(place)
        return parts

    def _splits(self) -> Iterator[Decision]:
        """Yield splits of people whose mentions are in several blocks; one block keeps the id."""
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
