"""A long file that is read a window at a time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from anonfilter.containers.decoding import nul_byte
from anonfilter.contract.document import Finding, RewrittenText, Source
from anonfilter.engine import spans
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.spans import Stretch
from anonfilter.engine.toolbox import Toolbox, needs_of
from anonfilter.errors import Incomplete
from anonfilter.files.source_tree import DISK
from anonfilter.limits import ALLOW_MORE, MEGABYTE
from anonfilter.streams.chunk_decoder import ChunkDecoder
from anonfilter.text.lines import line_starts

_HEAD = 1 << 16  # bytes at the beginning and the end by which a file type is recognised


@dataclass(frozen=True)
class WindowSizes:
    """Sizes in characters: of a part, and of the context on either side.

    A part that cannot be divided may grow up to ``most``.
    """

    part: int = 300_000
    around: int = 8_000
    most: int = 16_000_000


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a long file, of which the part from ``new`` on is not settled yet.

    Add ``offset`` and ``lines`` to a place in the window to get its place in the file. In the first
    line of the window, add ``column`` to the column. The ``last`` window reaches to the end of the
    file.
    """

    source: Source
    new: int
    offset: int
    lines: int
    column: int
    last: bool

    def in_file(self, finding: Finding) -> Finding:
        """Return a finding of the window with its place in the file."""
        column = finding.column + (self.column if finding.line == 1 else 0)
        return replace(
            finding,
            line=finding.line + self.lines,
            last=finding.last + self.lines,
            column=column,
            start=finding.start + self.offset,
            end=finding.end + self.offset,
        )


@dataclass(frozen=True, slots=True)
class SettledOffsets:
    """Offsets in a window: the end of the settled text, and the start of the next context."""

    upto: int
    context: int


def moved(rewritten: RewrittenText, place: int) -> int:
    """Return the offset in a changed text for an offset in the original text.

    Text that is inserted at this offset comes after it.
    """
    before = bisect_left(rewritten.edits, place, key=lambda edit: edit.start)
    if not before:
        return place
    length, done = rewritten.shifts[before - 1]
    return length + place - done


class LongText:
    """A long file that is decoded piece by piece, and divided where its format allows."""

    def __init__(
        self, name: str, chunks: Iterable[bytes], tools: Toolbox, sizes: WindowSizes | None = None
    ) -> None:
        self.name = name
        self._sizes = sizes or WindowSizes()
        self._want = self._sizes.part
        self._chunks = iter(chunks)
        first = next(self._chunks, b"")
        self.decoder = ChunkDecoder(first, name, tools.formats.declared)
        self._head = self._tail = first[:_HEAD]
        self._tools = tools
        self._text = ""
        self._new = self._offset = self._lines = self._column = 0
        self._ended = False
        self._decode(first, last=False)
        self._fill(self._want)
        parts = self.decoder.parts(tools.formats.require_readable(name, first), self._text)
        if parts is None:
            raise self._too_long("a file of this kind is read as a whole")
        self._parts = parts
        self.is_linked = parts.linked

    def _too_long(self, why: str) -> Incomplete:
        return Incomplete(
            f"is larger than {self._sizes.most / MEGABYTE:g} MB, and {why}",
            where=self.name,
            hint=ALLOW_MORE.capitalize(),
        )

    # reading

    def _fill(self, length: int) -> None:
        """Read until the text has this length, and does not end between CR and LF."""
        while not self._ended and (len(self._text) < length or self._text.endswith("\r")):
            chunk = next(self._chunks, None)
            if chunk is None:
                self._decode(b"", last=True)
                self._ended = True
                # the end of the file identifies its type
                self._tools.formats.require_readable(self.name, self._head + self._tail)
            else:
                self._tail = (self._tail + chunk)[-_HEAD:]
                self._decode(chunk, last=False)

    def _decode(self, data: bytes, *, last: bool) -> None:
        text = self.decoder.decode(data, last=last)
        if "\0" in text:
            raise nul_byte(self.name)
        self._text += text

    # dividing

    def windows(self) -> Iterator[Window]:
        """Yield the windows. After each window, the caller must call ``settle``."""
        while not (self._ended and self._new == len(self._text)):
            upto = self._next()
            if upto is not None:
                yield self._window(upto)

    def _next(self) -> int | None:
        """Return the end of the next window; None if more must be read."""
        around = 0 if self._parts.apart else self._sizes.around
        self._fill(self._new + self._want + around)
        if self._ended:
            return len(self._text)
        upto = self._divide(self._new, len(self._text), ())
        if upto is None:
            self._grow()
        return upto

    def _window(self, upto: int) -> Window:
        head = self._parts.head if self._offset else ""
        source = self.decoder.part(head + self._text[:upto])
        offset, lines = self._offset - len(head), self._lines - len(line_starts(head)) + 1
        last = self._ended and upto == len(self._text)
        column = 0 if head else self._column
        return Window(source, len(head) + self._new, offset, lines, column, last)

    def settle(self, window: Window, taken: Iterable[Stretch]) -> SettledOffsets | None:
        """Settle the text of a window, up to an end that is not within a ``taken`` stretch.

        Return None if no text can be settled; then the next window is longer.
        """
        length, head = len(window.source.text), self._offset - window.offset
        stretches = spans.merged((start - head, end - head) for start, end in taken)
        around = 0 if self._parts.apart else self._sizes.around
        upto = (
            length - head
            if window.last or self._parts.apart
            else self._divide(self._new, length - head - around, stretches)
        )
        if upto is None:
            self._grow()
            return None
        context = upto
        if around and not window.last:
            context = self._divide(0, upto - around, stretches) or 0
        self._want = self._sizes.part
        self._drop(context, upto)
        return SettledOffsets(upto + head, context + head)

    def _drop(self, context: int, upto: int) -> None:
        starts = line_starts(self._text[:context])
        self._lines += len(starts) - 1
        self._column = context - starts[-1] + (self._column if len(starts) == 1 else 0)
        self._offset += context
        self._text = self._text[context:]
        self._new = upto - context

    def _divide(self, low: int, high: int, taken: Sequence[Stretch]) -> int | None:
        """Return the last offset after ``low`` that divides the text and no stretch, or None."""
        first, near, half = low + 1, high - self._sizes.around, (low + high) // 2
        wanted = ((near, False), (half, False), (near, True), (first, False), (first, True))
        for least, words in wanted:
            lowest = max(first, least)
            most = high
            while most >= lowest:
                at = self._parts.end(self._text, lowest, most, words=words)
                if at is None:
                    break
                within = spans.within(taken, at, at)
                if not within:
                    return at
                most = within[0][0]
        return None

    def _grow(self) -> None:
        if self._want >= self._sizes.most:
            raise self._too_long("a part of it cannot be divided")
        self._want = min(2 * self._want, self._sizes.most)


def long_text(engine: Engine, name: str, chunks: Iterable[bytes]) -> LongText:
    """Return a long file as the rules read it.

    Refuse a file if another file beside it refers to places in it.
    """
    suffixes = {suffix for _, made in engine.parts() for suffix in needs_of(made).beside}
    for suffix in sorted(suffixes):
        if DISK.read(name + suffix) is not None:
            raise Incomplete(
                f"is read in parts, but its file {suffix} names places in the whole file",
                where=name,
                hint=ALLOW_MORE.capitalize(),
            )
    most = int(engine.ruleset.model.limits.whole_megabytes * MEGABYTE)
    part = min(WindowSizes.part, most)  # no larger than a file that is read as a whole
    around = min(WindowSizes.around, part // 4)
    return LongText(name, chunks, engine.tools, WindowSizes(part, around, most))
