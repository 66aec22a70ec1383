"""Decodes bytes so that encoding the text gives the same bytes; opens files that hold others."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

from anonfilter.containers.declared import NOTHING, Declared, named
from anonfilter.containers.dividing import require_plain
from anonfilter.containers.encodings import bom_of, is_of_bytes, is_utf8, stated
from anonfilter.containers.members import MOST, PREVIEW, Member, Reader, Room
from anonfilter.contract.document import Container, Source
from anonfilter.errors import Incomplete, PluginError
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
    try:
        from anonfilter.containers.table import TableFile
    except PluginError as error:
        raise Incomplete(error.message, where=name, hint=error.hint) from None
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
    **dict.fromkeys((".eml", ".mbox", ".mbx", ".mht", ".mhtm", ".mhtml"), _mail),
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
    declared: Declared
    depth: int = 0
    room: Room = field(default_factory=Room)

    def __call__(self, data: bytes, name: str) -> Source:
        called = self.declared.called(name, inside=self.depth > 0)
        with named(name, called):
            opens = opener_of(called, data)
            if opens is not None:
                return replace(_opened(opens, data, called, self), name=name)
        source = _text(data, name, self._codec(data, name), self.tree)
        if self.depth:
            require_plain(source.text, name)
        return source

    def _codec(self, data: bytes, name: str) -> str:
        """The codec that is declared; of files in others only where they are not UTF-8."""
        if not self.depth or not is_utf8(data):
            return self.declared.codec_of(name, inside=self.depth > 0)
        return ""


def opener_of(name: str, data: bytes) -> Opener | None:
    """How a file is opened that holds others: by its suffix, or where that says nothing, by how it
    begins."""
    suffix = suffix_of(name)
    if suffix in UNNAMED:
        return next((opens for begins, opens in _BEGINS if begins.match(data)), None)
    return OPENED.get(suffix)


def decode(data: bytes, name: str, tree: Tree = DISK, declared: Declared = NOTHING) -> Source:
    """The text of a file, or of the parts of one that holds others.

    Bytes that are not UTF-8 are kept and counted, unless a codec is declared. Raises ``Incomplete``
    for what is no text: NUL bytes, broken UTF-16, another encoding.
    """
    return _Reader(tree, declared)(data, name)


def whole_bytes(name: str, megabytes: float, declared: Declared = NOTHING) -> int:
    """How many bytes of a file are read as a whole: of one that holds others, all."""
    return MOST if suffix_of(declared.called(name)) in OPENED else int(megabytes * 1_000_000)


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
    inner = _Reader(reader.tree, reader.declared, reader.depth + 1, reader.room)
    container = opens(data, name, inner)
    unread = sum(one.source.undecodable for one in container.members if one.source is not None)
    return Source(
        name, container.text(reader.depth), undecodable=unread, tree=reader.tree,
        container=container,
    )  # fmt: skip


def _text(data: bytes, name: str, said: str, tree: Tree) -> Source:
    bom, codec = bom_of(data, said)
    body = data[len(bom) :]
    if said and not bom:
        return _strict(Source(name, "", codec, tree=tree), data, "it is declared to be")
    guess = "" if bom or codec == "utf-8" else "is read as UTF-16, without a byte order mark"
    if codec == "utf-8":
        nul = body.find(b"\0")
        if nul >= 0:
            raise Incomplete(
                f"holds a NUL byte at offset {nul + len(bom)}: binary, or UTF-16 without a BOM",
                where=name,
                hint="Convert it to UTF-8 text (iconv), or leave it out of `documents:`.",
            )
        codec = stated(body) or codec
    if codec != "utf-8":
        source = _strict(Source(name, "", codec, bom, tree=tree), data, "it is by how it begins")
        return replace(source, guess=guess)
    text = body.decode("utf-8", "surrogateescape")
    bad = 0 if text.isascii() else sum(map(len, _UNDECODABLE.findall(text)))
    if bad > _STRAY and 4 * bad > len(body):
        raise Incomplete(
            f"{bad:,} of its {len(body):,} bytes are not UTF-8: it is in another encoding",
            where=name,
            hint="Say which (--encoding koi8-r, or `encoding:` under `formats:`); names cannot be "
            "seen in it as it is.",
        )
    guess = f"{bad:,} bytes that are not UTF-8 are read as Windows-1252" if bad else ""
    return Source(name, text, codec, bom, bad, tree, guess=guess)


def _strict(source: Source, data: bytes, why: str) -> Source:
    """The text of these data, all of which must be in the source's encoding; ``why`` it is that."""
    if is_of_bytes(source.codec) and not data.isascii() and is_utf8(data):
        raise Incomplete(
            f"is UTF-8, and {why} {source.codec}",
            where=source.name,
            hint="Say which files are: `encoding: {'*.txt': …}` under `formats:`.",
        )
    try:
        source = replace(source, text=data[len(source.bom) :].decode(source.codec, "surrogatepass"))
        exact = source.encode(source.text) == data
    except (UnicodeError, Incomplete):
        exact = False
    if not exact or "\0" in source.text:
        raise Incomplete(
            f"does not decode as {source.codec.upper()}, which {why}",
            where=source.name,
            hint="The file may be cut off, or in another encoding (--encoding).",
        )
    return source
