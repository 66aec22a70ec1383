"""CHAT, the transcripts of CLAN and TalkBank: headers, utterances and dependent tiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from anonfilter.containers.places import incomplete_at
from anonfilter.contract import document as contract
from anonfilter.contract.document import Document, Replacement, Source, Timing
from anonfilter.text.values import hide_values
from anonfilter_documents.captions.cues import read_inline, split_lines, to_one_line
from anonfilter_documents.shared.builder import GAP, DocumentBuilder
from anonfilter_documents.shared.file_parts import LINE_END, Divided
from anonfilter_documents.shared.format_bases import FormatWithoutSettings, suffixes_of
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.timed_words import Time, add_words, has_letters_or_digits
from anonfilter_documents.timed.chat_tiers import (
    CODE,
    HEADER,
    NOTATION,
    decode_mark,
    find_time,
    read_stems,
)

_BEGIN = re.compile(r"@(?:UTF8|Begin|Font|PID|ColorWords|Color words|Window|Loc)\b")
_HEAD = re.compile(
    r"(?P<sign>@)(?P<header>[^:\t\r\n]*+)(?::[ \t]*+)?|(?P<speaker>\*)(?P<code>[^:\s]++):[ \t]*+"
    r"|(?P<depends>%)(?P<tier>\w++):[ \t]*+"
)

_PARTS = Divided(re.compile(rf"{LINE_END}(?=\*)"), head="@UTF8\n", linked=True)
_PEOPLE = re.compile(r"[^,\s][^,]*+")
_WORD = re.compile(r"\S+")
_COLUMN = re.compile(r"[^|\s][^|]*+")
_SOUNDS = re.compile(r"x?(?:pho|mod)\w*")
_UNSAID = "xxx"
_TECHNICAL = ("UTF8", "Begin", "End", "Window", "Font", "Languages", "Options")


@hide_values
class Block(NamedTuple):
    """A line with its continuation lines: its first sign, its name, and the offsets of its text."""

    sign: str
    name: str
    at: int  # the offset of the name
    start: int
    end: int


class CHAT(FormatWithoutSettings):
    """CHAT transcripts (.cha): utterances, who speaks, headers and dependent tiers."""

    suffixes = suffixes_of("chat")

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        reader = _ChatReader(source)
        for block in _read_blocks(source):
            if block.sign == "%":
                reader.dependent_tiers.append(block)
                continue
            reader.end_utterance()
            if block.sign == "*":
                reader.begin_utterance(block)
            else:
                reader.add_header(block)
        reader.end_utterance()
        return reader.builder.build()


def _read_blocks(source: Source) -> Iterator[Block]:
    text = source.text
    if text.strip() and _BEGIN.match(text) is None:
        raise _incomplete(source, 0, "it does not begin with @UTF8 or @Begin")
    block: Block | None = None
    for line in split_lines(text):
        if not text[line.start : line.end].strip():
            continue
        if text[line.start] in " \t" and block is not None:
            block = block._replace(end=line.end)
            continue
        if block is not None:
            yield block
        head = _HEAD.match(text, *line)
        if head is None:
            raise _incomplete(source, line.start, "this line does not begin with @, *, % or a tab")
        sign = head["sign"] or head["speaker"] or head["depends"]
        name = {"@": "header", "*": "code", "%": "tier"}[sign]
        block = Block(sign, head[name], head.start(name), head.end(), line.end)
    if block is not None:
        yield block


def _incomplete(source: Source, position: int, message: str) -> Exception:
    hint = "CLAN's command CHECK lists all errors of a transcript."
    return incomplete_at(source, position, f"is not a CHAT transcript: {message}", hint)


class _ChatReader:
    """A reader that makes fields of the blocks of one file."""

    def __init__(self, source: Source) -> None:
        self.builder = DocumentBuilder(source)
        self.dependent_tiers: list[Block] = []
        self._text = source.text
        self._utterance: Block | None = None

    def add_header(self, block: Block) -> None:
        if block.name == "Participants":
            for person in _PEOPLE.finditer(self._text, block.start, block.end):
                self._add_participant(*person.span())
        elif block.name == "ID":
            for column in _COLUMN.finditer(self._text, block.start, block.end):
                self._add_label(*column.span())
        elif block.name in _TECHNICAL:
            self._add_label(block.start, block.end, contract.CODE)
        else:
            if not HEADER.fullmatch(block.name):
                self._add_label(block.at, block.at + len(block.name))
            self._add_field(block.start, block.end, "text", name=block.name)

    def _add_participant(self, start: int, end: int) -> None:
        """Add the code of a participant, the name if there is one, and the role."""
        words = [word.span() for word in _WORD.finditer(self._text, start, end)]
        self._add_label(*words[0], role="speaker")
        if len(words) > 2:
            self._add_field(words[1][0], words[-2][1], "speaker")
        if len(words) > 1:
            self._add_label(*words[-1])

    def _add_label(self, start: int, end: int, role: str = "text") -> None:
        """Make a field of a code or title, unless it is common to all transcripts."""
        text = self._text[start:end]
        if not (is_schema_name(text) or CODE.fullmatch(text)):
            self._add_field(start, end, role)

    def begin_utterance(self, block: Block) -> None:
        self._utterance = block
        self._add_label(block.at, block.at + len(block.name), "speaker")

    def end_utterance(self) -> None:
        """Make fields of the utterance and its dependent tiers.

        If a name in the utterance is replaced, tiers with its sounds are replaced as well.
        """
        utterance, tiers = self._utterance, self.dependent_tiers
        self._utterance, self.dependent_tiers = None, []
        sounds = [tier for tier in tiers if utterance and _SOUNDS.fullmatch(tier.name)]
        time = None
        if utterance is not None:
            time = find_time(self._text, utterance.start, utterance.end)
            echoes = tuple(Replacement(tier.start, tier.end, _UNSAID) for tier in sounds)
            self._add_field(utterance.start, utterance.end, "speech", time, echoes)
        for tier in tiers:
            if tier in sounds:
                continue
            self._add_label(tier.at, tier.at + len(tier.name))
            if tier.name == "mor":
                words = read_stems(self._text, tier.start, tier.end, time)
                add_words(self.builder, words, "text", to_one_line, name=tier.name)
            else:
                self._add_field(tier.start, tier.end, "text", time, name=tier.name)

    def _add_field(
        self,
        start: int,
        end: int,
        role: str,
        time: Time | None = None,
        echoes: tuple[Replacement, ...] = (),
        name: str = "",
    ) -> None:
        text, pieces = read_inline(self._text, start, end, NOTATION, decode_mark)
        if not has_letters_or_digits(text):
            return
        begin = self.builder.offset
        self.builder.add_text(text, pieces)
        timings = (Timing(begin, self.builder.offset, time, echoes),) if time or echoes else ()
        encode = to_one_line if role == "speech" or name else _to_one_word
        self.builder.add_field(
            begin, self.builder.offset, role, encode, blank_lines=False, name=name, timings=timings
        )
        self.builder.add_gap(GAP)


def _to_one_word(value: str) -> str:
    """Return a value as a single word of a header."""
    return "_".join(re.sub(r"[:,|]", " ", value).split())
