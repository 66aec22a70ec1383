"""Mails and mailboxes as containers: headers and decoded parts are members.

Unchanged headers and parts keep their bytes. In a changed part that is quoted-printable, unchanged
lines keep their bytes.
"""

from __future__ import annotations

import binascii
import codecs
import email.errors
import email.header
import quopri
import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import collapse_rfc2231_value
from itertools import pairwise

from anonfilter.containers.member_text import split_parts
from anonfilter.containers.members import MOST, Member, MemberReader, TooMuch
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values

HEADERS = "headers"
"""Names of members that are headers end with this word."""

_HEAD_END = re.compile(rb"\r?\n(?=\r?\n)|\Z")
_HEADER = re.compile(rb"[^\s:]+[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*|From [^\r\n]*")
_ENVELOPE = re.compile(
    rb"(?:\A|(?<=\n\n)|(?<=\r\n\r\n))From [^\r\n]*\d\d:\d\d[^\r\n]*\r?\n(?=[\w-]+:)"
)
_EXTENDED = re.compile(rb"(?is)content-[\w-]+:.*;\s*[\w-]+\*\d*\*?=")
_UNQUOTABLE = re.compile(r"[\x00-\x1f\x7f\\\"\udc80-\udcff]")
_ENCODED = re.compile(rb"=\?[^?\s]+\?[bBqQ]\?[^?]*\?=")
_ADDRESSED = re.compile(
    r"(?i)(?:resent-|x-)?(?:(?:original-|forwarded-)?(?:from|to|cc)|sender|reply-to|bcc"
    r"|mail-followup-to|disposition-notification-to|delivered-to|return-receipt-to|errors-to"
    r"|x-original-sender):"
)
# an address, a quoted string, or a phrase in a header with addresses
_PHRASE = re.compile(r'<[^<>]*>|"(?:[^"\\]|\\.)*"|(?:=\?[^?\s]+\?[bBqQ]\?[^?]*\?=|[^"<>,;:()])+')
_SPECIAL = re.compile(r"[()<>\[\]:;@,\\\"]")
_SOFT = re.compile(rb"=[ \t]*\r?\n\Z")
_SEPARATORS = re.compile(rb"[\x1c-\x1e]")
_LINE = re.compile(rb"[^\n]*\n|[^\n]+\Z")
_DEEPEST = 20
_MOST_PARTS = 10_000
_SUFFIXES = {
    "text/html": ".html",
    "text/calendar": ".ics",
    "text/vcard": ".vcf",
    "text/csv": ".csv",
    "application/json": ".json",
    "application/pdf": ".pdf",
    "text/markdown": ".md",
    "message/rfc822": ".eml",
}


@hide_values
@dataclass(frozen=True, slots=True)
class _Stretch:
    """The bytes of a member in the file, and the function that writes its changed text."""

    start: int
    end: int
    member: Member
    write: Callable[[str], bytes]


@hide_values
@dataclass(frozen=True, slots=True)
class Mail:
    """An open mail or mailbox."""

    data: bytes
    stretches: tuple[_Stretch, ...]

    @classmethod
    def open(cls, data: bytes, name: str, reader: MemberReader) -> Mail:
        if len(data) > MOST:
            raise Incomplete(
                f"is a mail of more than {MOST // 1_000_000} MB, which is the limit", where=name
            )
        reading = _MailReader(data, name, reader)
        reading.read_messages()
        return cls(data, tuple(reading.stretches))

    @property
    def members(self) -> Sequence[Member]:
        return [stretch.member for stretch in self.stretches]

    def pack(self, text: str) -> bytes:
        """Return the bytes of the mail with the changed text."""
        done, packed = 0, list[bytes]()
        for stretch, part in zip(self.stretches, split_parts(text), strict=True):
            if not stretch.member.is_unchanged(part, text):
                packed += (
                    self.data[done : stretch.start],
                    stretch.write(text[part.start : part.end]),
                )
                done = stretch.end
        return b"".join(packed) + self.data[done:]


class _MailReader:
    """A reader that divides a mail into members: headers, and bodies or parts."""

    def __init__(self, data: bytes, name: str, reader: MemberReader) -> None:
        self._data = data
        self._name = name
        self._reader = reader
        self.stretches: list[_Stretch] = []

    def read_messages(self) -> None:
        starts = [match.start() for match in _ENVELOPE.finditer(self._data)]
        if len(starts) < 2 and suffix_of(self._name) != ".mbox":
            self._read_message(0, len(self._data), "", 0)
            return
        if not starts or self._data[: starts[0]].strip():
            raise self._incomplete(0, "is not a mailbox: it does not begin with 'From '")
        for number, (start, end) in enumerate(pairwise([*starts, len(self._data)]), 1):
            self._read_message(start, end, f"message {number} ", 0)

    def _read_message(self, start: int, end: int, name: str, depth: int) -> None:
        """Read a message or a part of a message: its headers, and its body or parts."""
        if depth > _DEEPEST or len(self.stretches) > _MOST_PARTS:
            limit = f"{_MOST_PARTS:,} parts, or parts nested deeper than {_DEEPEST} levels"
            raise self._incomplete(start, f"has more than {limit}")
        head = self._find_header_end(start, end)
        self._read_headers(start, head, f"{name}{HEADERS}")
        lines = self._data[start:head]
        message = BytesHeaderParser().parsebytes(re.sub(rb"\AFrom [^\n]*\n", b"", lines))
        body = start if head == start else _past_line_end(self._data, head)
        body = _past_line_end(self._data, body)
        boundary = message.get_boundary()
        if message.get_content_maintype() == "multipart" and boundary:
            self._read_parts(body, end, boundary, name, depth)
        elif message.get_content_type() == "message/rfc822" and not _encoding_of(message):
            self._read_message(body, end, f"{name}message ", depth + 1)
        elif body < end:
            self._read_body(body, end, message, name)

    def _find_header_end(self, start: int, end: int) -> int:
        """Return the offset after the headers, before their last line end."""
        if self._data.startswith((b"\n", b"\r\n"), start):
            return start
        match = _HEAD_END.search(self._data, start, end)
        head = match.start() if match else end
        at = start
        while at < head:
            header = _HEADER.match(self._data, at, head)
            if header is None:
                raise self._incomplete(at, "is not a mail: this line is not a header")
            at = _past_line_end(self._data, header.end()) if header.end() < head else head
        return head

    def _read_headers(self, start: int, end: int, name: str) -> None:
        if end == start:
            return
        if _SEPARATORS.search(self._data, start, end):
            raise self._incomplete(start, "has control characters in its headers")
        raw = [match[0] for match in _HEADER.finditer(self._data, start, end)]
        decoded = [_decode_header(header) for header in raw]
        line_end = b"\r\n" if b"\r\n" in self._data[start : end + 2] else b"\n"

        def write(text: str) -> bytes:
            return line_end.join(map(_encode_header, raw, decoded, text.split("\x1e")))

        source = Source(name, "\x1e".join(decoded))
        member = Member(name, self._data[start:end], source)
        self.stretches.append(_Stretch(start, end, member, write))

    def _read_parts(self, start: int, end: int, boundary: str, name: str, depth: int) -> None:
        if not boundary.isascii():
            raise self._incomplete(start, "has a boundary between its parts that is not ASCII")
        mark = re.escape(boundary.encode())
        pattern = rb"(?:\A|\r?\n|^)--" + mark + rb"(--)?[ \t]*(?=\r?\n|\Z)"
        marks = list(re.compile(pattern, re.MULTILINE).finditer(self._data, start, end))
        closing = next((mark for mark in marks if mark[1]), None)
        if closing is None:
            raise self._incomplete(start, "is truncated: the last part has no end")
        marks = marks[: marks.index(closing) + 1]
        self._read_around_parts(start, marks[0].start(), f"{name}preamble")
        for number, (before, after) in enumerate(pairwise(marks), 1):
            begin = _past_line_end(self._data, before.end())
            part_name = f"{name}part {number} "
            self._read_message(begin, max(begin, after.start()), part_name, depth + 1)
        self._read_around_parts(closing.end(), end, f"{name}epilogue")

    def _read_around_parts(self, start: int, end: int, name: str) -> None:
        """Read the text before or after all parts, which no mail program shows."""
        if self._data[start:end].strip():
            self._reader.room.take(end - start, self._name)
            source = self._reader(self._data[start:end], name)
            member = Member(name, self._data[start:end], source)
            self.stretches.append(_Stretch(start, end, member, source.encode))

    def _read_body(self, start: int, end: int, message: Message, name: str) -> None:
        raw, encoding = self._data[start:end], _encoding_of(message)
        content = self._decode_body(raw, encoding, start)
        member_name = f"{name}{'body' if not name else 'text'}{_suffix_for(message)}"
        codec: str | None = None
        self._reader.room.take(len(content), self._name)
        try:
            if message.get_content_maintype() == "text":
                codec = codecs.lookup(message.get_content_charset() or "us-ascii").name
                codec = "utf-8" if codec == "ascii" else codec
                errors = "surrogateescape" if codec == "utf-8" else "strict"
                content = content.decode(codec, errors).encode("utf-8", "surrogateescape")
            source: Source | None = self._reader(content, member_name)
        except TooMuch:
            raise
        except (Incomplete, LookupError, UnicodeError):
            source = None

        def write(text: str) -> bytes:
            assert source is not None
            changed = source.encode(text)
            if codec not in (None, "utf-8"):
                changed = changed.decode("utf-8").encode(codec, "replace")
            return _encode_body(raw, changed, encoding)

        member = Member(member_name, content, source)
        self.stretches.append(_Stretch(start, end, member, write))

    def _decode_body(self, raw: bytes, encoding: str, at: int) -> bytes:
        if encoding == "quoted-printable":
            return b"".join(map(quopri.decodestring, _quoted_lines(raw)))
        if encoding == "base64":
            try:
                return binascii.a2b_base64(re.sub(rb"\s+", b"", raw), strict_mode=True)
            except binascii.Error:
                raise self._incomplete(at, "holds a part with damaged base64") from None
        if encoding:
            raise self._incomplete(
                at,
                "holds a part whose Content-Transfer-Encoding is neither base64 nor "
                "quoted-printable",
            )
        return raw

    def _incomplete(self, at: int, message: str) -> Incomplete:
        line = self._data.count(b"\n", 0, at) + 1
        return Incomplete(message, where=f"{self._name}:{line}:1")


def _past_line_end(data: bytes, at: int) -> int:
    return at + 2 if data.startswith(b"\r\n", at) else at + data.startswith(b"\n", at)


def _encoding_of(message: Message) -> str:
    """Return the transfer encoding of a body; return "" if the body is not encoded."""
    encoding = str(message.get("Content-Transfer-Encoding", "")).split(";")[0].strip().lower()
    return "" if encoding in ("7bit", "8bit", "binary") else encoding


def _suffix_for(message: Message) -> str:
    """Return the suffix of a part, which decides the format that reads it."""
    kind = message.get_content_type()
    name = message.get_filename()
    if name and (suffix := suffix_of(name)):
        return suffix
    if kind in _SUFFIXES:
        return _SUFFIXES[kind]
    return ".txt" if kind.startswith("text/") else ".bin"


def has_addresses(header: str) -> bool:
    """Return True if the value of a header consists of names and addresses."""
    return _ADDRESSED.match(header) is not None


def _decode_header(header: bytes) -> str:
    """Return the text of a header, with encoded words and parameters decoded."""
    if _EXTENDED.match(header) and (decoded := _decode_parameters(header)):
        return decoded
    if _ENCODED.search(header):
        name, _, value = header.decode("utf-8", "surrogateescape").partition(":")
        try:
            value = re.sub(r"\r?\n[ \t]*", " ", value.strip())
            decoded = (
                _PHRASE.sub(_decode_phrase, value)
                if has_addresses(f"{name}:")
                else _decode_words(value)
            )
            if "\n" not in decoded:
                return f"{name}: {decoded}"
        except (email.errors.HeaderParseError, LookupError, UnicodeError):
            pass
    return header.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def _decode_phrase(phrase: re.Match[str]) -> str:
    """Return a decoded phrase, in quotes if it has signs that separate addresses."""
    written = phrase[0]
    if "=?" not in written:
        return written
    bare = written.strip()
    quoted = bare[0] == '"'
    decoded = _decode_words(re.sub(r"\\(.)", r"\1", bare[1:-1]) if quoted else bare)
    if quoted or (bare[0] != "<" and _SPECIAL.search(decoded)):
        decoded = '"' + re.sub(r'(["\\])', r"\\\1", decoded) + '"'
    before, _, after = written.partition(bare)
    return f"{before}{decoded}{after}"


def _encode_phrase(phrase: re.Match[str]) -> str:
    """Return a phrase as encoded words if it is not ASCII; return addresses unchanged."""
    written = phrase[0]
    if written.isascii() or written[0] == "<" or ("@" in written and written[0] != '"'):
        return written
    bare = written.strip(" \t\r\n")
    before, _, after = written.partition(bare)
    if bare[0] == '"':
        bare = re.sub(r"\\(.)", r"\1", bare[1:-1])
    unfolded = re.sub(r"\s*\n\s*", " ", bare)
    return f"{before}{email.header.Header(unfolded, 'utf-8', maxlinelen=76).encode()}{after}"


def _decode_words(value: str) -> str:
    return str(email.header.make_header(email.header.decode_header(value)))


def _decode_parameters(header: bytes) -> str:
    """Return a header with its RFC 2231 parameters joined and decoded; return "" on failure."""
    name = header.partition(b":")[0].decode("ascii", "replace")
    parameters = email.message_from_bytes(header).get_params([], header=name)
    try:
        values = [(key, _decode_words(collapse_rfc2231_value(value))) for key, value in parameters]
    except (email.errors.HeaderParseError, LookupError, UnicodeError):
        return ""
    if not values or any(_UNQUOTABLE.search(value) for _, value in values):
        return ""
    return "; ".join([f"{name}: {values[0][0]}", *(f'{key}="{v}"' for key, v in values[1:])])


def _encode_header(raw: bytes, before: str, after: str) -> bytes:
    """Return the bytes of a header with the text ``after``, or ``raw`` if the text is unchanged."""
    if before == after:
        return raw
    if not after.isascii():
        name, _, value = after.partition(":")
        if has_addresses(after):
            value = _PHRASE.sub(_encode_phrase, value.strip())
        else:
            value = email.header.Header(value.strip(), "utf-8", maxlinelen=76).encode()
        after = f"{name}: {value}"
    line_end = "\r\n" if b"\r\n" in raw else "\n"
    return after.replace("\n", line_end).encode("utf-8", "surrogateescape")


def _encode_body(raw: bytes, content: bytes, encoding: str) -> bytes:
    """Return a changed body in the transfer encoding of the original."""
    line_end = b"\r\n" if b"\r\n" in raw else b"\n"
    if encoding == "base64":
        encoded = b64encode(content)
        lines = (encoded[at : at + 76] for at in range(0, len(encoded), 76))
        return line_end.join(lines) + (line_end if raw.endswith(b"\n") else b"")
    if encoding == "quoted-printable":
        raw_lines = _quoted_lines(raw)
        before, after = list(map(quopri.decodestring, raw_lines)), _LINE.findall(content)
        if len(before) != len(after):
            return _encode_quoted(content, line_end)
        return b"".join(
            raw_line if old == new else _encode_quoted(new, line_end)
            for raw_line, old, new in zip(raw_lines, before, after, strict=True)
        )
    return content


def _quoted_lines(raw: bytes) -> list[bytes]:
    """Return the lines of quoted-printable text; soft line ends do not divide a line."""
    return re.findall(
        rb"(?:[^\n]*=[ \t]*\r?\n)*[^\n]*\n|(?:[^\n]*=[ \t]*\r?\n)*[^\n]+\Z|[^\n]+\Z", raw
    )


def _encode_quoted(content: bytes, line_end: bytes) -> bytes:
    line = content.removesuffix(b"\n").removesuffix(b"\r")
    last = line_end if len(line) < len(content) else b""
    return quopri.encodestring(line).replace(b"\n", line_end) + last
