"""Filter a long file: part by part, then again for originals that later parts made known."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from anonfilter.containers.places import findings_of
from anonfilter.contract.document import (
    Document,
    Finding,
    Redaction,
    Replacement,
    RewrittenText,
    Span,
    Tag,
    TaggedMention,
)
from anonfilter.contract.plugin import FieldCache, FindingsStore
from anonfilter.engine.hints import ContextHints
from anonfilter.engine.pipeline import ROUNDS, Engine, Resources
from anonfilter.engine.spans import order
from anonfilter.sidecars.memory import Memory
from anonfilter.streams import parts_progress
from anonfilter.streams.carried import RULE, CarriedOriginals, Known, RunningNumbers, expected_again
from anonfilter.streams.long_text import LongText, SettledOffsets, Window, moved
from anonfilter.streams.spool import Spool
from anonfilter.text.lines import count_lines, line_starts
from anonfilter.text.values import hide_values

_UNDECODABLE = re.compile("[\udc80-\udcff]")
OpenAgain = Callable[[Spool], LongText]
"""Opens the filtered bytes of a long file, to be read as a file."""


@hide_values
@dataclass(slots=True)
class PartFindings:
    """A ``FindingsStore`` of the current part of a long file, so that no part is read twice.

    ``parts`` are the names of the parts that contain its text. New findings are saved under the
    last name.
    """

    store: FindingsStore
    parts: tuple[str, ...] = ("",)

    def load(self, document: Document, parts: tuple[str, ...] = ()) -> FieldCache:
        return self.store.load(document, parts or self.parts)

    def save(self, seen: FieldCache) -> None:
        self.store.save(seen)


@dataclass(frozen=True, slots=True)
class FilteredPart:
    """The result for a part of a file: its replacements and the remaining findings."""

    redaction: Redaction
    tagged: tuple[TaggedMention, ...]
    findings: tuple[Finding, ...]
    lines: int
    words: int
    undecodable: int


@hide_values
@dataclass(slots=True)
class _Done:
    """A filtered part. Its text from ``begin`` on (an offset in the file) is not yet written.

    Its findings are stored under the names of these ``parts``. It was searched for the originals
    that were ``known`` then.
    """

    window: Window
    rewritten: RewrittenText
    settled: SettledOffsets
    parts: tuple[str, ...]
    begin: int = 0
    known: Known = (0, 0, 0)

    @property
    def new(self) -> int:
        return self.window.offset + self.window.new

    @property
    def upto(self) -> int:
        return self.window.offset + self.settled.upto

    @property
    def context(self) -> int:
        return self.window.offset + self.settled.context

    def settles(self, place: int) -> bool:
        """Return True if an offset of the window is new and settled."""
        return self.window.new <= place < self.settled.upto

    def crossed(self, place: int) -> int:
        """Return the start of the edit that reaches over an offset of the file; else the offset."""
        at = place - self.window.offset
        over = [one.start for one in self.rewritten.edits if one.start < at < one.end]
        return over[0] + self.window.offset if over else place

    def text(self, start: int, end: int) -> str:
        """Return the filtered text between two offsets of the file."""
        begin, upto = (moved(self.rewritten, at - self.window.offset) for at in (start, end))
        return self.rewritten.text[begin:upto]

    def edits(self, start: int, end: int) -> Iterator[Replacement]:
        """Yield the edits between two offsets of the file."""
        offset = self.window.offset
        for one in self.rewritten.edits:
            if start <= one.start + offset < end:
                yield Replacement(one.start + offset, one.end + offset, one.text)


@hide_values
class _Verified(NamedTuple):
    """Filtered text from an offset on, the amount known then, and the names of its parts."""

    start: int
    known: Known
    parts: tuple[str, ...]


class LongFileFilter:
    """A filter for one long file.

    ``standing`` are the tags that are known to be in the file, and ``memory`` holds its names of
    the last run. ``hints`` counts the context hints of the rules in the output. With
    ``keep_edits``, ``passes`` has the edits of each pass over the file, and ``tagged`` each
    different replacement once.
    """

    def __init__(
        self,
        engine: Engine,
        standing: Iterable[Tag] = (),
        memory: Memory | None = None,
        *,
        keep_edits: bool = False,
    ) -> None:
        self._carried = CarriedOriginals(engine.options.known)
        store = engine.resources.findings_store
        self._part_findings = PartFindings(store) if store is not None else None
        own = Resources(self._part_findings, engine.resources.readers)
        self._engine = engine.with_known(self._carried, own)
        self._parts: tuple[str, ...] = ()  # the name of the current part in the cache
        self._numbers = RunningNumbers(engine.grammar)
        self._numbers.reserve(standing)
        if memory is not None:
            self._numbers.resume(memory)
        self._terms = ContextHints(engine.ruleset.model.context_hints)
        self._verified: list[_Verified] = []
        self._searched_for: Known = (0, 0, 0)
        self._written = 0
        self.hints: Counter[str] = Counter()
        self.passes: list[list[Replacement]] = []
        self._keep_edits = keep_edits
        self._tagged: dict[tuple[str, ...], TaggedMention] = {}

    @property
    def tagged(self) -> tuple[TaggedMention, ...]:
        return tuple(self._tagged.values())

    def filter(self, text: LongText, spool: Spool) -> Iterator[FilteredPart]:
        """Yield the result for each part, and write the filtered text to the spool.

        Originals that later parts made known may remain in an early part.
        """

        def redact(window: Window) -> Redaction:
            document = self._read(window)
            if not window.offset:
                self._engine.require_language(document.prose, document.name)
            return self._redact(document, (f"{window.offset}",))

        changed = 0
        for before, (redaction, done) in enumerate(self._filtered(text, spool, redact)):
            assert redaction is not None
            self._stand(redaction.analysis.document, done)
            part = self._part(redaction, done)
            changed += any(one.mention.span.rule == RULE for one in part.tagged)
            parts_progress.expect_again(expected_again(before, changed))
            yield part

    def again(
        self, open_text: OpenAgain, spool: Spool, take: Callable[[FilteredPart], None]
    ) -> Spool:
        """Return a spool of the text in which originals known only later are replaced as well.

        ``take`` is called with each part that was filtered again, because all parts do not fit into
        memory.
        """
        for at in range(ROUNDS + 1):
            if all(one.known == self._carried.known for one in self._verified):
                break
            with spool:
                text, spool = open_text(spool), Spool()
                for part in self._searched(text, spool, at):
                    take(part)
        return spool

    def _searched(self, text: LongText, spool: Spool, round_: int) -> Iterator[FilteredPart]:
        """Yield the result for each part that is filtered again for originals known only later.

        In the last round, such originals are also reported as findings.
        """
        later, verified = self._carried.later(), self._verified
        self._searched_for = later.known
        self._verified, self._written = [], 0
        self.hints.clear()
        left: list[Span] = []

        def redact(window: Window) -> Redaction | None:
            begin, end = window.offset, window.offset + len(window.source.text)
            first, new, upto = (
                max(0, bisect_right(verified, at, key=attrgetter("start")) - 1)
                for at in (begin, begin + window.new, end)
            )
            parts = (part for one in verified[first : upto + 1] for part in one.parts)
            self._parts = tuple(dict.fromkeys(parts))
            left.clear()
            if verified[new].known == later.known:  # nothing new: the part is not even read
                return None
            document = self._read(window)
            left[:] = (
                span
                for span in later.found(document, verified[new].known)
                if document.origin.extent(span.start, span.end)[1] > window.new
            )
            if not left and not later.possible_surnames(document, verified[new].known):
                return None
            return self._redact(document, (*self._parts, f"{round_} {begin}"), known_only=True)

        for redaction, done in self._filtered(text, spool, redact):
            if redaction is not None:
                if round_ == ROUNDS:
                    document = redaction.analysis.document
                    redaction = replace(
                        redaction, findings=tuple(findings_of(document, order(left)))
                    )
                yield self._part(redaction, done)

    def _read(self, window: Window) -> Document:
        return self._engine.read(replace(window.source, surnames=self._carried.surnames))

    def _redact(
        self, document: Document, parts: tuple[str, ...], *, known_only: bool = False
    ) -> Redaction:
        """Filter a part. Its findings are stored under the names ``parts``; the last is its own."""
        if self._part_findings is not None:
            self._part_findings.parts = parts
        self._parts = parts
        return self._engine.redact(document, self._numbers, known_only=known_only)

    def _filtered(
        self, text: LongText, spool: Spool, redact: Callable[[Window], Redaction | None]
    ) -> Iterator[tuple[Redaction | None, _Done]]:
        """Yield each filtered window, and write it; ``redact`` returns None for no change."""
        held: _Done | None = None
        self.passes.append([])
        spool.write(text.decoder.bom)
        for window in text.windows():
            redaction = redact(window)
            rewritten = (
                RewrittenText(window.source.text, (), ())
                if redaction is None
                else redaction.rewritten
            )
            settled = text.settle(window, ((one.start, one.end) for one in rewritten.edits))
            if settled is not None:
                done = _Done(window, rewritten, settled, self._parts)
                yield redaction, done  # this makes the replaced originals known
                done.known = self._searched_for if redaction is None else self._carried.known
                self._write(text, spool, held, done)
                held = done

    def _write(self, text: LongText, spool: Spool, held: _Done | None, done: _Done) -> None:
        """Write the end of the previous part, and the current part except for its own end.

        The parts meet where the later one begins, or before a replacement that crosses this offset.
        """
        at = done.new
        if held is not None:
            before = None
            while before != at:
                before, at = at, max(held.begin, done.crossed(held.crossed(at)))
            self._put(text, spool, held, held.begin, at)
        done.begin = done.upto if done.window.last else max(at, done.context)
        self._put(text, spool, done, at, done.begin)

    def _put(self, text: LongText, spool: Spool, done: _Done, start: int, end: int) -> None:
        output = done.text(start, end)
        if self._keep_edits:
            self.passes[-1] += done.edits(start, end)
        self._verified.append(_Verified(self._written, done.known, done.parts))
        self._written += len(output)
        self.hints.update(self._terms.counted(output))
        spool.write(text.decoder.encode(output))

    def _part(self, redaction: Redaction, done: _Done) -> FilteredPart:
        """Return the result for the settled part of a window, and make its originals known."""
        document, window = redaction.analysis.document, done.window
        tagged = tuple(
            one
            for one in redaction.tagged
            if done.settles(document.origin.extent(one.mention.span.start, one.mention.span.end)[0])
        )
        self._numbers.learn(document, tagged)
        self._carried.add(tagged)
        for one in tagged if self._keep_edits else ():
            tags = (part.text for part in one.replacements)
            self._tagged[one.mention.label.name, one.mention.surface, *tags] = one
        text = window.source.text[window.new : done.settled.upto]
        return FilteredPart(
            redaction,
            tagged,
            tuple(window.in_file(one) for one in redaction.findings if done.settles(one.start)),
            count_lines(text) if window.last else len(line_starts(text)) - 1,
            len(text.split()),
            len(_UNDECODABLE.findall(text)) if window.source.undecodable else 0,
        )

    def _stand(self, document: Document, done: _Done) -> None:
        """Reserve the numbers of tags in the file, so that no name gets one of them."""
        tags = [one for one in document.tags if done.settles(document.origin.position(one.start))]
        hint = "Name the file instead of piping it: then its tags are read first."
        self._numbers.reserve_new(tags, document.name, hint=hint)
