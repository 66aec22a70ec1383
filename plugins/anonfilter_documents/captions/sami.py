"""SAMI, the captions of Windows players: HTML with SYNC elements that state the times of texts."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

from anonfilter.contract.document import Document, Source
from anonfilter.text.origin import Piece
from anonfilter.text.values import hide_values
from anonfilter_documents.captions.cues import Speech
from anonfilter_documents.markup.character_references import escape_text
from anonfilter_documents.markup.html import SHOWN, HtmlReader, HtmlVocabulary
from anonfilter_documents.markup.markup_tokens import Token, read_html_tokens
from anonfilter_documents.shared.format_bases import (
    CheckedFormat,
    FormatWithoutSettings,
    suffixes_of,
)
from anonfilter_documents.shared.timed_words import DECIMAL

_MILLISECONDS = re.compile(DECIMAL)
_LONGEST = 5.0  # seconds that the last text is shown


class SAMI(CheckedFormat, FormatWithoutSettings):
    """SAMI captions (.smi, .sami): the cues of one speaker in one language are a field."""

    suffixes = suffixes_of("sami")
    like = ("sami", "html")

    def read(self, source: Source) -> Document:
        vocabulary = _SamiVocabulary(tuple(SHOWN.split()))
        return _SamiReader(source, vocabulary).read(read_html_tokens(source))


class _SamiVocabulary(HtmlVocabulary):
    """The elements of SAMI."""

    def role(self, name: str) -> str:
        return "text" if name in ("title", "head", "sami") else "speech"


@hide_values
class _Caption(NamedTuple):
    """A text that is shown until the next SYNC."""

    track: str
    text: str
    pieces: list[Piece]


class _SamiReader(HtmlReader):
    """A reader that makes fields of the tokens of one file.

    Each language and class of text is a track.
    """

    def __init__(self, source: Source, vocabulary: HtmlVocabulary) -> None:
        super().__init__(source, vocabulary)
        self._tracks = defaultdict[str, Speech](lambda: Speech(self._builder, escape_text))
        self._track = ""
        self._captions: list[_Caption] = []
        self._start = 0.0

    def _end(self) -> None:
        self._end_captions(self._start + _LONGEST)
        for speech in self._tracks.values():
            speech.end()

    def _open_element(self, token: Token) -> None:
        super()._open_element(token)
        if token.name == "sync":
            start = self._attribute_of(token, "start").strip().lower().removesuffix("ms")
            is_time = _MILLISECONDS.fullmatch(start)
            self._end_captions(float(start) / 1000 if is_time else self._start)
        elif token.name == "p":
            classes, name = (self._attribute_of(token, key) for key in ("class", "id"))
            self._track = f"{classes} {name}".lower()

    def _add_value(self, text: str, pieces: list[Piece], role: str) -> None:
        if role == "speech":
            self._captions.append(_Caption(self._track, text, pieces))
        else:
            super()._add_value(text, pieces, role)

    def _end_captions(self, end: float) -> None:
        """Add the captions that are shown up to this time."""
        for caption in self._captions:
            self._tracks[caption.track].add((caption.text, caption.pieces), (self._start, end))
        self._captions, self._start = [], end
