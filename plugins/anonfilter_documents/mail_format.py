"""Mails and mailboxes: headers, text, and attachments, which other formats read."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatch

from anonfilter_english.knowledge.people.mailbox_lists import displayed
from pydantic import Field as Option

from anonfilter.containers.member_text import MemberPart, split_parts
from anonfilter.contract.document import CODE, Document, Source
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.files.paths import member_path
from anonfilter.text.names import may_be_given
from anonfilter_documents.containers.mail_file import HEADERS, has_addresses
from anonfilter_documents.shared.builder import GAP, DocumentBuilder
from anonfilter_documents.shared.format_bases import (
    ContainerReader,
    FormatWithSuffixes,
    suffixes_option,
)

_HEADER = re.compile(r"([^\s:]+[ \t]*:|From )[ \t]*([^\x1e]*)(?:\x1e|\Z)")
# Generated boundaries between parts: digits and marks, which may look like a card number.
_GENERATED = re.compile(r'(?i)\bboundary[ \t]*=[ \t]*"?([-=_.0-9a-f]{8,})"?[ \t]*(?=;|\s|\Z)')
_TECHNICAL = re.compile(
    r"(?i)(?:mime-version|content-(?:type|transfer-encoding|disposition|language|length)|lines|status"
    r"|x-status|precedence|(?:arc|dkim|domainkey)-.*|authentication-results):"
)
_NAME = re.compile(r"from |(?:[^\W_]|-)+")
_NUMBERS = re.compile(r"(?i)(?:(?:resent-)?message-id|in-reply-to|references|content-id):")
# The text in technical headers: names and addresses of files, and mail addresses.
_TEXT_IN_TECHNICAL = re.compile(
    r"""(?ix)\b(?:(?:file)?name|url)\*?\d*\*?=(?:"([^"]*)"|([^\s;"]+))
    |((?<![\w.+%~-])[\w.+%~-]++@[\w-]++(?:\.[\w-]++)*+)"""
)
_NUMBER = re.compile(r"<[^<>]*>|[^\s<>][^<>]*")
_SPECIAL = re.compile(r"[()<>\[\]:;@,]")
_NAMES = re.compile(r"[a-z]{2,}[._-][a-z]{2,}\d{0,4}")
_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][a-z]{2,}(?![A-Za-z0-9])")


class MailFormat(ContainerReader, FormatWithSuffixes["MailFormat.Config"]):
    """Mails (.eml) and mailboxes (.mbox): each part is read by its own format."""

    class Config(Strict):
        keep: tuple[str, ...] = Option(
            default=(), description="attachments that are left unread, such as '*.png'"
        )
        suffixes: tuple[str, ...] = suffixes_option("mail")

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        for part in split_parts(source.text):
            if part.name.endswith(HEADERS):
                read_headers(builder, source, part)
            elif part.read and self._read is not None:
                own = Source(
                    member_path(source.name, part.name),
                    source.text[part.start : part.end],
                    tree=source.tree,
                )
                builder.add_document(self._read(own), part.start)
                builder.add_gap(GAP)
            elif not any(fnmatch(part.name, glob) for glob in self._config.keep):
                glob = f"*.{part.name.rpartition('.')[2]}"
                raise Incomplete(
                    "is a part of the mail that is not read",
                    where=member_path(source.name, part.name),
                    hint=f"If it shows no person, write {{use: mail, keep: ['{glob}']}} under "
                    "`formats:`. Otherwise remove it.",
                )
        return builder.build()


def read_headers(builder: DocumentBuilder, source: Source, part: MemberPart) -> None:
    """Add the values of headers; in technical headers, file names and addresses are text."""
    for match in _HEADER.finditer(source.text, part.start, part.end):
        name, (start, end) = match[1].rstrip(": \t").lower(), match.span(2)
        if not _NAME.fullmatch(name):
            _field(builder, match.start(), match.start() + len(name), CODE, _to_message_id)
        if match[1] == "From ":  # the sender, and the date of delivery
            sender = match[2].partition(" ")[0]
            if "@" in sender:
                _field(builder, start, start + len(sender), "text")
                _field(builder, start + len(sender), end, CODE)
            else:
                _field(builder, start, end, CODE)
        elif _NUMBERS.fullmatch(match[1]):
            _add_message_ids(builder, source.text, start, end)
        elif _TECHNICAL.match(match[1]):
            _add_technical(builder, source.text, start, end)
        elif has_addresses(f"{name}:"):
            _add_addresses(builder, match[2], start)
        else:
            _field(builder, start, end, "text")


def _add_message_ids(builder: DocumentBuilder, text: str, start: int, end: int) -> None:
    """Add message IDs as code; an ID with a person's name is text, like an address."""
    for number in _NUMBER.finditer(text, start, end):
        local, at, _ = number[0].strip("<> \t\n").partition("@")
        has_name = _NAMES.fullmatch(local) or any(
            map(may_be_given, map(str.lower, _WORD.findall(local)))
        )
        _field(builder, *number.span(), CODE if at and not has_name else "text", _to_message_id)


def _add_technical(builder: DocumentBuilder, text: str, start: int, end: int) -> None:
    """Add a header for programs as code, but addresses and file names in it as text."""
    if generated := _GENERATED.search(text, start, end):  # a boundary must not change
        _add_technical(builder, text, start, generated.start(1))
        _add_technical(builder, text, generated.end(1), end)
        return
    done = start
    for match in _TEXT_IN_TECHNICAL.finditer(text, start, end):
        first, last = match.span(match.lastindex or 0)
        _field(builder, done, first, CODE)
        _field(builder, first, last, "text")
        done = last
    _field(builder, done, end, CODE)


def _add_addresses(builder: DocumentBuilder, value: str, start: int) -> None:
    """Add names and addresses; a name that is replaced gets quotes if it needs them."""
    done, quoted = 0, False
    for first, last in displayed(value, 0, len(value)):
        quoted ^= value.count('"', done, first) % 2 == 1
        _field(builder, start + done, start + first, "text")
        _field(builder, start + first, start + last, "text", None if quoted else _to_name, "from")
        done = last
    _field(builder, start + done, start + len(value), "text")


def _to_name(value: str) -> str:
    """Return a value as a name before an address, in quotes if it needs them."""
    name = re.sub(r'["\\\\]', "", _to_one_line(value))
    return f'"{name}"' if _SPECIAL.search(name) else name


def _field(
    builder: DocumentBuilder,
    start: int,
    end: int,
    role: str,
    encode: Callable[[str], str] | None = None,
    name: str = "",
) -> None:
    if end > start:
        builder.add_stretch_field(
            start, end, role, encode or _to_one_line, blank_lines=False, name=name
        )


def _to_one_line(value: str) -> str:
    """Return a value as a single line."""
    return " ".join(value.split())


def _to_message_id(value: str) -> str:
    """Return a value as part of a message ID, without brackets."""
    return _to_one_line(value).strip("[]<>")
