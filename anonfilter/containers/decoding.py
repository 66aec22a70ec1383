"""Decoding of files so that encoding gives the same bytes again; opening of containers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, cast

from anonfilter.containers.declarations import NOTHING_DECLARED, Declared, errors_named
from anonfilter.containers.encodings import bom_of, codec_stated_in, is_single_byte, is_utf8
from anonfilter.containers.member_text import join_members, require_no_dividers
from anonfilter.containers.members import PREVIEW, Member, MemberReader, UnpackingRoom
from anonfilter.contract.document import Container, Source
from anonfilter.contract.registry import extension
from anonfilter.errors import Incomplete, PluginError
from anonfilter.files.paths import suffix_of
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.limits import ALLOW_MORE, MEGABYTE

_UNDECODABLE = re.compile("[\udc80-\udcff]+")
_STRAY = 4
DEEPEST = 4  # containers in one another


class OpenContainer(Container, Protocol):
    """A container that was read: its members and their text."""

    @property
    def members(self) -> Sequence[Member]: ...


Opener = Callable[[bytes, str, MemberReader], OpenContainer]


def _open(kind: str, data: bytes, name: str, reader: MemberReader) -> OpenContainer:
    """Open a container with the class of a feature, which is imported when a file needs it."""
    from anonfilter.contract.extensions import CONTAINER
    from anonfilter.contract.features import missing

    try:
        container = extension(f"{CONTAINER} {kind}")
    except PluginError as error:
        raise Incomplete(error.message, where=name, hint=error.hint) from None
    if container is None:
        feature = "pdf" if kind == "pdf" else "documents"
        raise missing(feature, f"reads files of the kind {kind}", name)
    return cast("OpenContainer", container.open(data, name, reader))


_ZIP, _GZIP, _TAR = (partial(_open, kind) for kind in ("zip", "gzip", "tar"))
_OPENERS: tuple[tuple[str, Opener], ...] = (
    (
        ".docx .docm .dotx .dotm .xlsx .xlsm .xltx .pptx .pptm .potx .ppsx .odt .ods .odp .ott .ots"
        " .otp .epub .zip",
        _ZIP,
    ),
    (".gz .tgz", _GZIP),
    (".tar", _TAR),
    (".parquet .arrow .feather .ipc", partial(_open, "table")),
    (".qdpx", partial(_open, "qdpx")),
    (".eml .mbox .mbx .mht .mhtm .mhtml", partial(_open, "mail")),
    (".pdf", partial(_open, "pdf")),
)
OPENERS = {suffix: opener for suffixes, opener in _OPENERS for suffix in suffixes.split()}
"""The functions that open containers, by suffix."""
UNDECIDED_SUFFIXES = ("", ".dat")
"""Suffixes that do not state a format; the beginning of such a file decides."""
_BEGINNINGS = (
    (re.compile(rb"PK\x03\x04"), _ZIP),
    (re.compile(rb"\x1f\x8b\x08"), _GZIP),
    (re.compile(rb"(?s).{257}ustar"), _TAR),
)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A decoder of a file, or of a member that is inside ``depth`` containers."""

    tree: Tree
    declared: Declared
    depth: int = 0
    room: UnpackingRoom = field(default_factory=UnpackingRoom)

    def __call__(self, data: bytes, name: str) -> Source:
        is_member = self.depth > 0
        read_name = self.declared.read_name(name, inside=is_member)
        with errors_named(name, read_name):
            opener = find_opener(read_name, data)
            if opener is not None:
                return replace(self._open(opener, data, read_name), name=name)
        # The declared codec applies to members only if they are not UTF-8.
        use_declared = not (is_member and is_utf8(data))
        codec = self.declared.codec_of(name, inside=is_member) if use_declared else ""
        source = _decode_text(data, name, codec, self.tree)
        if is_member:
            require_no_dividers(source.text, name)
        return source

    def _open(self, opener: Opener, data: bytes, name: str) -> Source:
        """Return the source of a container, with the members as one text."""
        if self.depth == DEEPEST:
            raise Incomplete(
                f"is inside {DEEPEST} containers, which is the limit",
                where=name,
                hint="Unpack it first.",
            )
        container = opener(data, name, replace(self, depth=self.depth + 1))
        sources = [member.source for member in container.members if member.source is not None]
        undecodable = sum(source.undecodable for source in sources)
        text = join_members(
            ((member.name, member.text) for member in container.members), self.depth
        )
        return Source(name, text, undecodable=undecodable, tree=self.tree, container=container)


def find_opener(name: str, data: bytes) -> Opener | None:
    """Return the function that opens a container, by suffix or by the beginning of the file."""
    suffix = suffix_of(name)
    if suffix in UNDECIDED_SUFFIXES:
        return next((opener for pattern, opener in _BEGINNINGS if pattern.match(data)), None)
    return OPENERS.get(suffix)


def decode(
    data: bytes, name: str, tree: Tree = DISK, declared: Declared = NOTHING_DECLARED
) -> Source:
    """Return the source of a file: its text, or the text of the members of a container.

    Bytes that are not UTF-8 are kept and counted, unless a codec is declared. Raise ``Incomplete``
    for files that are not text: NUL bytes, broken UTF-16, another encoding.
    """
    return _Reader(tree, declared)(data, name)


def require_whole(source: Source, megabytes: float) -> None:
    """Raise ``Incomplete`` for a container with more text than is read at once."""
    if source.container is not None and len(source.text) > megabytes * MEGABYTE:
        raise Incomplete(
            f"holds more than {megabytes:g} MB of text, and containers are read as a whole",
            where=source.name,
            hint=f"Unpack it, or {ALLOW_MORE}",
        )


def has_same_content(first: Source, second: Source) -> bool:
    """Return True for equal bytes, and for equal members however they are packed."""
    if first.container is None or second.container is None:
        return first.encode(first.text) == second.encode(second.text)
    members = [cast("OpenContainer", source.container).members for source in (first, second)]
    return len(members[0]) == len(members[1]) and all(map(_is_same_member, *members))


def _is_same_member(first: Member, second: Member) -> bool:
    if first.name != second.name or first.data == second.data or first.role == PREVIEW:
        return first.name == second.name
    if first.source is None or second.source is None:
        return False
    return has_same_content(first.source, second.source)


def _decode_text(data: bytes, name: str, declared_codec: str, tree: Tree) -> Source:
    bom, codec = bom_of(data, declared_codec)
    body = data[len(bom) :]
    if declared_codec and not bom:
        return _decode_strictly(Source(name, "", codec, tree=tree), data, "the declared encoding")
    guess = "" if bom or codec == "utf-8" else "is read as UTF-16, without a byte order mark"
    if codec == "utf-8":
        nul = body.find(b"\0")
        if nul >= 0:
            raise nul_byte(name, f" at offset {nul + len(bom)}")
        codec = codec_stated_in(body) or codec
    if codec != "utf-8":
        why = "the encoding that its first bytes state"
        source = _decode_strictly(Source(name, "", codec, bom, tree=tree), data, why)
        return replace(source, guess=guess)
    text = body.decode("utf-8", "surrogateescape")
    bad = 0 if text.isascii() else sum(map(len, _UNDECODABLE.findall(text)))
    if bad > _STRAY and 4 * bad > len(body):
        raise Incomplete(
            f"{bad:,} of its {len(body):,} bytes are not UTF-8, so it has another encoding",
            where=name,
            hint="Name the encoding: --encoding koi8-r, or `encoding:` under `formats:`.",
        )
    guess = f"{bad:,} bytes that are not UTF-8 are read as Windows-1252" if bad else ""
    return Source(name, text, codec, bom, bad, tree, guess=guess)


def nul_byte(name: str, place: str = "") -> Incomplete:
    """Return the error for a file with a NUL byte."""
    return Incomplete(
        f"holds a NUL byte{place}: binary, or UTF-16 without a BOM",
        where=name,
        hint="Convert it to UTF-8 text (iconv), or leave it out of `documents:`.",
    )


def _decode_strictly(source: Source, data: bytes, why: str) -> Source:
    """Return the source with its text; raise ``Incomplete`` if its codec does not fit all bytes.

    ``why`` states, for messages, where the codec comes from.
    """
    if is_single_byte(source.codec) and not data.isascii() and is_utf8(data):
        raise Incomplete(
            f"is UTF-8, and {why} is {source.codec}",
            where=source.name,
            hint="Name the files in that encoding: `encoding: {'*.txt': …}` under `formats:`.",
        )
    try:
        source = replace(source, text=data[len(source.bom) :].decode(source.codec, "surrogatepass"))
        exact = source.encode(source.text) == data
    except (UnicodeError, Incomplete):
        exact = False
    if not exact or "\0" in source.text:
        raise Incomplete(
            f"does not decode as {source.codec.upper()}, {why}",
            where=source.name,
            hint="The file may be truncated. For another encoding use --encoding.",
        )
    return source
