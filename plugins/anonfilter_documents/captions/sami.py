"""SAMI, the captions of Windows' players: HTML whose SYNC elements tell when a text is shown."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

from anonfilter.containers.kinds import refuse
from anonfilter.contract.document import Document, Source
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.captions.cues import Speech
from anonfilter_documents.markup.html import SHOWN, HtmlReader, HtmlWords
from anonfilter_documents.markup.references import text_value
from anonfilter_documents.markup.tokens import Token, html_tokens
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.said import DECIMAL
from anonfilter_documents.shared.unset import Unset

_MILLISECONDS = re.compile(DECIMAL)
_LONGEST = 5.0  # seconds that the last text is shown


class SAMI(Unset):
    """SAMI captions (.smi, .sami): what is said in one language is a field."""

    suffixes = (".smi", ".sami")

    def refuse(self, data: bytes, name: str) -> None:
        refuse(data, name, reader=("sami", "html"))

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        reader = _Reader(builder, source, _SamiWords(tuple(SHOWN.split())))
        reader.take(html_tokens(source))
        reader.end()
        return builder.build()


class _SamiWords(HtmlWords):
    """What the elements of SAMI are."""

    def role(self, name: str) -> str:
        return "text" if name in ("title", "head", "sami") else "speech"


@hide_values
class _Shown(NamedTuple):
    """A text that is shown until the next SYNC."""

    track: str
    text: str
    pieces: list[Piece]


class _Reader(HtmlReader):
    """Takes the tokens of one file; each language, and what names the speakers, goes on alone."""

    def __init__(self, builder: DocumentBuilder, source: Source, words: HtmlWords) -> None:
        super().__init__(builder, source, words)
        self._tracks = defaultdict[str, Speech](lambda: Speech(builder, text_value))
        self._track = ""
        self._shown: list[_Shown] = []
        self._since = 0.0

    def end(self) -> None:
        """Take what was said last."""
        self._until(self._since + _LONGEST)
        for speech in self._tracks.values():
            speech.end()

    def _opened(self, token: Token) -> None:
        super()._opened(token)
        told = {
            one.name.lower(): self._source.text[one.start : one.end] for one in token.attributes
        }
        if token.name == "sync":
            start = told.get("start", "").strip().lower().removesuffix("ms")
            self._until(float(start) / 1000 if _MILLISECONDS.fullmatch(start) else self._since)
        elif token.name == "p":
            self._track = f"{told.get('class', '')} {told.get('id', '')}".lower()

    def _value(self, text: str, pieces: list[Piece], role: str) -> None:
        if role == "speech":
            self._shown.append(_Shown(self._track, text, pieces))
        else:
            super()._value(text, pieces, role)

    def _until(self, time: float) -> None:
        """Say what is shown, up to this time."""
        for one in self._shown:
            self._tracks[one.track].say((one.text, one.pieces), (self._since, time))
        self._shown, self._since = [], time
