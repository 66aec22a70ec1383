"""Puts surrogates in place of the tags of a filtered document, and verifies the result.

The document was verified with its tags. Here it is verified that surrogates add nothing: the text
contains no original, not even together with the text beside a surrogate. No surrogate looks like a
tag, the notation of the file is unchanged, and replacing surrogates with tags gives the text with
tags. If a surrogate fails, its tag stays.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields

from anonfilter.contract.document import Document, Redaction, Replacement, RewrittenText, Span
from anonfilter.contract.plugin import SurrogateTagger
from anonfilter.contract.tags import tag_shapes
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.rewrite import apply_edits
from anonfilter.engine.survivors import OwnOriginals
from anonfilter.errors import Incomplete
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.memory import Memory
from anonfilter.text.values import hide_values
from anonfilter_surrogates.choosing import Chooser, keyed
from anonfilter_surrogates.results import RedactionWithSurrogates, SourceWithSurrogates
from anonfilter_surrogates.surrogate_map import SurrogateMap
from anonfilter_surrogates.surrogate_store import SurrogateStore

_PLAIN = re.compile(r"[A-Za-z0-9(+@#'-][A-Za-z0-9 .,:@/()+#'-]*")
"""The form of surrogates, whose characters have no special meaning in any notation."""


@hide_values
@dataclass(frozen=True, slots=True)
class _Piece:
    """A surrogate, its tag, and the place of the tag in the text with tags."""

    start: int
    tag: str
    surrogate: str
    label: str = ""

    @property
    def edit(self) -> Replacement:
        return Replacement(self.start, self.start + len(self.tag), self.surrogate)


def add_surrogates(
    engine: Engine, tagger: SurrogateTagger, store: SurrogateStore, done: Redaction, memory: object
) -> RedactionWithSurrogates:
    """Return a filtered document with surrogates that are verified; some tags may stay."""
    source = done.source
    assert isinstance(source, SourceWithSurrogates)
    known = memory.earlier if isinstance(memory, Memory) else None
    recorded = source.surrogates or (known.surrogates if known is not None else None)
    before = recorded if isinstance(recorded, SurrogateMap) else SurrogateMap()
    originals = [*(item.mention.surface for item in done.tagged), *_originals_of(known)]
    days = before.days or tagger.days(keyed(store.secret, f"days\0{source.text}"))
    chooser = Chooser(
        store.secret, store.choices, before.choices, source.text, originals, _knows(engine), days
    )
    kept = Counter[str]()
    kept_pieces = list(_in_file(done, source))
    pieces = [*kept_pieces, *_new(tagger, done, chooser, kept)]
    pieces = list(_separate(sorted(pieces, key=lambda piece: piece.start), kept))
    text, pieces = _verified(engine, done, known, pieces, kept)
    made = {**(before.choices if source.items else {}), **chooser.made}
    surrogates = _surrogate_map(text, pieces, made, days)
    store.choices.add(chooser.made)
    own = {item.name: getattr(done, item.name) for item in fields(Redaction)}
    own["output"] = source.file.encode(text.text)
    return RedactionWithSurrogates(
        **own,
        surrogates=surrogates,
        shown=tuple(_shown(done, source, text, pieces)),
        kept=tuple(sorted(kept.items())),
        given_up=len(set(kept_pieces) - set(pieces)),
        repeatable=store.repeatable,
    )


def _originals_of(known: Map | None) -> Iterator[str]:
    for entry in known.entries.values() if known is not None else ():
        yield from entry.originals


def _knows(engine: Engine) -> Callable[[str], bool]:
    """Return a function that returns True if the corpus has an original with this name."""
    known = engine.options.known
    if known is None:
        return lambda name: False
    return lambda name: bool(known.in_path(name.replace("/", " "), engine.labels))


def _in_file(done: Redaction, source: SourceWithSurrogates) -> Iterator[_Piece]:
    """Yield the surrogates of the file, at the present places of their tags."""
    for start, item in source.tags():
        now = done.rewritten.now(start + len(item.tag)) - len(item.tag)
        if done.rewritten.text.startswith(item.tag, now):
            yield _Piece(now, item.tag, item.text)


def _new(
    tagger: SurrogateTagger, done: Redaction, chooser: Chooser, kept: Counter[str]
) -> Iterator[_Piece]:
    """Yield surrogates for the new replacements; count replacements without one in ``kept``."""
    document = done.analysis.document
    starts = [field.start for field in document.fields]
    places = {
        (edit.start, edit.end): (length - len(edit.text), edit.text)
        for edit, (length, _) in zip(done.rewritten.edits, done.rewritten.shifts, strict=True)
    }
    for item, invented in zip(done.tagged, tagger.surrogates(done.tagged, chooser), strict=True):
        label = item.mention.label
        for part, surrogate in zip(item.replacements, invented, strict=True):
            stretches = document.origin.stretches(part.start, part.end)
            at, written = places.get(stretches[0], (0, "")) if stretches else (0, "")
            inside = written.find(part.text)
            field = document.fields[max(0, bisect_right(starts, part.start) - 1)]
            fits = inside >= 0 and _may_stand(done, at + inside, part, surrogate)
            bare = field.bare
            if bare is not None and bare.fits(part.text) and not bare.fits(surrogate):
                fits = False
            if fits and field.encode(surrogate) == surrogate:
                yield _Piece(at + inside, part.text, surrogate, label.name)
            elif tagger.makes_surrogates(label):
                kept[label.name] += 1


def _separate(pieces: Sequence[_Piece], kept: Counter[str]) -> Iterator[_Piece]:
    """Yield the surrogates that do not touch the preceding one."""
    done = -1
    for piece in pieces:
        if piece.start > done:
            yield piece
            done = piece.edit.end
        elif piece.label:
            kept[piece.label] += 1


def _may_stand(done: Redaction, at: int, part: Replacement, surrogate: str) -> bool:
    """Return True if a surrogate touches no letter or digit at this place."""
    text, end = done.rewritten.text, at + len(part.text)
    beside = text[max(0, at - 1) : at] + text[end : end + 1]
    return _PLAIN.fullmatch(surrogate) is not None and not any(map(str.isalnum, beside))


def _verified(
    engine: Engine, done: Redaction, known: Map | None, pieces: list[_Piece], kept: Counter[str]
) -> tuple[RewrittenText, list[_Piece]]:
    """Return the text with surrogates, except surrogates that would reveal an original."""
    originals = OwnOriginals()
    originals.add((item.mention.surface, item.mention.label) for item in done.tagged)
    for entry in known.entries.values() if known is not None else ():
        if entry.label in engine.labels:
            originals.add((text, engine.labels[entry.label]) for text in entry.originals)
    while True:
        text = apply_edits(done.rewritten.text, [piece.edit for piece in pieces])
        wrong = set(pieces)
        with suppress(Incomplete):  # A surrogate changed the notation of the file.
            again = _read(engine, done, text.text)
            places = [text.now(piece.edit.end) - len(piece.surrogate) for piece in pieces]
            wrong = set(_giving_away(engine, again, originals, places, pieces))
            wrong |= set(_reading_as_tags(again, places, pieces))
        if not wrong:
            return text, pieces
        kept.update(piece.label for piece in wrong if piece.label)
        pieces = [piece for piece in pieces if piece not in wrong]


def _read(engine: Engine, done: Redaction, text: str) -> Document:
    source = done.source
    assert isinstance(source, SourceWithSurrogates)
    return engine.read(engine.source(source.file.encode(text), source.name, source.tree))


def _giving_away(
    engine: Engine,
    again: Document,
    originals: OwnOriginals,
    places: Sequence[int],
    pieces: Sequence[_Piece],
) -> Iterator[_Piece]:
    """Yield the surrogates that form an original, alone or together with the text beside them."""
    for match in originals.found(again.searched):
        yield from _touched(again.origin.extent(match.start, match.end), places, pieces)
    for span in namesakes(engine, again):
        for piece in _touched(again.origin.extent(span.start, span.end), places, pieces):
            if again.text[span.start : span.end] == piece.surrogate:
                yield piece


def _reading_as_tags(
    again: Document, places: Sequence[int], pieces: Sequence[_Piece]
) -> Iterator[_Piece]:
    """Yield the surrogates that, with their surroundings, look like a tag: "[FENWICK]"."""
    for match in tag_shapes(again.source.text):
        yield from _touched(match.span(), places, pieces)
    for match in tag_shapes(again.text):
        yield from _touched(again.origin.extent(*match.span()), places, pieces)


def namesakes(engine: Engine, document: Document) -> Iterator[Span]:
    """Yield the places of full names of people whom the corpus knows."""
    known = engine.options.known
    for span in known.spans(document, engine.labels) if known is not None else ():
        if len(document.text[span.start : span.end].split()) > 1:
            yield span


def _touched(
    stretch: tuple[int, int], places: Sequence[int], pieces: Sequence[_Piece]
) -> Iterator[_Piece]:
    first, last = stretch
    at = max(0, bisect_right(places, first) - 1)
    while at < len(places) and places[at] < last:
        if places[at] + len(pieces[at].surrogate) > first:
            yield pieces[at]
        at += 1


def _surrogate_map(
    text: RewrittenText, pieces: Sequence[_Piece], choices: Mapping[str, str], days: int
) -> SurrogateMap | None:
    if not pieces:
        return None
    placed = (
        (text.now(piece.edit.end) - len(piece.surrogate), piece.surrogate, piece.tag)
        for piece in pieces
    )
    return SurrogateMap.by(text.text, placed, choices, days)


def _shown(
    done: Redaction, source: SourceWithSurrogates, text: RewrittenText, pieces: Sequence[_Piece]
) -> list[Replacement]:
    """Return the replacements that lead from the file, with its surrogates, to the output."""
    edits = []
    starts = [piece.start for piece in pieces]
    for edit, (length, _) in zip(done.rewritten.edits, done.rewritten.shifts, strict=True):
        start = length - len(edit.text)
        own = pieces[bisect_left(starts, start) : bisect_left(starts, length)]
        inside = [
            Replacement(piece.start - start, piece.edit.end - start, piece.surrogate)
            for piece in own
        ]
        new = apply_edits(edit.text, inside).text
        edits.append(
            Replacement(source.off.original(edit.start), source.off.original(edit.end), new)
        )
    unchanged = {(piece.start, piece.surrogate) for piece in pieces}
    for start, item in source.tags():
        now = done.rewritten.now(start + len(item.tag)) - len(item.tag)
        if (now, item.text) not in unchanged:
            edits.append(Replacement(item.start, item.end, item.tag))
    return sorted(edits, key=lambda edit: (edit.start, edit.end))
