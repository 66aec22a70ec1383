"""Projects of REFI-QDA (.qdpx): ZIP files with texts, and with positions in these texts.

In the text of a project, a mark stands at each position, and ``project.qde`` has the number of the
mark, between two marks, in place of the position. So the positions follow each change of the texts,
in both directions. Marks stand at edges of words: a coding that began or ended within a word that
is replaced begins or ends at the edge of its tag, and stays at the edge of the word when that is
restored. So comparisons of projects leave out the positions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from anonfilter.containers.member_text import join_members
from anonfilter.containers.members import Member, MemberReader, parts_for
from anonfilter.contract.document import Source
from anonfilter.contract.tags import tag_shapes
from anonfilter.errors import Incomplete
from anonfilter.files.paths import member_path
from anonfilter.text.values import hide_values
from anonfilter_documents.containers.zip_file import ZipFile
from anonfilter_documents.markup.markup_tokens import (
    Attribute,
    Kind,
    attributes_of,
    read_xml_tokens,
)

MARK = "\ufdd0"  # no character: Unicode reserves it for the inner use of programs
_INTERNAL = "internal://"
_POSITIONS = {
    "PlainTextSelection": ("startPosition", "endPosition"),
    "SyncPoint": ("position",),
}


@hide_values
@dataclass(frozen=True, slots=True)
class _Position:
    """A position: the member with its text, its offset there, and its mark.

    ``within`` is the stretch from the mark to the position, or from the position to the mark if
    that ``ends`` a coding; it is empty unless the position is within a word.
    """

    member: int
    offset: int
    ends: bool
    within: str
    number: int = 0

    @property
    def mark(self) -> int:
        """The offset of the mark."""
        return self.offset + len(self.within) * (1 if self.ends else -1)

    def now(self, text: str, mark: int) -> int:
        """Return the position in a changed text in which the mark is at this offset."""
        if self.ends:
            return mark - len(self.within) * text.endswith(self.within, 0, mark)
        return mark + len(self.within) * text.startswith(self.within, mark)


class _MarkedText(Source):
    """A text with marks, which its bytes do not have."""

    __slots__ = ()

    def encode(self, text: str) -> bytes:
        return Source.encode(self, text.replace(MARK, ""))


class _Project(Source):
    """``project.qde`` with numbers between marks, which its bytes do not have."""

    __slots__ = ()

    def encode(self, text: str) -> bytes:
        return Source.encode(self, "".join(text.split(MARK)[::2]))


@hide_values
@dataclass(frozen=True, slots=True)
class ProjectFile:
    """An open project. ``positions`` has None for a position in a text outside of the project."""

    file: ZipFile
    members: tuple[Member, ...]
    project: int
    positions: tuple[_Position | None, ...]

    @classmethod
    def open(cls, data: bytes, name: str, reader: MemberReader) -> ProjectFile:
        file = ZipFile.open(data, name, reader)
        found = (at for at, member in enumerate(file.members) if is_project(member.name))
        at = next(found, -1)
        source = file.members[at].source if file.members else None
        if at < 0 or source is None or source.container is not None or any(found):
            raise Incomplete("has no project.qde, or more than one", where=name)
        source = replace(source, name=member_path(name, source.name))
        read = [
            _read_position(source, path, attribute, file.members)
            for path, attribute in positions_of(source)
        ]
        marked = _number(read)
        members = list(file.members)
        for index, offsets in _offsets(marked).items():
            members[index] = _with_marks(members[index], offsets, name)
        values = [f"{MARK}{one.number}{MARK}" if one else None for one in marked]
        shown = _Project(source.name, _with_positions(source, values), source.codec, source.bom)
        members[at] = replace(members[at], source=shown)
        return cls(file, tuple(members), at, tuple(marked))

    def pack(self, text: str) -> bytes:
        """Return the bytes of the project with the changed text, and with the positions in it."""
        parts = parts_for(self.members, text)
        texts = [text[part.start : part.end] for part in parts]
        marks: dict[int, list[int]] = {}
        for index, offsets in _offsets(self.positions).items():
            marks[index] = _places_of_marks(texts[index])
            texts[index] = texts[index].replace(MARK, "")
            if len(marks[index]) != len(offsets):
                raise Incomplete("has a coding that begins or ends within a single character")
        source = Source(self.members[self.project].name, texts[self.project])
        new = [
            None if one is None else one.now(texts[one.member], marks[one.member][one.number - 1])
            for one in self.positions
        ]
        self._keep_from_empty(source, new, texts)
        values = [None if one is None else str(one) for one in new]
        texts[self.project] = _with_positions(source, values)
        pairs = zip(parts, texts, strict=True)
        named = ((part.name, shown if part.read else None) for part, shown in pairs)
        return self.file.pack(join_members(named, int(text[1])))

    def _keep_from_empty(self, source: Source, new: list[int | None], texts: list[str]) -> None:
        """Begin a coding that had only a part of a replaced text at the tag, which is not empty."""
        start = 0
        for at, (_, attribute) in enumerate(positions_of(source)):
            first, last = self.positions[start], self.positions[at]
            if attribute.name == "startPosition":
                start = at
            elif attribute.name == "endPosition" and first and last and new[start] == new[at]:
                shapes = tag_shapes(texts[last.member]) if first.offset < last.offset else ()
                tag = (shape.start() for shape in shapes if shape.end() == new[at])
                new[start] = next(tag, new[at])


def is_project(name: str) -> bool:
    """Return True for the name of the member with codes, codings, notes and users."""
    return name.lower().endswith(".qde") and "/" not in name


def positions_of(source: Source) -> Iterator[tuple[str, Attribute]]:
    """Yield each position, with the path of the text in which it counts characters."""
    paths = [""]
    for token in read_xml_tokens(source):
        if token.kind is Kind.OPEN:
            path = attributes_of(source, token).get("plainTextPath", paths[-1])
            names = _POSITIONS.get(token.name.rpartition(":")[2], ())
            yield from ((path, one) for one in token.attributes if one.name in names)
            if not token.empty:
                paths.append(path)
        elif token.kind is Kind.CLOSE:
            paths.pop()


def _read_position(
    source: Source, path: str, attribute: Attribute, members: tuple[Member, ...]
) -> _Position | None:
    """Return a position with its member; None if its text is not in the project, or is not read."""
    if not path:
        raise Incomplete(
            "has codings in a text that is not a file of its own (PlainTextContent)",
            where=source.name,
            hint="Export the project again, with its sources as files.",
        )
    inside = path.removeprefix(_INTERNAL).lower()
    names = [member.name.lower() for member in members]
    wanted = f"sources/{inside}"
    if not path.startswith(_INTERNAL) or wanted not in names:
        return None
    index = names.index(wanted)
    text = members[index].source
    if text is None:
        return None
    written = source.text[attribute.start : attribute.end]
    if not (written.isascii() and written.isdecimal() and str(int(written)) == written):
        raise Incomplete("has a position that is not a number", where=source.name)
    if text.container is not None or int(written) > len(text.text):
        raise Incomplete("has a position that is not in its plain text", where=source.name)
    offset, ends = int(written), attribute.name == "endPosition"
    return _Position(index, offset, ends, _rest_of_word(text.text, offset, ends))


def _rest_of_word(text: str, offset: int, ends: bool) -> str:
    """Return the part of a word before this offset, or after it for the end of a coding."""
    if not (text[max(0, offset - 1) : offset].isalnum() and text[offset : offset + 1].isalnum()):
        return ""
    at, step = offset, 1 if ends else -1
    while 0 < at < len(text) and text[at - 1 : at + 1].isalnum():
        at += step
    return text[min(at, offset) : max(at, offset)]


def _number(read: list[_Position | None]) -> list[_Position | None]:
    """Return the positions with the numbers of their marks, in the order of each text."""
    order = sorted((one.member, one.mark, at) for at, one in enumerate(read) if one is not None)
    count = defaultdict[int, int](int)
    numbered = list(read)
    for member, _, at in order:
        count[member] += 1
        one = read[at]
        numbered[at] = one and replace(one, number=count[member])
    return numbered


def _offsets(positions: Sequence[_Position | None]) -> dict[int, list[int]]:
    """Return the offsets of the marks in each member."""
    found = defaultdict[int, list[int]](list)
    for one in positions:
        if one is not None:
            found[one.member].append(one.mark)
    return {member: sorted(offsets) for member, offsets in found.items()}


def _with_marks(member: Member, offsets: list[int], name: str) -> Member:
    """Return a member with a mark at each of these offsets of its text."""
    text = member.text or ""
    if MARK in text:
        message = "contains U+FDD0; anonfilter uses this code point itself"
        raise Incomplete(message, where=member_path(name, member.name))
    edges = pairwise([0, *offsets, len(text)])
    marked = MARK.join(text[start:end] for start, end in edges)
    source = member.source
    assert source is not None
    shown = _MarkedText(source.name, marked, source.codec, source.bom, source.undecodable)
    return replace(member, source=shown)


def _places_of_marks(text: str) -> list[int]:
    """Return the offsets of the marks in the text without marks."""
    lengths = [len(part) for part in text.split(MARK)]
    return list(accumulate(lengths[:-1]))


def _with_positions(source: Source, values: list[str | None]) -> str:
    """Return the text of ``project.qde`` with these positions; None leaves a position as it is."""
    parts: list[str] = []
    done = 0
    for (_, attribute), value in zip(positions_of(source), values, strict=True):
        if value is not None:
            parts += source.text[done : attribute.start], value
            done = attribute.end
    return "".join(parts) + source.text[done:]
