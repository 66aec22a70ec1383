"""Put surrogates in place of the tags of a filtered document, and verify the result.

The engine has verified the document with its tags. This module verifies that surrogates reveal
nothing: no surrogate forms an original, not even together with the text beside it. No surrogate
looks like a tag, and the notation of the file is unchanged. If a surrogate fails, its tag stays.
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
from anonfilter_surrogates.surrogate_choices import Chooser, keyed
from anonfilter_surrogates.surrogate_map import SurrogateMap
from anonfilter_surrogates.surrogate_results import RedactionWithSurrogates, SourceWithSurrogates
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
    """Return a filtered document with verified surrogates; some tags may stay."""
    source = done.source
    assert isinstance(source, SourceWithSurrogates)
    known = memory.earlier if isinstance(memory, Memory) else None
    recorded = source.surrogates or (known.surrogates if known is not None else None)
    before = recorded if isinstance(recorded, SurrogateMap) else SurrogateMap()
    entries = known.entries.values() if known is not None else ()
    originals = [
        *(item.mention.surface for item in done.tagged),
        *(original for entry in entries for original in entry.originals),
    ]
    days = before.days or tagger.days(keyed(store.secret, f"days\0{source.text}"))
    chooser = Chooser(
        store.secret, store.choices, before.choices, source.text, originals, _knows(engine), days
    )
    kept = Counter[str]()
    kept_pieces = list(_surrogates_of_file(done, source))
    pieces = [*kept_pieces, *_new_surrogates(tagger, done, chooser, kept)]
    pieces = list(_drop_touching(sorted(pieces, key=lambda piece: piece.start), kept))
    text, pieces = _verify(engine, done, known, pieces, kept)
    made = {**(before.choices if source.items else {}), **chooser.made}
    surrogates = _surrogate_map(text, pieces, made, days)
    store.choices.add(chooser.made)
    own = {item.name: getattr(done, item.name) for item in fields(Redaction)}
    own["output"] = source.file.encode(text.text)
    return RedactionWithSurrogates(
        **own,
        surrogates=surrogates,
        shown=tuple(_edits_of_file(done, source, pieces)),
        kept=tuple(sorted(kept.items())),
        given_up=len(set(kept_pieces) - set(pieces)),
        repeatable=store.repeatable,
    )


def _knows(engine: Engine) -> Callable[[str], bool]:
    """Return a predicate that is True for names that are originals of the corpus."""
    known = engine.options.known
    if known is None:
        return lambda name: False
    return lambda name: bool(known.in_path(name.replace("/", " "), engine.labels))


def _surrogates_of_file(done: Redaction, source: SourceWithSurrogates) -> Iterator[_Piece]:
    """Yield the surrogates of the file, at the places of their tags in the filtered text."""
    for start, item in source.tags():
        now = done.rewritten.now(start + len(item.tag)) - len(item.tag)
        if done.rewritten.text.startswith(item.tag, now):
            yield _Piece(now, item.tag, item.text)


def _new_surrogates(
    tagger: SurrogateTagger, done: Redaction, chooser: Chooser, kept: Counter[str]
) -> Iterator[_Piece]:
    """Yield surrogates for the new tags; count the tags without a surrogate in ``kept``."""
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
            fits = inside >= 0 and _is_separate_word(done, at + inside, part, surrogate)
            bare = field.bare
            if bare is not None and bare.fits(part.text) and not bare.fits(surrogate):
                fits = False
            if fits and field.encode(surrogate) == surrogate:
                yield _Piece(at + inside, part.text, surrogate, label.name)
            elif tagger.makes_surrogates(label):
                kept[label.name] += 1


def _drop_touching(pieces: Sequence[_Piece], kept: Counter[str]) -> Iterator[_Piece]:
    """Yield the surrogates that do not touch the preceding one; count the others in ``kept``."""
    done = -1
    for piece in pieces:
        if piece.start > done:
            yield piece
            done = piece.edit.end
        elif piece.label:
            kept[piece.label] += 1


def _is_separate_word(done: Redaction, at: int, part: Replacement, surrogate: str) -> bool:
    """Return True if the surrogate is plain text and touches no letter or digit at this place."""
    text, end = done.rewritten.text, at + len(part.text)
    beside = text[max(0, at - 1) : at] + text[end : end + 1]
    return _PLAIN.fullmatch(surrogate) is not None and not any(map(str.isalnum, beside))


def _verify(
    engine: Engine, done: Redaction, known: Map | None, pieces: list[_Piece], kept: Counter[str]
) -> tuple[RewrittenText, list[_Piece]]:
    """Return the text with the surrogates that reveal nothing, and these surrogates."""
    source = done.source
    assert isinstance(source, SourceWithSurrogates)
    originals = OwnOriginals()
    originals.add((item.mention.surface, item.mention.label) for item in done.tagged)
    for entry in known.entries.values() if known is not None else ():
        if entry.label in engine.labels:
            originals.add((text, engine.labels[entry.label]) for text in entry.originals)
    while True:
        text = apply_edits(done.rewritten.text, [piece.edit for piece in pieces])
        wrong = set(pieces)
        with suppress(Incomplete):  # A surrogate changed the notation of the file.
            data = source.file.encode(text.text)
            again = engine.read(engine.decode_file(data, source.name, source.tree))
            places = [text.now(piece.edit.end) - len(piece.surrogate) for piece in pieces]
            wrong = set(_revealing(engine, again, originals, places, pieces))
            wrong |= set(_looking_like_tags(again, places, pieces))
        if not wrong:
            return text, pieces
        kept.update(piece.label for piece in wrong if piece.label)
        pieces = [piece for piece in pieces if piece not in wrong]


def _revealing(
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


def _looking_like_tags(
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
    """Yield the surrogates that overlap a stretch of the text; ``places`` has their starts."""
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


def _edits_of_file(
    done: Redaction, source: SourceWithSurrogates, pieces: Sequence[_Piece]
) -> list[Replacement]:
    """Return the replacements that turn the file, with its surrogates, into the output."""
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
