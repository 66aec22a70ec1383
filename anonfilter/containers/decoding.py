"""Decodes bytes so that encoding the text gives the same bytes; opens files that hold others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

from anonfilter.containers.dividing import require_plain
from anonfilter.containers.encodings import bom_of, declared
from anonfilter.containers.members import MOST, PREVIEW, Member, Reader, Room
from anonfilter.contract.document import Container, Source
from anonfilter.errors import Incomplete
from anonfilter.files.paths import suffix_of
from anonfilter.files.source_tree import DISK, Tree

_UNDECODABLE = re.compile("[\udc80-\udcff]+")
_STRAY = 4
DEEPEST = 4  # files in one another


class Opened(Container, Protocol):
    """A file that holds others, opened."""

    @property
    def members(self) -> Sequence[Member]: ...

    def text(self, depth: int) -> str: ...


def _zip(data: bytes, name: str, reader: Reader) -> Opened:
    from anonfilter.containers.zip_file import ZipFile

    return ZipFile.open(data, name, reader)


def _tar(data: bytes, name: str, reader: Reader) -> Opened:
    from anonfilter.containers.tar_file import TarFile

    return TarFile.open(data, name, reader)


def _gzip(data: bytes, name: str, reader: Reader) -> Opened:
    from anonfilter.containers.gzip_file import GzipFile

    return GzipFile.open(data, name, reader)


def _mail(data: bytes, name: str, reader: Reader) -> Opened:
    from anonfilter.containers.mail import Mail

    return Mail.open(data, name, reader)


def _table(data: bytes, name: str, reader: Reader) -> Opened:
    from anonfilter.containers.table import TableFile

    return TableFile.open(data, name, reader)


_ZIPPED = (
    ".docx .docm .dotx .dotm .xlsx .xlsm .xltx .pptx .pptm .potx .ppsx .odt .ods .odp .ott .ots"
    " .otp .epub .zip"
)
Opener = Callable[[bytes, str, Reader], Opened]
OPENED: dict[str, Opener] = {
    ".tar": _tar,
    ".gz": _gzip,
    ".tgz": _gzip,
    **dict.fromkeys(_ZIPPED.split(), _zip),
    **dict.fromkeys((".parquet", ".arrow", ".feather", ".ipc"), _table),
    **dict.fromkeys((".eml", ".mbox", ".mbx", ".mht", ".mhtml"), _mail),
}
"""How the files are opened that hold others, by suffix."""
UNNAMED = ("", ".dat")
"""Suffixes that say nothing: how such files begin says what they are."""
_BEGINS: tuple[tuple[re.Pattern[bytes], Opener], ...] = (
    (re.compile(rb"PK\x03\x04"), _zip),
    (re.compile(rb"\x1f\x8b\x08"), _gzip),
    (re.compile(rb"(?s).{257}ustar"), _tar),
)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Decodes the members of a file inside of so many."""

    tree: Tree
    depth: int = 0
    room: Room = field(default_factory=Room)

    def __call__(self, data: bytes, name: str) -> Source:
        opens = opener_of(name, data)
        if opens is not None:
            return _opened(opens, data, name, self)
        source = _text(data, name, self.tree)
        if self.depth:
            require_plain(source.text, name)
        return source


def opener_of(name: str, data: bytes) -> Opener | None:
    """How a file is opened that holds others: by its suffix, or where that says nothing, by how it
    begins."""
    suffix = suffix_of(name)
    if suffix in UNNAMED:
        return next((opens for begins, opens in _BEGINS if begins.match(data)), None)
    return OPENED.get(suffix)


def decode(data: bytes, name: str, tree: Tree = DISK) -> Source:
    """The text of a file, or of the parts of one that holds others.

    Bytes that are not UTF-8 are kept and counted. Raises ``Incomplete`` for what is no text: NUL
    bytes, broken UTF-16, another encoding.
    """
    return _Reader(tree)(data, name)


def whole_bytes(name: str, megabytes: float) -> int:
    """How many bytes of a file are read as a whole: of one that holds others, all."""
    return MOST if suffix_of(name) in OPENED else int(megabytes * 1_000_000)


def require_whole(source: Source, megabytes: float) -> None:
    """Refuse a file that holds more text than is read as a whole."""
    if source.container is not None and len(source.text) > megabytes * 1_000_000:
        raise Incomplete(
            f"holds more than {megabytes:g} MB of text, and is read as a whole",
            where=source.name,
            hint="Unpack it; or allow more in the rules: `limits: {whole_megabytes: …}`.",
        )


def same(one: Source, other: Source) -> bool:
    """Whether two files say the same: equal bytes, or equal members, however they are packed."""
    if one.container is None or other.container is None:
        return one.encode(one.text) == other.encode(other.text)
    mine, others = (cast("Opened", each.container).members for each in (one, other))
    return len(mine) == len(others) and all(map(_same_member, mine, others))


def _same_member(one: Member, other: Member) -> bool:
    if one.name != other.name or one.data == other.data or one.role == PREVIEW:
        return one.name == other.name
    return one.source is not None and other.source is not None and same(one.source, other.source)


def _opened(opens: Opener, data: bytes, name: str, reader: _Reader) -> Source:
    """The parts of a file that holds others, as one text."""
    if reader.depth == DEEPEST:
        raise Incomplete(f"is packed in {DEEPEST} others", where=name, hint="Unpack it first.")
    inner = _Reader(reader.tree, reader.depth + 1, reader.room)
    container = opens(data, name, inner)
    unread = sum(one.source.undecodable for one in container.members if one.source is not None)
    return Source(
        name, container.text(reader.depth), undecodable=unread, tree=reader.tree,
        container=container,
    )  # fmt: skip


def _text(data: bytes, name: str, tree: Tree) -> Source:
    bom, codec = bom_of(data)
    body = data[len(bom) :]
    if codec == "utf-8":
        nul = body.find(b"\0")
        if nul >= 0:
            raise Incomplete(
                f"holds a NUL byte at offset {nul + len(bom)}: binary, or UTF-16 without a BOM",
                where=name,
                hint="Convert it to UTF-8 text (iconv), or leave it out of `documents:`.",
            )
        codec = declared(body) or codec
    if codec != "utf-8":
        return _strict(Source(name, "", codec, bom, tree=tree), data)
    text = body.decode("utf-8", "surrogateescape")
    bad = 0 if text.isascii() else sum(map(len, _UNDECODABLE.findall(text)))
    if bad > _STRAY and 4 * bad > len(body):
        raise Incomplete(
            f"{bad:,} of its {len(body):,} bytes are not UTF-8: it is in another encoding",
            where=name,
            hint="Convert it to UTF-8 text (iconv); names cannot be seen in it as it is.",
        )
    return Source(name, text, codec, bom, bad, tree)


def _strict(source: Source, data: bytes) -> Source:
    """The text of these data, all of which must be in the source's encoding."""
    try:
        source = replace(source, text=data[len(source.bom) :].decode(source.codec, "surrogatepass"))
        exact = source.encode(source.text) == data
    except (UnicodeError, Incomplete):
        exact = False
    if not exact or "\0" in source.text:
        raise Incomplete(
            f"is {source.codec.upper()} by how it begins, but does not decode as it",
            where=source.name,
            hint="The file may be cut off; convert it to UTF-8 and try again.",
        )
    return source
