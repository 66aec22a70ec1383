"""CHAT, the transcripts of CLAN and TalkBank: headers, utterances, tiers that depend on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from anonfilter.contract import document as contract
from anonfilter.contract.document import Document, Replacement, Source, Timing
from anonfilter.text.values import hide_values
from anonfilter_documents.captions.cues import lines, one_line, read_inline
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.dividing import LINE_END, Divided
from anonfilter_documents.shared.fields import GAP
from anonfilter_documents.shared.places import broken
from anonfilter_documents.shared.said import Time, add_words, is_said
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.unset import Unset
from anonfilter_documents.timed.chat_tiers import CODE, HEADER, SAID, meant, stems, time_of

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
    """A line with those that go on with it: its kind, its name, and where its text stands."""

    sign: str
    name: str
    at: int  # where the name stands
    start: int
    end: int


class CHAT(Unset):
    """CHAT transcripts (.cha): utterances, who speaks, headers and dependent tiers."""

    suffixes = (".cha",)

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        reading = _Reading(source)
        for block in _blocks(source):
            if block.sign == "%":
                reading.depends(block)
                continue
            reading.finish()
            if block.sign == "*":
                reading.speaks(block)
            else:
                reading.header(block)
        reading.finish()
        return reading.builder.build()


def _blocks(source: Source) -> Iterator[Block]:
    text = source.text
    if text.strip() and _BEGIN.match(text) is None:
        raise _broken(source, 0, "it does not begin with @UTF8 or @Begin")
    found: Block | None = None
    for line in lines(text):
        if not text[line.start : line.end].strip():
            continue
        if text[line.start] in " \t" and found is not None:
            found = found._replace(end=line.end)
            continue
        if found is not None:
            yield found
        head = _HEAD.match(text, *line)
        if head is None:
            raise _broken(source, line.start, "a line begins with @, *, % or a tab")
        sign = head["sign"] or head["speaker"] or head["depends"]
        name = {"@": "header", "*": "code", "%": "tier"}[sign]
        found = Block(sign, head[name], head.start(name), head.end(), line.end)
    if found is not None:
        yield found


def _broken(source: Source, position: int, message: str) -> Exception:
    return broken(
        source, position, f"is no CHAT transcript: {message}",
        "CLAN's CHECK tells what else it asks for.",
    )  # fmt: skip


class _Reading:
    """Takes the blocks of one file into a document."""

    def __init__(self, source: Source) -> None:
        self.builder = DocumentBuilder(source)
        self._text = source.text
        self._utterance: Block | None = None
        self._depending: list[Block] = []

    def header(self, block: Block) -> None:
        if block.name == "Participants":
            for person in _PEOPLE.finditer(self._text, block.start, block.end):
                self._person(*person.span())
        elif block.name == "ID":
            for column in _COLUMN.finditer(self._text, block.start, block.end):
                self._label(*column.span())
        elif block.name in _TECHNICAL:
            self._label(block.start, block.end, contract.CODE)
        else:
            if not HEADER.fullmatch(block.name):
                self._label(block.at, block.at + len(block.name))
            self._take(block.start, block.end, "text", name=block.name)

    def _person(self, start: int, end: int) -> None:
        """A participant: the code, a name that may be missing, and the role."""
        words = [word.span() for word in _WORD.finditer(self._text, start, end)]
        self._label(*words[0], role="speaker")
        if len(words) > 2:
            self._take(words[1][0], words[-2][1], "speaker")
        if len(words) > 1:
            self._label(*words[-1])

    def _label(self, start: int, end: int, role: str = "text") -> None:
        """Take a code or a title, unless any program gives it."""
        text = self._text[start:end]
        if not (is_schema_name(text) or CODE.fullmatch(text)):
            self._take(start, end, role)

    def speaks(self, block: Block) -> None:
        self._utterance = block
        self._label(block.at, block.at + len(block.name), "speaker")

    def depends(self, block: Block) -> None:
        self._depending.append(block)

    def finish(self) -> None:
        """Take the utterance and what depends on it: how it sounds goes with what is said."""
        utterance, depending = self._utterance, self._depending
        self._utterance, self._depending = None, []
        sounds = [one for one in depending if utterance and _SOUNDS.fullmatch(one.name)]
        time = None
        if utterance is not None:
            time = time_of(self._text, utterance.start, utterance.end)
            echoes = tuple(Replacement(one.start, one.end, _UNSAID) for one in sounds)
            self._take(utterance.start, utterance.end, "speech", time, echoes)
        for one in depending:
            if one in sounds:
                continue
            self._label(one.at, one.at + len(one.name))
            if one.name == "mor":
                words = stems(self._text, one.start, one.end, time)
                add_words(self.builder, words, "text", one_line, name=one.name)
            else:
                self._take(one.start, one.end, "text", time, name=one.name)

    def _take(
        self,
        start: int,
        end: int,
        role: str,
        time: Time | None = None,
        echoes: tuple[Replacement, ...] = (),
        name: str = "",
    ) -> None:
        text, stands = read_inline(self._text, start, end, SAID, meant)
        if not is_said(text):
            return
        begin = self.builder.at
        self.builder.value(text, stands)
        timings = (Timing(begin, self.builder.at, time, echoes),) if time or echoes else ()
        encode = one_line if role == "speech" or name else _one_word
        self.builder.field(
            begin, self.builder.at, role, encode, blank_lines=False, name=name, timings=timings
        )
        self.builder.gap(GAP)


def _one_word(value: str) -> str:
    """A value that is one word of a header."""
    return "_".join(re.sub(r"[:,|]", " ", value).split())
