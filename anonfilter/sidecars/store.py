"""Replaces a document and its sidecar together.

Two files cannot be replaced in one step. All files are therefore written to the disk first. Then
three files are put in place: a sidecar that is valid for both the old and the new document, the
document, and a sidecar for the new document alone. Wherever a run is killed, the document is old or
new, and the sidecar opens. The next run recognises the state and completes the replacement.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from anonfilter.containers.declarations import NOTHING_DECLARED, Declared
from anonfilter.contract.extensions import SurrogateMap
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files import staging
from anonfilter.files.locks import locked
from anonfilter.files.source_tree import DISK
from anonfilter.files.staging import BESIDE, PENDING, Staged, remove_leftovers, reusable_name
from anonfilter.files.write import require_ordinary
from anonfilter.keys.corpus import replace_file
from anonfilter.keys.key import random_id
from anonfilter.keys.sealing import digest_of
from anonfilter.rules import find
from anonfilter.sidecars import mapping
from anonfilter.sidecars.codec import (
    MarksOf,
    adopt_state,
    open_map,
    open_state,
    plain_map,
    seal_map,
)
from anonfilter.sidecars.entries import Entry, Map
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.sidecars.sidecar import Kind, Sidecar, State, render
from anonfilter.sidecars.sidecar_parser import parse
from anonfilter.text.values import hide_values


@hide_values
@dataclass(slots=True)
class Record:
    """The sidecar of a document that a command has locked.

    - ``name``: the name of the document in the sidecar (``SidecarPolicy.title``). ``called``: its
      name for the user.
    - ``found``: the bytes of the sidecar. ``earlier``: its map, once it is opened.
    - ``literals``: the number of tags in the original text that the sidecar has to record.
    - ``declared``: how the document is read. ``surrogates``: the surrogates of the new document.
    - ``original``: the path of the original if the document was renamed.
    """

    policy: SidecarPolicy
    place: Path
    name: str
    called: str
    found: bytes | None
    sidecar: Sidecar | None
    earlier: Map | None = None
    literals: int = 0
    declared: Declared = NOTHING_DECLARED
    surrogates: SurrogateMap | None = None
    original: str = ""

    @property
    def shown(self) -> str:
        return find.display(str(self.place))

    def open(self, data: bytes | None) -> Map | None:
        """Return the map for a document with these bytes; None if there is no sidecar."""
        sidecar, policy = self.sidecar, self.policy
        if sidecar is None:
            return None
        if data is None:  # Without a text, either of two states may be valid.
            sidecar, data = sidecar.settled(sidecar.state), b""
        key = policy.key_for(sidecar.kind)
        ambiguous = partial(policy.is_ambiguous, self.place)
        self.earlier = open_map(sidecar, policy.corpus_id, key, data, self.name, ambiguous).map
        return self.earlier

    def adopt(self, data: bytes) -> bool:
        """Bind the sidecar to a document with these bytes, which was moved to this path.

        Return False if the sidecar is already bound to it. The sidecar must restore the document.
        """
        sidecar, policy = self.sidecar, self.policy
        assert sidecar is not None
        if sidecar.coming is not None:
            raise Incomplete(
                "an interrupted run left two states here",
                where=sidecar.place(sidecar.coming),
                hint="Move both files back to where they were, and run it again there.",
            )
        key = policy.key_for(sidecar.kind)
        known = open_state(sidecar, sidecar.state, policy.corpus_id, key)
        mapping.restore_original(data, self.called, known)
        if known.name == self.name:
            return False
        policy.require_same_key()
        known = replace(known, name=self.name, digest=digest_of(data, sidecar.document))
        state = adopt_state(sidecar.state, known, policy.corpus_id, key)
        replace_file(self.place, render(sidecar.settled(state)), like=self.place.stat())
        return True

    def next(self, entries: Mapping[str, Entry], output: bytes) -> Map | None:
        """Return the map of the new document; None if it needs no sidecar and no sidecar exists."""
        if self.found is None and not entries and not self.original:
            return None
        document = self.earlier.document if self.earlier is not None else random_id()
        digest = digest_of(output, document)
        original = self.original or (self.earlier.original if self.earlier is not None else "")
        return Map(
            document,
            self.name,
            digest,
            entries,
            declared=self.declared,
            surrogates=self.surrogates,
            original=original,
        )


@contextmanager
def opened(
    policy: SidecarPolicy, document: Path, place: Path, name: str, called: str
) -> Iterator[Record]:
    """Lock a document and return its record; remove temporary files of a killed run."""
    with locked(document):
        for path in (place, document):
            remove_leftovers(path)
        yield read(policy, place, name, called)


def read(policy: SidecarPolicy, place: Path, name: str, called: str) -> Record:
    """Return the record of a document without locking it."""
    require_ordinary(place)
    found = DISK.read(str(place))
    sidecar = None if found is None else parse(found, find.display(str(place)))
    return Record(policy, place, name, called, found, sidecar)


class Writing:
    """Replaces a document, its sidecar and files beside them, after all are staged on the disk.

    ``output`` has the bytes of the new document, from which the new sidecar must restore
    ``original``.
    """

    def __init__(self, record: Record, stack: ExitStack, output: bytes, original: bytes) -> None:
        self._record = record
        self._stack = stack
        self._output = output
        self._original = original
        self._pending: Staged | None = None
        self._document: Staged | None = None
        self._beside: list[Staged] = []
        self._final: Staged | None = None

    def add_document(self, path: Path, data: bytes, name: str, like: os.stat_result | None) -> None:
        staging.folder_for(path)
        staged = staging.stage(path, data, name, like=like, temporary=reusable_name(path))
        self._document = self._added(staged)

    def add_beside(self, document: Path, files: Mapping[Path, bytes]) -> None:
        """Stage files that are put in place after the document."""
        for use, (path, data) in zip(BESIDE, files.items(), strict=False):
            temporary = path.with_name(reusable_name(document, use).name)
            staged = staging.stage(path, data, str(path), temporary=temporary)
            self._beside.append(self._added(staged))

    def add_sidecar(self, first: bytes | None, last: bytes | None) -> None:
        """Stage the sidecars that are put in place before and after the document."""
        if first is not None:
            self._pending = self._added(self._sidecar(first, PENDING))
        if last is not None:
            self._final = self._added(self._sidecar(last))

    def take(self, before: Callable[[], None]) -> None:
        """Put all staged files in place; call ``before`` right before the document is replaced.

        Before that, each staged sidecar, read from the disk, must restore the original from the
        staged document.
        """
        output = self._output if self._document is None else self._document.read()
        for staged in filter(None, (self._pending, self._final)):
            _require_restorable(self._record, staged.read(), output, self._original)
        try:
            if self._pending is not None:
                self._pending.put()
            before()
            if self._document is not None:
                self._document.put()
        except BaseException:
            if self._document is not None and self._document.is_waiting:
                self._put_back()
            raise
        for staged in self._beside:
            staged.put()
        if self._final is not None:
            self._final.put(last=self._pending is not None)

    def _put_back(self) -> None:
        """Restore the old sidecar, because the document was not replaced."""
        if self._pending is None or self._pending.is_waiting:
            return
        # Otherwise the pending sidecar stays, which also opens.
        with suppress(OSError, Incomplete):
            if self._record.found is None:
                self._record.place.unlink()
            else:
                self._sidecar(self._record.found, PENDING).put()

    def _sidecar(self, data: bytes, use: str = "") -> Staged:
        """Stage a sidecar under a temporary name; only its owner can read a plain one."""
        place, plain = self._record.place, self._record.policy.kind is Kind.PLAIN
        staging.folder_for(place)
        like = None
        if not plain:
            with suppress(FileNotFoundError):
                like = os.stat(place)
        return staging.stage(
            place,
            data,
            self._record.shown,
            like=like,
            mode=0o600 if plain else 0o666,
            temporary=reusable_name(place, use),
        )

    def _added(self, staged: Staged) -> Staged:
        self._stack.callback(staged.drop)
        return staged


@contextmanager
def writing(
    record: Record,
    entries: Mapping[str, Entry],
    current: bytes | None,
    output: bytes,
    original: bytes,
    marks_of: MarksOf,
) -> Iterator[Writing]:
    """Stage the sidecars of a replacement; at the end, remove staged files that were not used.

    ``current`` has the bytes of the document, if it exists. The new sidecar must restore
    ``original`` from ``output``.
    """
    with ExitStack() as stack:
        steps = Writing(record, stack, output, original)
        new = record.next(entries, output)
        if new is not None:
            record.policy.require_same_key()
            final = render(_sidecar(record, new.document, _state(record, new, marks_of)))
            if final == record.found:
                _require_restorable(record, final, output, original)
            elif current is None:  # Without a document, there is no state in between.
                steps.add_sidecar(final, None)
            elif current == output:
                steps.add_sidecar(None, final)
            else:
                steps.add_sidecar(_both(record, new, current, marks_of), final)
        yield steps


def _both(record: Record, new: Map, current: bytes, marks_of: MarksOf) -> bytes:
    """Return the bytes of a sidecar with the current and the next state of the document."""
    before = record.earlier or Map(new.document)
    before = replace(before, name=record.name, digest=digest_of(current, new.document))
    current_state, next_state = (_state(record, known, marks_of) for known in (before, new))
    return render(_sidecar(record, new.document, current_state).pending(next_state))


def _state(record: Record, known: Map, marks_of: MarksOf) -> State:
    """Return the lines of a map, sealed or in clear."""
    policy = record.policy
    if policy.kind is Kind.PLAIN:
        return plain_map(known)
    return seal_map(known, policy.corpus_id, policy.key, marks_of)


def _sidecar(record: Record, document: str, state: State) -> Sidecar:
    policy = record.policy
    assert policy.kind is not None
    return Sidecar(policy.kind, policy.corpus_id, document, state, where=record.shown)


def _require_restorable(record: Record, written: bytes, output: bytes, original: bytes) -> None:
    """Raise an error unless the written sidecar restores the original from the output."""
    policy, name, why, where = record.policy, record.called, "", ""
    try:
        sidecar = parse(written, record.shown)
        key = policy.key_for(sidecar.kind)
        known = open_map(sidecar, policy.corpus_id, key, output, record.name).map
        restored = mapping.restore_original(output, name, known)
        if mapping.is_same_content(restored, original, name, known.declared):
            return
    except AnonfilterError as error:
        why, where = f": {error.message}", error.where
    raise Incomplete(
        f"the sidecar could not restore this text, so nothing was written{why}",
        where=where or name,
        hint="With `sidecar: none` in the rules, the file is filtered, and cannot be restored.",
    )
