"""Detect names in mail headers, including quoted headers, and before mail addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.knowledge.people.mailbox_lists import ADDRESS, displayed, is_name
from anonfilter_english.knowledge.word_lists import alternatives, terms

_REACH = 80  # characters before an address
_BEFORE = re.compile(
    r"(?:(?P<surname>[^\W\d_a-z][\w'\u2019.-]{0,30}),[^\S\n])?"
    r"(?:[^\W\d_a-z][\w'\u2019.-]{0,30}[^\S\n]){0,3}[^\W\d_a-z][\w'\u2019.-]{0,30}"
    r"(?=[\"'\u2019\u201d]?[^\S\n]{1,2}\Z)"
)
# "10:00 AM CET Ada Quill <...>": the end of a time, before the name
_TIME = re.compile(
    r"\d[^\S\n]{0,2}(?:[AP]M[^\S\n])?(?:(?:UTC|GMT|MSK|[CEW]ES?T|[A-Z]{1,2}[SD]T)[^\S\n])?"
)


class MailNames:
    """A detector of senders' and recipients' names: "From: Quill, Ada [mailto:a@mail.example]".

    A line counts as a header if it has an address, or if another header is next to it.
    """

    scope: ClassVar[str] = "document"

    class Config(Strict):
        label: LabelName = Option(default="PERSON", description="label of the names")
        score: float = Option(default=0.9, ge=0, le=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._name = setting.name

    def needs(self) -> Needs:
        labels = frozenset({self._config.label})
        return Needs(labels, partial=labels)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        text = document.prose
        for start, end in sorted({*_in_headers(text), *_before_addresses(text)}):
            if is_name(text[start:end]):
                yield Span(
                    start, end, self._config.label, self._name, self._config.score, rule="mail"
                )


@cache
def _header() -> re.Pattern[str]:
    """Return the regex of a mail header and the lines that continue it."""
    people = alternatives(terms("mail_headers", "people"))
    others = alternatives(terms("mail_headers", "others"))
    return re.compile(
        rf"^[^\S\n]{{0,4}}(?:[>|][^\S\n]?){{0,4}}[*_]{{0,2}}(?:(?P<people>{people})|{others})"
        r"[^\S\n]{0,2}[*_]{0,2}:[*_]{0,2}(?P<value>[^\n]*(?:\n[^\S\n]{1,8}[^\n]+){0,40})$",
        re.IGNORECASE | re.MULTILINE,
    )


def _in_headers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the names in headers."""
    headers = list(_header().finditer(text)) if ":" in text else []
    for at, header in enumerate(headers):
        if not header["people"]:
            continue
        beside = [headers[other] for other in (at - 1, at + 1) if 0 <= other < len(headers)]
        adjoining = any(
            (neighbour.end() + 1 == header.start() or header.end() + 1 == neighbour.start())
            and neighbour[0].partition(":")[0] != header[0].partition(":")[0]
            for neighbour in beside
        )
        if adjoining or ADDRESS.search(text, *header.span("value")):
            yield from displayed(text, *header.span("value"))


def _before_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of names before addresses: "Ada Quill <a@mail.example> wrote"."""
    for address in ADDRESS.finditer(text) if "@" in text else ():
        if text[address.start()] in "<[":
            line = text.rfind("\n", 0, address.start()) + 1
            before = text[max(line, address.start() - _REACH) : address.start()]
            found = _BEFORE.search(before)
            if found is not None:
                first = address.start() - len(before) + found.start()
                yield _after_time(text, line, first), address.start() - len(before) + found.end()


def _after_time(text: str, line: int, first: int) -> int:
    """Return the start of a name, after the end of a time at its beginning: "AM", "CET"."""
    before = text[max(line, first - 3) : first].rstrip()
    time = _TIME.match(text, max(line, first - 3) + len(before) - 1) if before else None
    return max(first, time.end()) if time else first
