"""Seals the map of a document into the lines of a sidecar, and opens the lines again.

Each line is sealed for its place, together with the clear text in it. If a line was changed or
moved, it does not open, and the whole sidecar is refused. Plain sidecars are written and read in
the same way, without a key.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from anonfilter.containers.declarations import Declared
from anonfilter.contract.extensions import SURROGATES as SURROGATES_FEATURE
from anonfilter.contract.extensions import SurrogateMap, Surrogates
from anonfilter.contract.features import how_to_install
from anonfilter.contract.registry import extension
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.keys.key import CheckKey, Key
from anonfilter.keys.sealing import NotOpened, Seal, digest_of
from anonfilter.sidecars.entries import Entry, Map, compact_json
from anonfilter.sidecars.sidecar import SURROGATES, Kind, Line, Sidecar, State, order_of
from anonfilter.text.values import hide_values

_AGAIN = "Restore document and sidecar from Git, or filter the original again."

MarksOf = Callable[[Entry], bytes]
IsAmbiguous = Callable[[str, bytes], bool]
"""Returns True if the name in a sidecar and these bytes may belong to another document."""


@dataclass(frozen=True, slots=True)
class OpenedSidecar:
    """The map that is valid for a document now, and its state in the sidecar.

    ``edited`` is True if the document was changed after it was filtered.
    """

    map: Map
    state: State
    edited: bool


@hide_values
class _About(NamedTuple):
    """The head of a sidecar: the document's name and digest, and the number of entries.

    ``declared`` states how the document is read, and ``original`` is the path of the original if
    the document was renamed.
    """

    name: str
    digest: str
    entries: int
    declared: str = ""
    original: str = ""

    @classmethod
    def of(cls, known: Map) -> _About:
        declared = known.declared.to_json()
        return cls(known.name, known.digest, len(known.entries), declared, known.original)

    def payload(self) -> str:
        optional = ("declared", "original")
        return compact_json(
            {key: value for key, value in self._asdict().items() if value or key not in optional}
        )


@hide_values
class TagMarks(NamedTuple):
    """The marks of the originals of one tag, by which a check recognises these originals."""

    tag: str
    label: str
    marks: bytes


def no_marks(entry: Entry) -> bytes:
    """Return empty marks, for sidecars whose originals no check has to recognise."""
    return b""


# sealing


def seal_map(known: Map, corpus: str, key: Key, marks_of: MarksOf) -> State:
    """Return the sealed lines of a map; equal maps give equal lines."""
    seal = Seal(key.seal, corpus, known.document)
    marking = Seal(key.check.marks, corpus, known.document)

    def line(entry: Entry) -> Line:
        found = marks_of(entry)
        marks = marking.close(found, "marks", entry.tag, entry.label) if found else ""
        payload = _payload(entry, known).encode("ascii")
        original = seal.close(payload, "original", entry.tag, entry.label, marks)
        return Line(entry.tag, entry.label, original, marks)

    surrogates = ""
    if known.surrogates is not None:
        surrogates = Seal(key.check.surrogate_seal, corpus, known.document).close(
            known.surrogates.payload().encode("ascii"), SURROGATES
        )
    return State(_sealed_about(known, seal), tuple(map(line, _in_order(known))), surrogates)


def plain_map(known: Map) -> State:
    """Return the lines of a map in clear text, for a plain sidecar."""
    return State(
        _About.of(known).payload(),
        tuple(Line(entry.tag, entry.label, _payload(entry, known)) for entry in _in_order(known)),
        "" if known.surrogates is None else known.surrogates.payload(),
    )


def adopt_state(state: State, known: Map, corpus: str, key: Key | None) -> State:
    """Return a state with the head of another map: sealed with ``key``, else in clear text."""
    if key is None:
        return replace(state, about=_About.of(known).payload())
    return replace(state, about=_sealed_about(known, Seal(key.seal, corpus, known.document)))


def _sealed_about(known: Map, seal: Seal) -> str:
    return seal.close(_About.of(known).payload().encode("ascii"), "about")


def _in_order(known: Map) -> list[Entry]:
    return sorted(known.entries.values(), key=lambda entry: order_of(entry.tag))


def _payload(entry: Entry, known: Map) -> str:
    """Return the payload of an entry; raise an error if the payload could not be parsed again."""
    payload = entry.payload()
    if Entry.of(entry.tag, entry.label, payload) != entry:
        raise Incomplete(
            "an original contains halves of characters, which a sidecar cannot represent",
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
    is_ambiguous: IsAmbiguous = lambda name, data: False,
) -> OpenedSidecar:
    """Open the map for a document with these bytes.

    ``name`` is the name that the document should have in the map. A plain sidecar needs neither
    corpus nor key.
    """
    opened = [(state, open_state(sidecar, state, corpus, key)) for state in sidecar.states]
    digest = digest_of(data, sidecar.document)
    found = next(
        (
            OpenedSidecar(known, state, edited=False)
            for state, known in reversed(opened)
            if known.digest == digest
        ),
        None,
    )
    if found is None and sidecar.coming is not None:
        raise Incomplete(
            "an interrupted run left two states here, and the document, which was edited since, "
            "matches neither",
            where=sidecar.place(sidecar.coming),
            hint="Undo the edit in the document, run this again, then repeat the edit.",
        )
    state, known = opened[0]
    found = found or OpenedSidecar(known, state, edited=True)
    _require_own(
        sidecar, found.state, found.map.name, name, data, is_ambiguous, edited=found.edited
    )
    return found


def require_own(
    sidecar: Sidecar,
    corpus: str,
    key: Key | None,
    data: bytes,
    name: str,
    is_ambiguous: IsAmbiguous,
) -> None:
    """Raise an error if a sidecar belongs to another document; the entries are not opened."""
    digest = digest_of(data, sidecar.document)
    for state in sidecar.states:
        about = _open_about(sidecar, state, corpus, key)
        edited = about.digest != digest
        _require_own(sidecar, state, about.name, name, data, is_ambiguous, edited=edited)


def _require_own(
    sidecar: Sidecar,
    state: State,
    known: str,
    name: str,
    data: bytes,
    is_ambiguous: IsAmbiguous,
    *,
    edited: bool,
) -> None:
    """Raise an error unless a sidecar belongs to the document with this name.

    Different documents can have the same filtered text. A document that was moved therefore keeps
    its sidecar only if the sidecar cannot belong to another document.
    """
    if known == name or not (edited or is_ambiguous(known, data)):
        return
    raise Incomplete(
        "belongs to another document, or to one of several documents with the same text",
        where=sidecar.place(state),
        hint="Move it back beside its document. If the document was renamed: "
        "anonfilter map adopt FILE.",
    )


def open_state(sidecar: Sidecar, state: State, corpus: str, key: Key | None) -> Map:
    """Return the map of one state of a sidecar, even if the document is in another state."""
    seal = _seal(sidecar, corpus, key)
    opening = _Opening(sidecar, state)
    about = opening.about(seal)
    entries = [opening.entry(at, line, seal) for at, line in enumerate(state.lines)]
    opening.require_all()
    known = {entry.tag: entry for entry in entries if entry}
    whole = about.entries == len(known)
    declared = opening.declared(about)
    surrogates = open_surrogates(sidecar, state, corpus, key.check if key is not None else None)
    return Map(
        sidecar.document,
        about.name,
        about.digest,
        known,
        whole,
        declared,
        surrogates,
        about.original,
    )


def original_name(sidecar: Sidecar, corpus: str, key: Key | None) -> str:
    """Return the path of the original of a renamed document; "" if it was not renamed."""
    return _open_about(sidecar, sidecar.states[-1], corpus, key).original


def _open_about(sidecar: Sidecar, state: State, corpus: str, key: Key | None) -> _About:
    opening = _Opening(sidecar, state)
    about = opening.about(_seal(sidecar, corpus, key))
    opening.require_all()
    return about


def open_surrogates(
    sidecar: Sidecar, state: State, corpus: str, key: CheckKey | None
) -> SurrogateMap | None:
    """Return the surrogates of one state of a sidecar; None if it has none."""
    if not state.surrogates:
        return None
    seal = None
    if sidecar.kind is Kind.SEALED:
        require_corpus(sidecar, corpus)
        if key is None:
            raise Incomplete(
                "the text has surrogates, which only the key distinguishes from names",
                where=sidecar.where,
                hint="`anonfilter key status` shows where keys are searched.",
            )
        seal = Seal(key.surrogate_seal, corpus, sidecar.document)
    return _Opening(sidecar, state).surrogates(seal)


def open_marks(sidecar: Sidecar, corpus: str, key: CheckKey) -> Iterator[TagMarks]:
    """Yield the marks in all states of a sidecar without opening an original.

    A plain sidecar has no marks, since its originals can be read.
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
        yield from (TagMarks(line.tag, line.label, marks) for line, marks in found)


def _seal(sidecar: Sidecar, corpus: str, key: Key | None) -> Seal | None:
    """Return the seal that opens the lines of a sidecar; None for a plain one."""
    if sidecar.kind is Kind.PLAIN:
        return None
    require_corpus(sidecar, corpus)
    if key is None:
        raise AnonfilterError(
            "is sealed, and no key here opens it",
            where=sidecar.where,
            hint="`anonfilter key status` shows where keys are searched.",
        )
    return Seal(key.seal, corpus, sidecar.document)


def require_corpus(sidecar: Sidecar, corpus: str) -> None:
    """Raise an error if a sidecar belongs to another corpus, which has another key."""
    if sidecar.corpus != corpus:
        raise Incomplete(
            "belongs to another corpus",
            where=f"{sidecar.where}:3:1",
            hint="Work on it in its own repository, or filter the original again in this one.",
        )


class _Opening:
    """Opens the lines of one state, and records the lines that do not open.

    If no line opens, the key is assumed to be wrong. If only some lines do not open, these lines
    are.
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
            return Declared.from_json(about.declared)
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

    def surrogates(self, seal: Seal | None) -> SurrogateMap:
        place = self._sidecar.place(self._state)
        payload = self._payload(place, seal, self._state.surrogates, SURROGATES)
        self.require_all()
        feature: Surrogates | None = extension(SURROGATES_FEATURE)
        if feature is None:
            raise Incomplete(
                "the text has surrogates, and the feature surrogates is not installed",
                where=place,
                hint=how_to_install("surrogates"),
            )
        try:
            return feature.read(payload or "")
        except (ValueError, TypeError, LookupError, RecursionError):
            raise self._unreadable(place) from None

    def marks(self, at: int, line: Line, seal: Seal) -> bytes:
        place = self._sidecar.place(self._state, at)
        return self._opened(place, seal, line.marks, "marks", line.tag, line.label) or b""

    def require_all(self) -> None:
        """Raise an error if a line did not open: the document could not be restored."""
        if self._broken and len(self._broken) == self._tried:
            raise AnonfilterError(
                "no line opens: it was sealed with another key, or its head was changed",
                where=self._sidecar.where,
                hint="`anonfilter key status` shows the key. If it is right, restore the sidecar "
                "from Git.",
            )
        if self._broken:
            more = len(self._broken) - 1
            others = f" (and so do{'es' if more == 1 else ''} {more:,} more)" if more else ""
            raise Incomplete(
                "this line does not open: it was changed, moved, or sealed with another key"
                + others,
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
