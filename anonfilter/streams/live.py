"""A live stream: each line is written as soon as a bounded look ahead allows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from anonfilter.containers.places import findings_of
from anonfilter.contract.document import (
    Document,
    Finding,
    Redaction,
    Replacement,
    RewrittenText,
    Source,
    Span,
    TaggedMention,
)
from anonfilter.contract.plugin import Parts
from anonfilter.engine import spans
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.limits import ALLOW_MORE, MEGABYTE
from anonfilter.streams.carried import CarriedOriginals, Known, RunningNumbers
from anonfilter.streams.chunk_decoder import ChunkDecoder
from anonfilter.streams.long_text import long_text, moved
from anonfilter.streams.spool import Spool
from anonfilter.text.values import hide_values

_CONTEXT = 2_000  # characters of context before new text
_RECENT = 20_000  # characters that are searched at once for originals that later lines made known
_SAMPLE = 5_000  # characters by which the language is recognised
_LINE_END = re.compile(r"[\r\n]+")
_QUOTE = '"\n'  # a format that does not divide after this is not read line by line
Findings = tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class LiveDelay:
    """The maximum delay of a stream, in lines and in seconds; the first to be reached counts."""

    lines: int = 3
    seconds: float = 2.0


@hide_values
@dataclass(frozen=True, slots=True)
class LiveOutput:
    """Output that may be written now, its redaction, and the remaining findings.

    - ``redaction``: None if no line may be written.
    - ``left``: findings in lines that are held back or, with ``keep_output``, in the output.
    - ``late``: findings in lines that were written earlier.
    """

    output: bytes = b""
    redaction: Redaction | None = None
    left: Findings = ()
    late: Findings = ()
    lines: int = 0


class LiveFilter:
    """A filter for lines as they arrive. The caller passes the time to each method."""

    def __init__(
        self, engine: Engine, name: str, behind: LiveDelay, *, keep_output: bool = False
    ) -> None:
        self.name = name
        self._keep_output = keep_output
        self._behind = behind
        self._carried = CarriedOriginals(engine.options.known)
        self._plain = engine
        self._engine = engine.with_known(self._carried)
        self._numbers = RunningNumbers(engine.grammar)
        self._most = int(engine.ruleset.model.limits.whole_megabytes * MEGABYTE)
        self._parts: Parts | None = None
        self._decoder: ChunkDecoder | None = None
        self._unended = ""
        self._pending: list[tuple[str, float]] = []  # lines, and their times of arrival
        self._context = ""
        self._sample = ""
        self._lines = 0  # already written
        self._recent: list[str] = []
        self._output = Spool()
        self._verified: list[tuple[int, Known]] = []
        self._written = 0
        self._reported = set[tuple[int, str]]()

    # input

    def feed(self, data: bytes, now: float) -> None:
        """Take bytes that have arrived at the time ``now``."""
        formats = self._plain.tools.formats
        if self._decoder is None:
            self._decoder = ChunkDecoder(data, self.name, formats.declared)
            text = self._decoder.decode(data)
            self._begin(formats.require_readable(self.name, data), text)
        else:
            text = self._decoder.decode(data)
        self._take(text, now, last=False)

    def _begin(self, made: object, beginning: str) -> None:
        """Set how lines are divided; refuse a file that is not read line by line."""
        assert self._decoder is not None
        parts = self._decoder.parts(made, beginning)
        if parts is None or parts.end(_QUOTE, len(_QUOTE), len(_QUOTE)) is None:
            raise Incomplete(
                "is not read line by line, so it cannot be filtered live",
                where=self.name,
                hint="--live reads plain text and JSON lines (--format jsonl).",
            )
        self._parts = parts

    def _take(self, text: str, now: float, *, last: bool) -> None:
        *lines, self._unended = (self._unended + text).split("\n")
        self._pending += ((line + "\n", now) for line in lines)
        if last and self._unended:
            self._pending.append((self._unended, now))
            self._unended = ""
        if len(self._unended) > self._most:
            raise Incomplete(
                "has a line that is too long to wait for its end",
                where=self.name,
                hint=ALLOW_MORE.capitalize(),
            )

    # output

    def wait(self, now: float) -> float | None:
        """Return the seconds until a line is due without more input; None if no line waits."""
        if not self._pending:
            return None
        return max(0.0, self._pending[0][1] + self._behind.seconds - now)

    def due(self, now: float) -> LiveOutput | None:
        """Return the output for lines that may not wait any longer; None if there are none."""
        old = sum(came + self._behind.seconds <= now for _, came in self._pending)
        number = max(old, len(self._pending) - self._behind.lines)
        return self._step(number) if number > 0 else None

    def end(self) -> LiveOutput | None:
        """Return the output for all remaining lines; None if there are none."""
        if self._decoder is None:
            return None
        self._take(self._decoder.decode(b"", last=True), 0.0, last=True)
        return self._step(len(self._pending)) if self._pending else None

    def _step(self, number: int) -> LiveOutput:
        document, new, before = self._window()
        redaction = self._engine.redact(document, self._numbers)
        number, upto = self._uncrossed(number, new, redaction.rewritten.edits)
        above = self._lines - before
        origin = document.origin
        left = [one for one in redaction.findings if new <= one.start < upto]
        if left and not self._keep_output:  # the lines before it may still be written
            number = left[0].line - before - 1
            number, upto = self._uncrossed(number, new, redaction.rewritten.edits)
            if not number or left[0].start < upto:
                return LiveOutput(left=_lower(left, above))
            left = []  # reported with the next step
        placed = [
            (one, *origin.extent(one.mention.span.start, one.mention.span.end))
            for one in redaction.tagged
        ]
        tagged = tuple(one for one, start, end in placed if end > new and start < upto)
        late = _lower(
            findings_of(
                document,
                spans.order(one.mention.span for one, start, end in placed if start < new < end),
            ),
            above,
        )
        tags = [tag for tag in document.tags if new <= origin.position(tag.start) < upto]
        self._numbers.reserve_new(tags, self.name, hint="Filter the text as it was before.")
        self._numbers.learn(document, tagged)
        late += self._learnt(tagged)
        output = _between(redaction.rewritten, new, upto)
        assert self._decoder is not None
        data = (b"" if self._verified else self._decoder.bom) + self._decoder.encode(output)
        self._write(output, data)
        self._move_on(document.source.text[new:upto], number)
        done = replace(redaction, tagged=tagged)
        return LiveOutput(data, done, _lower(left, above), self._not_yet_reported(late), number)

    def _learnt(self, tagged: Sequence[TaggedMention]) -> Findings:
        """Remember replaced originals; return findings of new ones in the last written lines."""
        known = self._carried.known
        self._carried.add(tagged)
        if known == self._carried.known or not self._recent:
            return ()
        fresh = CarriedOriginals()
        fresh.add(tagged)
        text = "".join(self._recent)
        document = self._engine.read(self._source(text))
        found = fresh.spans(document, self._engine.labels)
        return _lower(self._standing(document, found), self._lines - text.count("\n"))

    def _standing(self, document: Document, found: Sequence[Span]) -> Iterator[Finding]:
        """Yield findings in a text where originals were found, unless the rules exclude them."""
        if found:
            final = self._engine.analyse(document).spans
            hits = [span for span in final if any(spans.overlap(span, one) for one in found)]
            yield from findings_of(document, hits)

    def _write(self, output: str, data: bytes) -> None:
        self._verified.append((self._written, self._carried.known))
        self._written += len(output)
        self._output.write(data)
        self._recent.append(output)
        while len(self._recent) > 1 and sum(map(len, self._recent)) > _RECENT:
            del self._recent[0]

    def _move_on(self, text: str, number: int) -> None:
        assert self._parts is not None
        del self._pending[:number]
        self._lines += number
        if len(self._sample) <= _SAMPLE:
            self._sample += text
        context = "" if self._parts.apart else self._context + text
        if len(context) > _CONTEXT:
            context = context[context.find("\n", len(context) - _CONTEXT) + 1 :]
        self._context = context

    def _not_yet_reported(self, late: Findings) -> Findings:
        fresh = tuple(one for one in late if (one.line, one.label) not in self._reported)
        self._reported.update((one.line, one.label) for one in fresh)
        return fresh

    def all_late(self) -> Findings:
        """Return findings of originals that were recognised only after their lines were written.

        Call this method once, at the end of the stream.
        """
        known = self._carried.known
        if all(before == known for _, before in self._verified):
            return ()
        late: list[Finding] = []
        text = long_text(self._engine, self.name, self._output)
        later = self._carried.later()
        for window in text.windows():
            document = self._engine.read(window.source)
            at = bisect_right(self._verified, window.offset + window.new, key=itemgetter(0)) - 1
            found = list(later.found(document, self._verified[max(0, at)][1]))
            late += map(window.in_file, self._standing(document, found))
            text.settle(window, ())
        return self._not_yet_reported(tuple(late))

    def _window(self) -> tuple[Document, int, int]:
        """Return the pending text after its context, its offset, and the lines of the context."""
        pending = "".join(line for line, _ in self._pending)
        document = self._engine.read(self._source(self._context + pending))
        if len(self._sample) <= _SAMPLE:
            self._engine.require_language(self._sample + document.prose, self.name)
        return document, len(self._context), self._context.count("\n")

    def _source(self, text: str) -> Source:
        """Return a part of the stream, with the surnames that are known so far."""
        assert self._decoder is not None
        return replace(self._decoder.part(text), surnames=self._carried.surnames)

    def _uncrossed(self, number: int, new: int, edits: Iterable[Replacement]) -> tuple[int, int]:
        """Return a number of lines that divides no replacement, and the offset of their end."""
        ends, at = [new], new
        for line, _ in self._pending:
            at += len(line)
            ends.append(at)
        stretches = spans.merged((one.start, one.end) for one in edits if one.end > one.start)
        while spans.within(stretches, ends[number], ends[number]):
            number += 1
        return number, ends[number]


def _lower(findings: Iterable[Finding], lines: int) -> Findings:
    """Return findings with their lines moved down by the number of lines above their text."""
    return tuple(replace(one, line=one.line + lines, last=one.last + lines) for one in findings)


def _between(rewritten: RewrittenText, new: int, upto: int) -> str:
    """Return the filtered text between two offsets; a replacement that begins before counts too."""
    over = [edit for edit in rewritten.edits if edit.start < new < edit.end]
    end = moved(rewritten, upto)
    if not over:
        return rewritten.text[moved(rewritten, new) : end]
    tag = _LINE_END.sub("", over[-1].text)
    return tag + rewritten.text[moved(rewritten, over[-1].end) : end]
