"""Replace the key of a corpus, in steps that can be interrupted at any point and resumed.

First, the new key is stored. Then corpus.yaml records the rotation, and one sidecar after the other
is sealed again. When all are sealed, the new key becomes that of the corpus. Until then, other
commands refuse the corpus. All keys are kept, since older branches still need the old key.

Each line is sealed separately, so a file may have lines of several keys if a rotation was
interrupted, or if an older branch was merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.locks import locked
from anonfilter.files.read import read_file
from anonfilter.keys import enclosed, keyring
from anonfilter.keys.corpus import Corpus, replace_file
from anonfilter.keys.key import Key
from anonfilter.keys.sealing import NotOpened, Seal, open_any
from anonfilter.known import roster
from anonfilter.known.marks import MarkMaker
from anonfilter.sidecars.entries import Entry
from anonfilter.sidecars.sidecar import SURROGATES, Kind, Line, Sidecar, State, render
from anonfilter.sidecars.sidecar_parser import parse


@dataclass(frozen=True, slots=True)
class Rotation:
    """A rotation; the first key seals all lines, and the other keys may open older lines."""

    corpus: Corpus
    keys: tuple[Key, ...]

    @property
    def key(self) -> Key:
        return self.keys[0]


def planned(corpus: Corpus) -> Rotation:
    """Return the rotation to a new key, or the interrupted rotation to resume."""
    known = keyring.kept_keys(corpus)
    if corpus.rotating_to:
        if corpus.rotating_to not in known:
            raise AnonfilterError(
                "a key rotation was started on another machine or by another user: "
                "the new key is not here",
                where=corpus.shown(corpus.file),
                hint="Finish it there, or restore .anonfilter and all sidecars from Git.",
            )
        key = known.pop(corpus.rotating_to)
    else:
        current = keyring.require_key(corpus)
        key, known[current.id] = current.rotated(), current
    return Rotation(replace(corpus, rotating_to=key.id), (key, *known.values()))


def leftovers(corpus: Corpus) -> Rotation:
    """Return the rotation that seals lines of older keys with the current key."""
    key = keyring.require_key(corpus)
    older = (kept for kept in keyring.kept_keys(corpus).values() if kept.id != key.id)
    return Rotation(corpus, (key, *older))


def begin(rotation: Rotation) -> None:
    """Store the new key and record the rotation in corpus.yaml."""
    for key in rotation.keys:
        keyring.keep_key(rotation.corpus, key)
    rotation.corpus.save()


def reseal(rotation: Rotation, path: Path, document: Path) -> bool:
    """Seal a sidecar or the roster again in one step; return False if that is not needed.

    The document of the sidecar is locked, so that no run replaces it at the same time.
    """
    with locked(document):
        data = resealed(rotation, path)
        if data is None:
            return False
        replace_file(path, data, like=path.stat())
    return True


def resealed(rotation: Rotation, path: Path) -> bytes | None:
    """Return a file sealed with the first key of the rotation; None if nothing is to be done.

    A plain sidecar, a sidecar of another corpus and a file that already has this key need nothing.
    """
    shown = rotation.corpus.shown(path)
    data = read_file(shown).data
    if path == rotation.corpus.roster:
        new = roster.render(roster.resealed(roster.parse(data, shown), rotation.keys))
    else:
        sidecar = parse(data, shown)
        if sidecar.kind is Kind.PLAIN or sidecar.corpus != rotation.corpus.id:
            return None
        new = render(Resealing(sidecar, rotation.keys).sidecar())
    return None if new == data else new


def finish(rotation: Rotation) -> Corpus:
    """Make the new key the key of the corpus, and encrypt it for all recipients."""
    corpus = rotation.corpus.with_key(rotation.key.id)
    enclosed.write(corpus, rotation.key)
    keyring.replace_key(corpus, rotation.key)
    corpus.save()
    return corpus


def problems(rotation: Rotation, paths: Iterable[Path]) -> list[AnonfilterError]:
    """Return the errors of files that cannot be sealed again, without changing anything."""
    found: list[AnonfilterError] = []
    for path in paths:
        try:
            resealed(rotation, path)
        except AnonfilterError as error:
            found.append(error)
    return found


class Resealing:
    """The sealing of a sidecar's lines with the first of several keys; any key may open them."""

    def __init__(self, sidecar: Sidecar, keys: Sequence[Key]) -> None:
        corpus, document = sidecar.corpus, sidecar.document
        self._sidecar = sidecar
        self._seals = [Seal(key.seal, corpus, document) for key in keys]
        self._surrogate_seals = [Seal(key.check.surrogate_seal, corpus, document) for key in keys]
        self._marking = Seal(keys[0].check.marks, corpus, document)
        self._marks_of = MarkMaker(keys[0].check.prints)

    def sidecar(self) -> Sidecar:
        """Return the sidecar sealed again; raise ``Incomplete`` if no key opens a line."""
        state, *coming = map(self._state, self._sidecar.states)
        settled = self._sidecar.settled(state)
        return settled.pending(coming[0]) if coming else settled

    def _state(self, state: State) -> State:
        seal, about = self._opened(self._sidecar.place(state), state.about, "about")
        return State(
            state.about if seal is self._seals[0] else self._seals[0].close(about, "about"),
            tuple(self._lines(state)),
            self._sealed_surrogates(state),
        )

    def _sealed_surrogates(self, state: State) -> str:
        if not state.surrogates:
            return ""
        place = self._sidecar.place(state)
        seal, payload = self._opened(
            place, state.surrogates, SURROGATES, seals=self._surrogate_seals
        )
        first = self._surrogate_seals[0]
        return state.surrogates if seal is first else first.close(payload, SURROGATES)

    def _lines(self, state: State) -> Iterator[Line]:
        for at, line in enumerate(state.lines):
            place = self._sidecar.place(state, at)
            beside = line.tag, line.label, line.marks
            seal, payload = self._opened(place, line.original, "original", *beside)
            yield line if seal is self._seals[0] else self._line(line, payload)

    def _line(self, line: Line, payload: bytes) -> Line:
        """Return a line sealed again, with new fingerprints, which also depend on the key."""
        marks = ""
        if line.marks:
            entry = Entry.of(line.tag, line.label, payload.decode("ascii"))
            found = self._marks_of(entry)
            marks = self._marking.close(found, "marks", line.tag, line.label) if found else ""
        original = self._seals[0].close(payload, "original", line.tag, line.label, marks)
        return Line(line.tag, line.label, original, marks)

    def _opened(
        self, place: str, value: str, what: str, *beside: str, seals: Sequence[Seal] = ()
    ) -> tuple[Seal, bytes]:
        try:
            return open_any(seals or self._seals, value, what, *beside)
        except NotOpened:
            raise Incomplete(
                "none of your keys opens this line: it was changed, moved, or sealed with another "
                "key",
                where=place,
                hint="Restore document and sidecar from Git, or filter the original again. After a "
                "merge, a holder of the old key can run anonfilter key rotate --no-new-key.",
            ) from None
