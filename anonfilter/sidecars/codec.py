"""Seal maps into the lines of sidecars, and open them again.

Every line is sealed for its place, with all that can be read in it; a line that was changed, or
belongs elsewhere, does not open, and then the whole sidecar is refused. Plain sidecars take the
same way without a key.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from anonfilter.containers.declared import Declared
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.keys.key import CheckKey, Key
from anonfilter.keys.sealing import NotOpened, Seal, digest_of
from anonfilter.sidecars.entries import Entry, Map, compact_json
from anonfilter.sidecars.sidecar import WORN, Kind, Line, Sidecar, State, order_of
from anonfilter.sidecars.worn import Worn
from anonfilter.text.values import hide_values

_AGAIN = "Restore document and sidecar from git, or filter the original again."

MarksOf = Callable[[Entry], bytes]
Rival = Callable[[str, bytes], bool]
"""Tells whether another document may be meant by the name and the text that a sidecar knows."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The map of a document as it is now, and the state of the sidecar that holds it.

    ``edited``: the document was changed since it was filtered.
    """

    map: Map
    state: State
    edited: bool


@hide_values
class _About(NamedTuple):
    """What a sidecar says of its document, how many entries were written, what was declared of how
    it is read, and the path of the original if it was renamed."""

    name: str
    digest: str
    entries: int
    declared: str = ""
    original: str = ""

    @classmethod
    def of(cls, known: Map) -> _About:
        declared = known.declared.written()
        return cls(known.name, known.digest, len(known.entries), declared, known.original)

    def payload(self) -> str:
        optional = ("declared", "original")
        return compact_json(
            {key: said for key, said in self._asdict().items() if said or key not in optional}
        )


@hide_values
class Marks(NamedTuple):
    """The marks of the originals of one tag."""

    tag: str
    label: str
    marks: bytes


def no_marks(entry: Entry) -> bytes:
    """Return no marks for an entry."""
    return b""


# sealing


def seal_map(known: Map, corpus: str, key: Key, marks_of: MarksOf) -> State:
    """Seal the lines of a map: equal lines for equal maps."""
    seal = Seal(key.seal, corpus, known.document)
    marking = Seal(key.check.marks, corpus, known.document)

    def line(entry: Entry) -> Line:
        found = marks_of(entry)
        marks = marking.close(found, "marks", entry.tag, entry.label) if found else ""
        payload = _payload(entry, known).encode("ascii")
        original = seal.close(payload, "original", entry.tag, entry.label, marks)
        return Line(entry.tag, entry.label, original, marks)

    worn = ""
    if known.worn is not None:
        worn = Seal(key.check.worn, corpus, known.document).close(
            known.worn.payload().encode("ascii"), WORN
        )
    return State(_sealed_about(known, seal), tuple(map(line, _in_order(known))), worn)


def plain_map(known: Map) -> State:
    """Write the lines of a map in clear."""
    return State(
        _About.of(known).payload(),
        tuple(Line(one.tag, one.label, _payload(one, known)) for one in _in_order(known)),
        "" if known.worn is None else known.worn.payload(),
    )


def adopted(state: State, known: Map, corpus: str, key: Key | None) -> State:
    """Return a state that says of another document that it is its own; plain without a key."""
    if key is None:
        return replace(state, about=_About.of(known).payload())
    return replace(state, about=_sealed_about(known, Seal(key.seal, corpus, known.document)))


def _sealed_about(known: Map, seal: Seal) -> str:
    return seal.close(_About.of(known).payload().encode("ascii"), "about")


def _in_order(known: Map) -> list[Entry]:
    return sorted(known.entries.values(), key=lambda entry: order_of(entry.tag))


def _payload(entry: Entry, known: Map) -> str:
    """Return the payload of an entry; refuse one that could not be read again."""
    payload = entry.payload()
    if Entry.of(entry.tag, entry.label, payload) != entry:
        raise Incomplete(
            "an original holds halves of characters that a sidecar cannot represent",
            where=known.name,
            hint="Convert the document to UTF-8 (iconv), then filter it.",
        )
    return payload


# opening


def open_map(
    sidecar: Sidecar,
    corpus: str,
    key: Key | None,
    data: bytes,
    name: str,
    rival: Rival = lambda name, data: False,
) -> Opened:
    """Open the map for a document of these bytes.

    ``name`` is what the map calls the document. A plain sidecar needs neither corpus nor key.
    """
    opened = [(state, open_state(sidecar, state, corpus, key)) for state in sidecar.states]
    digest = digest_of(data, sidecar.document)
    found = next(
        (
            Opened(known, state, edited=False)
            for state, known in reversed(opened)
            if known.digest == digest
        ),
        None,
    )
    if found is None and sidecar.coming is not None:
        raise Incomplete(
            "an interrupted run left two states here, and the document matches neither: it was "
            "edited since",
            where=sidecar.place(sidecar.coming),
            hint="Undo the edit in the document, run this again, then edit it.",
        )
    state, known = opened[0]
    found = found or Opened(known, state, edited=True)
    _require_own(sidecar, found.state, found.map.name, name, data, rival, edited=found.edited)
    return found


def require_own(
    sidecar: Sidecar, corpus: str, key: Key | None, data: bytes, name: str, rival: Rival
) -> None:
    """Refuse the sidecar of another document, without opening its entries."""
    seal = None if sidecar.kind is Kind.PLAIN else _seal(sidecar, corpus, key)
    digest = digest_of(data, sidecar.document)
    for state in sidecar.states:
        opening = _Opening(sidecar, state)
        about = opening.about(seal)
        opening.require_all()
        edited = about.digest != digest
        _require_own(sidecar, state, about.name, name, data, rival, edited=edited)


def _require_own(
    sidecar: Sidecar,
    state: State,
    known: str,
    name: str,
    data: bytes,
    rival: Rival,
    *,
    edited: bool,
) -> None:
    """Require that the document has the name, or else the text, that the sidecar knows.

    Neither is enough by itself: many documents have the same filtered text. A document that was
    moved keeps its sidecar where no other one may be meant.
    """
    if known == name or not (edited or rival(known, data)):
        return
    raise Incomplete(
        "the sidecar of another document, or this one was moved and it is open whether it is this "
        "one",
        where=sidecar.place(state),
        hint="Move it back beside its own document. If the document was renamed: "
        "anonfilter map adopt FILE.",
    )


def open_state(sidecar: Sidecar, state: State, corpus: str, key: Key | None) -> Map:
    """Open one state of a sidecar, whatever its document is now."""
    seal = None if sidecar.kind is Kind.PLAIN else _seal(sidecar, corpus, key)
    opening = _Opening(sidecar, state)
    about = opening.about(seal)
    entries = [opening.entry(at, line, seal) for at, line in enumerate(state.lines)]
    opening.require_all()
    known = {one.tag: one for one in entries if one}
    whole = about.entries == len(known)
    declared = opening.declared(about)
    worn = open_worn(sidecar, state, corpus, key.check if key is not None else None)
    return Map(
        sidecar.document, about.name, about.digest, known, whole, declared, worn, about.original
    )


def original_name(sidecar: Sidecar, corpus: str, key: Key | None) -> str:
    """Open the path of the original alone; "" if the document has the same."""
    seal = None if sidecar.kind is Kind.PLAIN else _seal(sidecar, corpus, key)
    opening = _Opening(sidecar, sidecar.states[-1])
    about = opening.about(seal)
    opening.require_all()
    return about.original


def open_worn(sidecar: Sidecar, state: State, corpus: str, key: CheckKey | None) -> Worn | None:
    """Open the surrogates of one state; None if it has none."""
    if not state.worn:
        return None
    seal = None
    if sidecar.kind is Kind.SEALED:
        require_corpus(sidecar, corpus)
        if key is None:
            raise Incomplete(
                "surrogates stand in its text, and without the key nothing tells them from names",
                where=sidecar.where,
                hint="`anonfilter key status` says where keys are searched for.",
            )
        seal = Seal(key.worn, corpus, sidecar.document)
    return _Opening(sidecar, state).worn(seal)


def open_marks(sidecar: Sidecar, corpus: str, key: CheckKey) -> Iterator[Marks]:
    """Yield the marks of a sidecar in all states, without opening an original.

    A plain sidecar has no marks: its originals stand there.
    """
    if sidecar.kind is Kind.PLAIN:
        return
    require_corpus(sidecar, corpus)
    seal = Seal(key.marks, corpus, sidecar.document)
    done = set[Line]()
    for state in sidecar.states:
        opening = _Opening(sidecar, state)
        found = [
            (line, opening.marks(at, line, seal))
            for at, line in enumerate(state.lines)
            if line.marks and line not in done
        ]
        opening.require_all()
        done.update(state.lines)
        yield from (Marks(line.tag, line.label, marks) for line, marks in found)


def _seal(sidecar: Sidecar, corpus: str, key: Key | None) -> Seal:
    require_corpus(sidecar, corpus)
    if key is None:
        raise AnonfilterError(
            "sealed, and no key that opens it is here",
            where=sidecar.where,
            hint="`anonfilter key status` says where keys are searched for.",
        )
    return Seal(key.seal, corpus, sidecar.document)


def require_corpus(sidecar: Sidecar, corpus: str) -> None:
    """Refuse a sidecar of another corpus: no key that is searched for here opens it."""
    if sidecar.corpus != corpus:
        raise Incomplete(
            "the sidecar of another corpus",
            where=f"{sidecar.where}:3:1",
            hint="Work on it in its own repository, or filter the original again in this one.",
        )


class _Opening:
    """Opens the lines of one state, and records which did not open.

    If none opens, the key is wrong; if some do not, those lines are.
    """

    def __init__(self, sidecar: Sidecar, state: State) -> None:
        self._sidecar = sidecar
        self._state = state
        self._tried = 0
        self._broken: list[str] = []

    def about(self, seal: Seal | None) -> _About:
        place = self._sidecar.place(self._state)
        payload = self._payload(place, seal, self._state.about, "about")
        if payload is None:
            return _About("", "", 0)
        try:
            about = _About(**json.loads(payload))
        except (ValueError, TypeError, RecursionError):
            raise self._unreadable(place) from None
        types = (str, str, int, str, str)
        if not all(map(isinstance, about, types)) or payload != about.payload():
            raise self._unreadable(place)
        return about

    def declared(self, about: _About) -> Declared:
        try:
            return Declared.parsed(about.declared)
        except (ValueError, TypeError, RecursionError):
            raise self._unreadable(self._sidecar.place(self._state)) from None

    def entry(self, at: int, line: Line, seal: Seal | None) -> Entry | None:
        place = self._sidecar.place(self._state, at)
        beside = line.tag, line.label, line.marks
        payload = self._payload(place, seal, line.original, "original", *beside)
        if payload is None:
            return None
        try:
            return Entry.of(line.tag, line.label, payload)
        except (ValueError, TypeError, LookupError, RecursionError):
            raise self._unreadable(place) from None

    def worn(self, seal: Seal | None) -> Worn:
        place = self._sidecar.place(self._state)
        payload = self._payload(place, seal, self._state.worn, WORN)
        self.require_all()
        try:
            return Worn.of(payload or "")
        except (ValueError, TypeError, LookupError, RecursionError):
            raise self._unreadable(place) from None

    def marks(self, at: int, line: Line, seal: Seal) -> bytes:
        place = self._sidecar.place(self._state, at)
        return self._opened(place, seal, line.marks, "marks", line.tag, line.label) or b""

    def require_all(self) -> None:
        """Raise if a line did not open: without it the document could not be restored."""
        if self._broken and len(self._broken) == self._tried:
            raise AnonfilterError(
                "nothing in it opens: it was sealed with another key, or its head was changed",
                where=self._sidecar.where,
                hint="`anonfilter key status` says which key this is. Else restore the sidecar "
                "from git.",
            )
        if self._broken:
            raise Incomplete(
                "this line does not open: it was changed, or sealed with another key, or comes "
                "from another place" + _others(self._broken),
                where=self._broken[0],
                hint=_AGAIN,
            )

    def _payload(
        self, place: str, seal: Seal | None, value: str, what: str, *beside: str
    ) -> str | None:
        if seal is None:
            return value
        data = self._opened(place, seal, value, what, *beside)
        return None if data is None else data.decode("ascii", "replace")

    def _opened(self, place: str, seal: Seal, value: str, what: str, *beside: str) -> bytes | None:
        self._tried += 1
        try:
            return seal.open(value, what, *beside)
        except NotOpened:
            self._broken.append(place)
            return None

    def _unreadable(self, place: str) -> Incomplete:
        return Incomplete(
            "this version of anonfilter cannot read this line", where=place, hint=_AGAIN
        )


def _others(broken: Sequence[str]) -> str:
    more = len(broken) - 1
    return "" if not more else f" (and so do{'es' if more == 1 else ''} {more:,} more)"
