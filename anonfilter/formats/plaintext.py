"""Plain text: a field is a paragraph, or a speaker's turn."""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict

from anonfilter.formats.builder import DocumentBuilder
from anonfilter.hookspecs import Setting
from anonfilter.model import Document, Source

_TURN = r"[ \t]*(?:\[[^\]\n]{1,20}\][ \t]*)?[A-Z][\w.'-]*(?:[ \t]+[\w.'()&-]+){0,5}[ \t]*:(?=\s)"
_BREAK = re.compile(rf"\n(?:[ \t]*\n)+|\f|\n(?={_TURN})")


class Plaintext:
    """Everything in the file is text for people."""

    suffixes: tuple[str, ...] = ()

    class Config(BaseModel):
        model_config = ConfigDict(extra="forbid")

    def __init__(self, config: Config, setting: Setting) -> None:
        pass

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        builder.take(0, len(source.text))
        text = builder.text()
        start = 0
        for match in _BREAK.finditer(text):
            builder.field(start, match.start())
            start = match.end()
        builder.field(start, len(text))
        return builder.build()
