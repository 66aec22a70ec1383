"""Mails: headers, and the parts that they have, decoded; and mailboxes of several.

What is not changed keeps its bytes: header by header, part by part, and in quoted-printable line by
line.
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

from anonfilter.containers.dividing import joined, parts_of
from anonfilter.containers.members import MOST, Member, Reader, TooMuch
from anonfilter.contract.document import Source
from anonfilter.errors import Incomplete
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values

HEADERS = "headers"
"""The end of the names of members that are headers."""

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
# an address, a string in quotes, or a phrase of a header of addresses
_PHRASE = re.compile(r'<[^<>]*>|"(?:[^"\\]|\\.)*"|(?:=\?[^?\s]+\?[bBqQ]\?[^?]*\?=|[^"<>,;:()])+')
_SPECIAL = re.compile(r"[()<>\[\]:;@,\\\"]")
_SOFT = re.compile(rb"=[ \t]*\r?\n\Z")
_SEPARATORS = re.compile(rb"[\x1c-\x1e]")
_LINE = re.compile(rb"[^\n]*\n|[^\n]+\Z")
_DEEPEST = 20
_MOST_PARTS = 10_000
_SUFFIXES = {
    "text/html": ".html", "text/calendar": ".ics", "text/vcard": ".vcf", "text/csv": ".csv",
    "application/json": ".json", "application/pdf": ".pdf", "text/markdown": ".md",
    "message/rfc822": ".eml",
}  # fmt: skip


@hide_values
@dataclass(frozen=True, slots=True)
class _Stretch:
    """A stretch of the file that is a member, and how its changed content is written."""

    start: int
    end: int
    member: Member
    write: Callable[[str], bytes]


@hide_values
@dataclass(frozen=True, slots=True)
class Mail:
    """An opened mail, or mailbox."""

    data: bytes
    stretches: tuple[_Stretch, ...]

    @classmethod
    def open(cls, data: bytes, name: str, reader: Reader) -> Mail:
        if len(data) > MOST:
            raise Incomplete(f"holds more than {MOST // 1_000_000} MB", where=name)
        opening = _Opening(data, name, reader)
        opening.messages()
        return cls(data, tuple(opening.found))

    @property
    def members(self) -> Sequence[Member]:
        return [one.member for one in self.stretches]

    def text(self, depth: int) -> str:
        return joined(((one.name, one.text) for one in self.members), depth)

    def pack(self, text: str) -> bytes:
        """The mail with the members that this text has."""
        done, packed = 0, list[bytes]()
        for one, part in zip(self.stretches, parts_of(text), strict=True):
            if not one.member.is_same(part, text):
                packed += self.data[done : one.start], one.write(text[part.start : part.end])
                done = one.end
        return b"".join(packed) + self.data[done:]


class _Opening:
    """Takes a file apart: each message, its headers, its parts."""

    def __init__(self, data: bytes, name: str, reader: Reader) -> None:
        self._data = data
        self._name = name
        self._reader = reader
        self.found: list[_Stretch] = []

    def messages(self) -> None:
        starts = [match.start() for match in _ENVELOPE.finditer(self._data)]
        if len(starts) < 2 and suffix_of(self._name) != ".mbox":
            self._message(0, len(self._data), "", 0)
            return
        if not starts or self._data[: starts[0]].strip():
            raise self._odd(0, "is no mailbox: it does not begin with a line that begins with From")
        for number, (start, end) in enumerate(pairwise([*starts, len(self._data)]), 1):
            self._message(start, end, f"message {number} ", 0)

    def _message(self, start: int, end: int, name: str, depth: int) -> None:
        """A message, or a part of one: its headers, and its body or parts."""
        if depth > _DEEPEST or len(self.found) > _MOST_PARTS:
            raise self._odd(start, "has too many parts")
        head = self._head(start, end)
        self._headers(start, head, f"{name}{HEADERS}")
        lines = self._data[start:head]
        about = BytesHeaderParser().parsebytes(re.sub(rb"\AFrom [^\n]*\n", b"", lines))
        body = start if head == start else _past_line_end(self._data, head)
        body = _past_line_end(self._data, body)
        boundary = about.get_boundary()
        if about.get_content_maintype() == "multipart" and boundary:
            self._parts(body, end, boundary, name, depth)
        elif about.get_content_type() == "message/rfc822" and not _encoding(about):
            self._message(body, end, f"{name}message ", depth + 1)
        else:
            self._body(body, end, about, name)

    def _head(self, start: int, end: int) -> int:
        """Where the headers end, before their last line end."""
        if self._data.startswith((b"\n", b"\r\n"), start):
            return start
        match = _HEAD_END.search(self._data, start, end)
        head = match.start() if match else end
        at = start
        while at < head:
            header = _HEADER.match(self._data, at, head)
            if header is None:
                raise self._odd(at, "is no mail: this is no header")
            at = _past_line_end(self._data, header.end()) if header.end() < head else head
        return head

    def _headers(self, start: int, end: int, name: str) -> None:
        if end == start:
            return
        if _SEPARATORS.search(self._data, start, end):
            raise self._odd(start, "has control characters in its headers")
        raw = [match[0] for match in _HEADER.finditer(self._data, start, end)]
        said = [_said(one) for one in raw]
        ends = b"\r\n" if b"\r\n" in self._data[start : end + 2] else b"\n"

        def write(text: str) -> bytes:
            return ends.join(map(_written, raw, said, text.split("\x1e")))

        text = "\x1e".join(said)
        source = Source(name, text)
        self.found.append(_Stretch(start, end, Member(name, self._data[start:end], source), write))

    def _parts(self, start: int, end: int, boundary: str, name: str, depth: int) -> None:
        if not boundary.isascii():
            raise self._odd(start, "divides its parts by letters that a mail may not hold")
        mark = re.escape(boundary.encode())
        found = re.compile(rb"(?:\A|\r?\n|^)--" + mark + rb"(--)?[ \t]*(?=\r?\n|\Z)", re.MULTILINE)
        marks = list(found.finditer(self._data, start, end))
        closing = next((one for one in marks if one[1]), None)
        if closing is None:
            raise self._odd(start, "is cut off: its last part does not end")
        marks = marks[: marks.index(closing) + 1]
        self._plain(start, marks[0].start(), f"{name}preamble")
        for number, (one, other) in enumerate(pairwise(marks), 1):
            begin = _past_line_end(self._data, one.end())
            self._message(begin, max(begin, other.start()), f"{name}part {number} ", depth + 1)
        self._plain(closing.end(), end, f"{name}epilogue")

    def _plain(self, start: int, end: int, name: str) -> None:
        """What stands around the parts, where no program shows it."""
        if self._data[start:end].strip():
            self._reader.room.take(end - start, self._name)
            source = self._reader(self._data[start:end], name)
            member = Member(name, self._data[start:end], source)
            self.found.append(_Stretch(start, end, member, source.encode))

    def _body(self, start: int, end: int, about: Message, name: str) -> None:
        if start >= end:
            return
        raw, encoding = self._data[start:end], _encoding(about)
        content = self._decoded(raw, encoding, start)
        charset = about.get_content_charset() or "us-ascii"
        called = f"{name}{'body' if not name else 'text'}{_suffix(about)}"
        codec: str | None = None
        self._reader.room.take(len(content), self._name)
        try:
            if about.get_content_maintype() == "text":
                codec = codecs.lookup(charset).name
                codec = "utf-8" if codec == "ascii" else codec
                content = content.decode(codec, _errors(codec)).encode("utf-8", "surrogateescape")
            source: Source | None = self._reader(content, called)
        except TooMuch:
            raise
        except (Incomplete, LookupError, UnicodeError):
            source = None

        def write(text: str) -> bytes:
            assert source is not None
            changed = source.encode(text)
            if codec not in (None, "utf-8"):
                changed = changed.decode("utf-8").encode(codec, "replace")
            return _encoded(raw, changed, encoding)

        self.found.append(_Stretch(start, end, Member(called, content, source), write))

    def _decoded(self, raw: bytes, encoding: str, at: int) -> bytes:
        if encoding == "quoted-printable":
            return b"".join(map(_unquoted, _quoted_lines(raw)))
        if encoding == "base64":
            try:
                return binascii.a2b_base64(re.sub(rb"\s+", b"", raw), strict_mode=True)
            except binascii.Error:
                raise self._odd(at, "holds base64 that is damaged") from None
        if encoding:
            raise self._odd(at, "holds a part in an encoding that is not read")
        return raw

    def _odd(self, at: int, what: str) -> Incomplete:
        line = self._data.count(b"\n", 0, at) + 1
        return Incomplete(what, where=f"{self._name}:{line}:1")


def _past_line_end(data: bytes, at: int) -> int:
    return at + 2 if data.startswith(b"\r\n", at) else at + data.startswith(b"\n", at)


def _encoding(about: Message) -> str:
    """How a body is encoded; "" for as it is."""
    encoding = str(about.get("Content-Transfer-Encoding", "")).split(";")[0].strip().lower()
    return "" if encoding in ("7bit", "8bit", "binary") else encoding


def _errors(codec: str) -> str:
    return "surrogateescape" if codec == "utf-8" else "strict"


def _suffix(about: Message) -> str:
    """The suffix that says how a part is read."""
    kind = about.get_content_type()
    name = about.get_filename()
    if name and (own := suffix_of(name)):
        return own
    if kind in _SUFFIXES:
        return _SUFFIXES[kind]
    return ".txt" if kind.startswith("text/") else ".bin"


def _said(header: bytes) -> str:
    """What a header says: with its encoded words and parameters decoded, else as it stands."""
    if _EXTENDED.match(header) and (said := _parameters(header)):
        return said
    if _ENCODED.search(header):
        name, _, value = header.decode("utf-8", "surrogateescape").partition(":")
        try:
            value = re.sub(r"\r?\n[ \t]*", " ", value.strip())
            decoded = (
                _PHRASE.sub(_decoded_phrase, value)
                if _ADDRESSED.match(f"{name}:")
                else _decoded_words(value)
            )
            if "\n" not in decoded:
                return f"{name}: {decoded}"
        except (email.errors.HeaderParseError, LookupError, UnicodeError):
            pass
    return header.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


def _decoded_phrase(phrase: re.Match[str]) -> str:
    """Return a phrase decoded, in quotes if it has signs that divide a list of addresses."""
    written = phrase[0]
    if "=?" not in written:
        return written
    bare = written.strip()
    quoted = bare[0] == '"'
    decoded = _decoded_words(re.sub(r"\\(.)", r"\1", bare[1:-1]) if quoted else bare)
    if quoted or (bare[0] != "<" and _SPECIAL.search(decoded)):
        decoded = '"' + re.sub(r'(["\\])', r"\\\1", decoded) + '"'
    before, _, after = written.partition(bare)
    return f"{before}{decoded}{after}"


def _encoded_phrase(phrase: re.Match[str]) -> str:
    """Return a phrase as encoded words if it needs them; never an address."""
    written = phrase[0]
    if written.isascii() or written[0] == "<" or ("@" in written and written[0] != '"'):
        return written
    bare = written.strip(" \t\r\n")
    before, _, after = written.partition(bare)
    if bare[0] == '"':
        bare = re.sub(r"\\(.)", r"\1", bare[1:-1])
    unfolded = re.sub(r"\s*\n\s*", " ", bare)
    return f"{before}{email.header.Header(unfolded, 'utf-8', maxlinelen=76).encode()}{after}"


def _decoded_words(value: str) -> str:
    return str(email.header.make_header(email.header.decode_header(value)))


def _parameters(header: bytes) -> str:
    """A header whose parameters are cut in several or encoded (RFC 2231), each as a whole."""
    name = header.partition(b":")[0].decode("ascii", "replace")
    about = email.message_from_bytes(header).get_params([], header=name)
    try:
        values = [(key, _decoded_words(collapse_rfc2231_value(value))) for key, value in about]
    except (email.errors.HeaderParseError, LookupError, UnicodeError):
        return ""
    if not values or any(_UNQUOTABLE.search(value) for _, value in values):
        return ""
    return "; ".join([f"{name}: {values[0][0]}", *(f'{key}="{v}"' for key, v in values[1:])])


def _written(header: bytes, said: str, now: str) -> bytes:
    """A header that says something else now."""
    if said == now:
        return header
    if not now.isascii():
        name, _, value = now.partition(":")
        if _ADDRESSED.match(now):
            value = _PHRASE.sub(_encoded_phrase, value.strip())
        else:
            value = email.header.Header(value.strip(), "utf-8", maxlinelen=76).encode()
        now = f"{name}: {value}"
    line_end = "\r\n" if b"\r\n" in header else "\n"
    return now.replace("\n", line_end).encode("utf-8", "surrogateescape")


def _encoded(raw: bytes, content: bytes, encoding: str) -> bytes:
    """A changed body in its encoding."""
    ends = b"\r\n" if b"\r\n" in raw else b"\n"
    last = ends if raw.endswith(b"\n") else b""
    if encoding == "base64":
        written = b64encode(content)
        return ends.join(written[at : at + 76] for at in range(0, len(written), 76)) + last
    if encoding == "quoted-printable":
        units = _quoted_lines(raw)
        before, after = list(map(_unquoted, units)), _LINE.findall(content)
        if len(before) != len(after):
            return _quoted(content, ends)
        return b"".join(
            unit if old == new else _quoted(new, ends)
            for unit, old, new in zip(units, before, after, strict=True)
        )
    return content


def _quoted_lines(raw: bytes) -> list[bytes]:
    """Quoted-printable by the lines that it says: soft line ends within."""
    return re.findall(
        rb"(?:[^\n]*=[ \t]*\r?\n)*[^\n]*\n|(?:[^\n]*=[ \t]*\r?\n)*[^\n]+\Z|[^\n]+\Z", raw
    )


def _unquoted(unit: bytes) -> bytes:
    return quopri.decodestring(unit)


def _quoted(content: bytes, ends: bytes) -> bytes:
    line = content.removesuffix(b"\n").removesuffix(b"\r")
    rest = content[len(line) :]
    return quopri.encodestring(line).replace(b"\n", ends) + (ends if rest else b"")
