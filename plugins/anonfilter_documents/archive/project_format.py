"""Projects of REFI-QDA (.qdpx), which NVivo, MAXQDA and ATLAS.ti exchange: sources and codings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pydantic import Field as Option

from anonfilter.containers.member_text import MemberPart
from anonfilter.containers.members import Member
from anonfilter.contract.document import Document, Source
from anonfilter.text.origin import Origin, Piece
from anonfilter_documents.archive.archive_format import Archive
from anonfilter_documents.archive.member_names import NameFields
from anonfilter_documents.containers.project_file import MARK, is_project
from anonfilter_documents.markup.markup_reader import LEAVE
from anonfilter_documents.markup.markup_tokens import Attribute, Token, read_xml_tokens
from anonfilter_documents.markup.xml import XmlReader, XmlVocabulary, local_name
from anonfilter_documents.shared.builder import compose_pieces
from anonfilter_documents.shared.format_bases import suffixes_of

_GUID = r"\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?"
# Identifiers, links to members that are named so, times at which a program wrote, and positions.
_GENERATED = re.compile(
    rf"(?:internal://)?{_GUID}(?:\.[a-z0-9]{{1,5}})?"
    rf"|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9:.+Z-]+|{MARK}[0-9]+{MARK}|[0-9]+"
)
_MEMBER = re.compile(rf"(?i)project\.qde|sources/(?:{_GUID}\.[a-z0-9]{{1,5}})?")
_NUMBERS = re.compile(r"(?:start|end|first|second)[A-Z][A-Za-z]*|position|page|begin|timeStamp")


class Project(Archive):
    """A project of REFI-QDA: people are linked across its sources, notes and codings."""

    suffixes = suffixes_of("qdpx")
    use = "qdpx"

    class Config(Archive.Config):
        apart: bool = Option(
            default=False,
            description="true: each source has its own people; false: link people in the project",
        )

    def _add_name(self, names: NameFields, part: MemberPart) -> None:
        if not _MEMBER.fullmatch(part.name):
            super()._add_name(names, part)

    def _read_member(self, name: str, member: Member) -> Document:
        if member.source is None:
            return super()._read_member(name, member)
        if is_project(member.name):
            source = replace(member.source, name=f"{name}: {member.name}")
            return _ProjectReader(source, _ProjectVocabulary()).read(read_xml_tokens(source))
        text = member.source.text.replace(MARK, "")
        without = replace(member, source=replace(member.source, text=text))
        document = super()._read_member(name, without)
        pieces = compose_pieces(document.origin.pieces, list(_pieces(member.source.text)))
        return replace(document, source=member.source, origin=Origin(list(pieces)))


class _ProjectReader(XmlReader):
    """A reader that labels the value of a variable with the name of the variable."""

    def __init__(self, source: Source, vocabulary: XmlVocabulary) -> None:
        super().__init__(source, vocabulary)
        self._variables: dict[str, str] = {}
        self._variable = ""

    def _open_element(self, token: Token) -> None:
        if local_name(token.name) == "Variable":
            guid = self._attribute_value(token, ("guid",))
            self._variables[guid] = self._attribute_value(token, ("name",))
        elif local_name(token.name) == "VariableRef":
            guid = self._attribute_value(token, ("targetguid",))
            self._variable = self._variables.get(guid, "")
        super()._open_element(token)

    def _block_labels(self) -> Sequence[str]:
        labels = super()._block_labels()
        inside = map(local_name, self._open[-2:])
        return [self._variable, *labels] if "VariableValue" in inside and self._variable else labels


class _ProjectVocabulary(XmlVocabulary):
    """The elements and attributes of ``project.qde``."""

    def attribute_role(self, token: Token, attribute: Attribute, value: str) -> str:
        is_number = value.isdecimal()
        if _GENERATED.fullmatch(value) and (not is_number or _NUMBERS.fullmatch(attribute.name)):
            return LEAVE
        role = super().attribute_role(token, attribute, value)
        is_user = local_name(token.name) == "User" and attribute.name in ("name", "id")
        return "text" if is_user else role


def _pieces(text: str) -> Iterator[Piece]:
    """Yield the stretches between the marks of a text."""
    edges = [-1, *(found.start() for found in re.finditer(MARK, text)), len(text)]
    for number, (mark, end) in enumerate(pairwise(edges)):
        yield Piece(mark + 1 - number, end - number, mark + 1, end)
