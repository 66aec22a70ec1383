"""Plain text: each paragraph or turn of a speaker is a field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from anonfilter_english.knowledge.labelled_text import has_titles
from anonfilter_english.knowledge.speaker_turns import Turn, turns
from pydantic import BaseModel, ConfigDict
from pydantic import Field as Option

from anonfilter.containers.members import head_of
from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.errors import Incomplete
from anonfilter_documents.shared.block_labels import BlockLabels
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.file_kinds import refuse, suffix_by_beginning, suffix_of_text
from anonfilter_documents.shared.file_parts import LINE_END, Divided
from anonfilter_documents.shared.format_bases import ContainerReader

_HEAD = 4096
_WORD = r"(?:\[[A-Z][A-Z0-9_]*\]|[\w.'()&-]+)"
_TURN = (
    r"[ \t]*(?:\[[^\]\n]{1,20}\][ \t]*)?"
    rf"(?:\[[A-Z][A-Z0-9_]*\]|[A-Z][\w.'-]*)(?:[ \t]+{_WORD}){{0,5}}[ \t]*:(?=\s)"
)
_BREAK = re.compile(rf"\n(?:[ \t]*\n)+|\f|\n(?={_TURN})")
# Long files are divided at empty lines and turns, else after any line, else between words.
_PARTS = Divided(
    re.compile(rf"{LINE_END}(?:[ \t]*+{LINE_END})+|{LINE_END}(?={_TURN})"),
    re.compile(LINE_END),
    re.compile(r"\s"),
)


class Plaintext(ContainerReader):
    """Text files, and files of suffixes that no other format reads."""

    suffixes: tuple[str, ...] = ()

    class Config(BaseModel):
        model_config = ConfigDict(extra="forbid")

        speakers: bool = Option(
            default=False, description="a transcript: speaker labels and speech are separate fields"
        )
        read: tuple[str, ...] = Option(
            default=(), description="suffixes of other kinds of files that are read as text"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._speakers = config.speakers
        self._suffixes = tuple(suffix.lower() for suffix in config.read)

    def refuse(self, data: bytes, name: str) -> None:
        if not suffix_by_beginning(data, name):  # then `read` passes the file to another format
            refuse(data, name, by_suffix=True, read=self._suffixes)

    def parts(self, beginning: Source) -> Divided | None:
        head = beginning.encode(beginning.text[:_HEAD])[:_HEAD]
        if suffix_by_beginning(head, beginning.name):  # another format would have to divide it
            refuse(head, beginning.name)
        return replace(_PARTS, linked=has_titles(beginning.text))

    def read(self, source: Source) -> Document:
        suffix = "" if source.is_part else suffix_of_text(source)
        if suffix and self._read is not None:
            return self._read_as(source, source.name + suffix, self._read)
        builder = DocumentBuilder(source)
        text = builder.add_stretch(0, len(source.text))
        label_above = BlockLabels(builder)
        for start, end, role in split_fields(text, speakers=self._speakers):
            first = builder.field_count
            builder.add_field(start, end, role)
            if role == "text":
                label_above.add_block(first)
            else:
                label_above.divide()
        return builder.build()

    def _read_as(self, source: Source, name: str, read: Callable[[Source], Document]) -> Document:
        """Read a file with the format that reads files called ``name``."""
        try:
            return replace(read(replace(source, name=name)), source=source)
        except Incomplete as error:
            if error.where == name:
                refuse(head_of(source), source.name)  # the rules have no such format
            where = source.name + error.where.removeprefix(name)
            raise Incomplete(error.message, where=where, hint=error.hint) from None


def split_fields(
    text: str, role: str = "text", *, speakers: bool = False
) -> Iterator[tuple[int, int, str]]:
    """Yield the start, end and role of each paragraph, label and speech of a text."""
    spoken = turns(text) if speakers else []
    yield from _paragraphs(text, 0, spoken[0].start if spoken else len(text), role)
    for turn, following in pairwise((*spoken, None)):
        if turn is not None:
            yield from _split_turn(text, turn, following.start if following else len(text))


def _split_turn(text: str, turn: Turn, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield the label, the text around it (a time, a note), and the speech up to ``end``."""
    first, last = turn.label
    for start, stop, role in (
        (turn.start, first, "header"),
        (first, last, "speaker"),
        (last, turn.speech, "header"),
    ):
        if any(char.isalnum() for char in text[start:stop]):
            yield start, stop, role
    yield from _paragraphs(text, turn.speech, end, "speech")


def _paragraphs(text: str, start: int, end: int, role: str) -> Iterator[tuple[int, int, str]]:
    for match in _BREAK.finditer(text, start, end):
        yield start, match.start(), role
        start = match.end()
    yield start, end, role
