"""Mails and mailboxes: headers, text, HTML, and attachments by the formats that read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatch

from pydantic import Field as Option

from anonfilter.containers.dividing import Part, parts_of
from anonfilter.containers.mail import HEADERS
from anonfilter.containers.places import inside
from anonfilter.contract.document import CODE, Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.fields import GAP
from anonfilter_plugins.formats.shared.holding import Holding

_HEADER = re.compile(r"([^\s:]+[ \t]*:|From )[ \t]*([^\x1e]*)(?:\x1e|\Z)")
_TECHNICAL = re.compile(
    r"(?i)(?:mime-version|content-(?:type|transfer-encoding|disposition|language|length)|lines|status"
    r"|x-status|precedence|(?:arc|dkim|domainkey)-.*|authentication-results):"
)
_NUMBERS = re.compile(r"(?i)(?:(?:resent-)?message-id|in-reply-to|references|content-id):")
_NAMED = re.compile(r"""(?i)\b(?:file)?name\*?\d*\*?=(?:"([^"]*)"|([^\s;"]+))""")


class MailFormat(Holding):
    """Mails (.eml) and mailboxes (.mbox): each part by its own format."""

    class Config(Strict):
        keep: tuple[str, ...] = Option(
            default=(),
            description="suffixes of attachments that are not read and may stay, as '*.png'",
        )
        suffixes: tuple[str, ...] = Option(
            default=(".eml", ".mbox", ".mbx", ".mht", ".mhtm", ".mhtml"),
            description="the files that are read so",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._keep = config.keep

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        for part in parts_of(source.text):
            if part.name.endswith(HEADERS):
                _headers(builder, source, part)
            elif part.read and self._read is not None:
                own = Source(
                    inside(source.name, part.name), source.text[part.start : part.end],
                    tree=source.tree,
                )  # fmt: skip
                builder.include(self._read(own), part.start)
                builder.gap(GAP)
            elif not any(fnmatch(part.name, one) for one in self._keep):
                raise Incomplete(
                    "is a part of the mail that is not read",
                    where=inside(source.name, part.name),
                    hint="If it shows nobody, keep it: {use: mail, keep: "
                    f"['*.{part.name.rpartition('.')[2]}']}} under `formats:`; else take it out.",
                )
        return builder.build()


def _headers(builder: DocumentBuilder, source: Source, part: Part) -> None:
    """The value of each header is a field; of technical ones, names of files are."""
    for match in _HEADER.finditer(source.text, part.start, part.end):
        if match[1] == "From ":  # who sent it, and when it came
            sender = match[2].partition(" ")[0]
            if "@" in sender:
                _field(builder, match.start(2), match.start(2) + len(sender), "text")
            continue
        if _NUMBERS.fullmatch(match[1]):
            _field(builder, *match.span(2), CODE, _bare)
            continue
        if not _TECHNICAL.match(match[1]):
            _field(builder, *match.span(2), "text")
            continue
        for named in _NAMED.finditer(source.text, *match.span(2)):
            _field(builder, *named.span(1 if named[1] is not None else 2), "text")
        if match[1].lower().startswith(("authentication", "arc-auth")):
            _field(builder, *match.span(2), CODE)


def _field(
    builder: DocumentBuilder,
    start: int,
    end: int,
    role: str,
    encode: Callable[[str], str] | None = None,
) -> None:
    if end > start:
        first = builder.at
        builder.take(start, end)
        builder.field(first, builder.at, role, encode or _one_line, blank_lines=False)
        builder.gap(GAP)


def _one_line(value: str) -> str:
    """A value as a header may hold it."""
    return " ".join(value.split())


def _bare(value: str) -> str:
    """A value as the number of a message may hold it: without brackets."""
    return _one_line(value).strip("[]<>")
