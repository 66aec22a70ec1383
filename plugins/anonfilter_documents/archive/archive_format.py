"""ZIP, TAR and gzip archives: each member is read by its own format, and names of members too."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import cast

from pydantic import Field as Option

from anonfilter.containers.decoding import OpenContainer
from anonfilter.containers.member_text import MemberPart, split_parts
from anonfilter.containers.members import OWNERS, OWNERS_NAME, PATH, Member
from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.files.paths import member_path
from anonfilter_documents.archive.member_names import NameFields
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.file_kinds import refuse
from anonfilter_documents.shared.format_bases import ContainerReader, suffixes_of

_HINT = (
    "Remove it from the archive. If it may stay unread, write under `formats:` "
    "{{use: {}, keep: ['*SUFFIX']}}."
)
_NAMES = "names"


class Archive(ContainerReader):
    """An archive; by default, people are not linked across its members."""

    suffixes = suffixes_of("archive")
    use = "archive"

    class Config(Strict):
        keep: tuple[str, ...] = Option(
            default=(),
            description="members that are left unread, by name: '*.png', or by path: "
            "'pictures/*'; other members that no format reads make the file incomplete",
        )
        apart: bool = Option(
            default=True,
            description="true: each member has its own people; false: link people across members",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        names = NameFields(source, builder)
        for member, part in zip(_members_of(source), split_parts(source.text), strict=True):
            if self._config.apart:
                builder.begin_record()
                builder.set_group(_NAMES)
            if member.role == OWNERS:
                names.add_owners(part.start, part.end)
                continue
            self._add_name(names, part)
            if member.role == PATH:
                names.add(part.start, part.end)
            elif not self._keeps(member.name):
                document = self._read_member(source.name, member)
                builder.add_document(document, part.start, apart=self._config.apart)
                builder.add_gap("\n\n")
        return builder.build()

    def _add_name(self, names: NameFields, part: MemberPart) -> None:
        names.add(*part.named)

    def _keeps(self, name: str) -> bool:
        path = name.lower()
        names = (path, path.rpartition("/")[2])
        return any(
            fnmatchcase(tried, glob.lower()) for glob in self._config.keep for tried in names
        )

    def _read_member(self, name: str, member: Member) -> Document:
        """Return the document of a member; errors name the member."""
        assert self._read is not None
        try:
            if member.source is None:
                refuse(member.data, member.name)
                raise member.why or Incomplete("is not text", where=member.name)
            return self._read(member.source)
        except Incomplete as error:
            where = member_path(name, error.where or member.name)
            hint = _HINT.format(self.use) if member.source is None else error.hint
            raise Incomplete(error.message, where=where, hint=hint) from None


def _members_of(source: Source) -> Sequence[Member]:
    """Return the members of an archive, or of its text if the archive is in another container."""
    if source.container is not None:
        return cast("OpenContainer", source.container).members
    return [_member_of(part, source.text) for part in split_parts(source.text)]


def _member_of(part: MemberPart, text: str) -> Member:
    source = Source(part.name, text[part.start : part.end]) if part.read else None
    return Member(part.name, b"", source, role=OWNERS if part.name == OWNERS_NAME else "")
