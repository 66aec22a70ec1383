"""Plain text: a field is a paragraph, or a speaker's turn."""

from __future__ import annotations

import re
from itertools import pairwise

from pydantic import BaseModel, ConfigDict
from pydantic import Field as Option

from anonfilter.formats.builder import DocumentBuilder
from anonfilter.formats.turns import Turn, turns
from anonfilter.hookspecs import Setting
from anonfilter.model import Document, Source

_WORD = r"(?:\[[A-Z][A-Z0-9_]*\]|[\w.'()&-]+)"
_TURN = (
    r"[ \t]*(?:\[[^\]\n]{1,20}\][ \t]*)?"
    rf"(?:\[[A-Z][A-Z0-9_]*\]|[A-Z][\w.'-]*)(?:[ \t]+{_WORD}){{0,5}}[ \t]*:(?=\s)"
)
_BREAK = re.compile(rf"\n(?:[ \t]*\n)+|\f|\n(?={_TURN})")


class Plaintext:
    """Everything in the file is text for people."""

    suffixes: tuple[str, ...] = ()

    class Config(BaseModel):
        model_config = ConfigDict(extra="forbid")

        speakers: bool = Option(
            default=False,
            description="a transcript: who speaks and what is said are fields of their own",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._speakers = config.speakers

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        builder.take(0, len(source.text))
        text = builder.text()
        spoken = turns(text) if self._speakers else []
        begin = spoken[0].start if spoken else len(text)
        _paragraphs(builder, text, 0, begin, "text")
        for turn, following in pairwise((*spoken, None)):
            if turn is not None:
                end = following.start if following else len(text)
                _turn(builder, text, turn, end)
        return builder.build()


def _turn(builder: DocumentBuilder, text: str, turn: Turn, end: int) -> None:
    """The label, what stands around it (a time, a note), and what is said up to ``end``."""
    first, last = turn.label
    for start, stop, role in (
        (turn.start, first, "header"),
        (first, last, "speaker"),
        (last, turn.speech, "header"),
    ):
        if any(char.isalnum() for char in text[start:stop]):
            builder.field(start, stop, role)
    _paragraphs(builder, text, turn.speech, end, "speech")


def _paragraphs(builder: DocumentBuilder, text: str, start: int, end: int, role: str) -> None:
    for match in _BREAK.finditer(text, start, end):
        builder.field(start, match.start(), role)
        start = match.end()
    builder.field(start, end, role)
