"""Filtering a text in small parts, with rules that need no model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from anonfilter.contract.document import Finding
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset
from anonfilter.streams.long_text import LongText, WindowSizes
from anonfilter.streams.redacting import FilteredPart, LongFileFilter
from anonfilter.streams.spool import Spool
from tests.conftest import TERMS_RULES

USED = ("webvtt", "srt", "sbv", "stm", "chat", "jsonl", "csv", "text")
FORMATS = "".join(f"  - use: {name}\n" for name in USED)
SMALL = WindowSizes(part=400, around=80, most=2_000)


def engine_of(rules: str = TERMS_RULES) -> Engine:
    return Engine(parse_ruleset(rules.replace("  - use: text\n", FORMATS, 1), "terms"))


@dataclass(frozen=True)
class Filtered:
    """What came of a file, and in how many parts."""

    output: bytes
    parts: int
    findings: tuple[Finding, ...]
    lines: int


def in_parts(
    engine: Engine, data: bytes, name: str = "a.txt", sizes: WindowSizes = SMALL, chunk: int = 97
) -> Filtered:
    def opened(chunks: Iterable[bytes]) -> LongText:
        return LongText(name, chunks, engine.tools, sizes)

    redactor, spool = LongFileFilter(engine), Spool()
    chunks = [data[at : at + chunk] for at in range(0, len(data), chunk)]
    parts = list(redactor.filter(opened(chunks), spool))
    more: list[FilteredPart] = []
    spool = redactor.again(opened, spool, more.append)
    with spool:
        output = b"".join(spool)
    left = tuple(found for part in (*parts, *more) for found in part.findings)
    return Filtered(output, len(parts), left, sum(part.lines for part in parts))


def whole(engine: Engine, data: bytes, name: str = "a.txt") -> bytes:
    return engine.redact(engine.read_document(data, name)).output
