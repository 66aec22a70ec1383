"""A sidecar under a new key: what opened with the old one is sealed again, line by line.

Each line opens by itself, so a file may hold lines of several keys: a branch from before a
rotation was merged, or a run that re-sealed was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from anonfilter.errors import Incomplete
from anonfilter.pseudonyms.keys.key import Key
from anonfilter.pseudonyms.keys.sealing import NotOpened, Seal
from anonfilter.pseudonyms.known.marks import Marking
from anonfilter.pseudonyms.sidecars.entries import Entry
from anonfilter.pseudonyms.sidecars.sidecar import Line, Sidecar, State


class Resealing:
    """Seals the lines of one sidecar with the first of several keys; any of them may open one."""

    def __init__(self, sidecar: Sidecar, keys: Sequence[Key]) -> None:
        corpus, document = sidecar.corpus, sidecar.document
        self._sidecar = sidecar
        self._seals = [Seal(key.seal, corpus, document) for key in keys]
        self._marking = Seal(keys[0].check.marks, corpus, document)
        self._marks_of = Marking(keys[0].check.prints)

    def sidecar(self) -> Sidecar:
        """The whole of it, or an error that names a line that no key opens."""
        state, *coming = map(self._state, self._sidecar.states)
        settled = self._sidecar.settled(state)
        return settled.pending(coming[0]) if coming else settled

    def _state(self, state: State) -> State:
        seal, about = self._opened(self._sidecar.place(state), state.about, "about")
        return State(
            state.about if seal is self._seals[0] else self._seals[0].close(about, "about"),
            tuple(self._lines(state)),
        )

    def _lines(self, state: State) -> Iterator[Line]:
        for at, line in enumerate(state.lines):
            place = self._sidecar.place(state, at)
            beside = line.tag, line.label, line.marks
            seal, payload = self._opened(place, line.original, "original", *beside)
            yield line if seal is self._seals[0] else self._line(line, payload)

    def _line(self, line: Line, payload: bytes) -> Line:
        """Fingerprints are made anew, where there were some: they depend on the key as well."""
        marks = ""
        if line.marks:
            entry = Entry.of(line.tag, line.label, payload.decode("ascii"))
            found = self._marks_of(entry)
            marks = self._marking.close(found, "marks", line.tag, line.label) if found else ""
        original = self._seals[0].close(payload, "original", line.tag, line.label, marks)
        return Line(line.tag, line.label, original, marks)

    def _opened(self, place: str, value: str, what: str, *beside: str) -> tuple[Seal, bytes]:
        for seal in self._seals:
            try:
                return seal, seal.open(value, what, *beside)
            except NotOpened:
                continue
        raise Incomplete(
            "no key of yours opens this line: it was changed, or belongs elsewhere, or was sealed "
            "with a key that is not here",
            where=place,
            hint="Take document and sidecar from git again, or filter the original again; after "
            "a merge, let somebody who has the old key do anonfilter key rotate --no-new-key.",
        )
