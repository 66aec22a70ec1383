"""Merge the sidecars of a document that two branches have filtered, as a merge driver of Git.

Entries merge by tag. If both branches changed an entry, its originals merge in the order of the
text, which needs the key. A number that the branches gave to different people is a conflict, since
only one of the two texts could be restored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from anonfilter.errors import Incomplete
from anonfilter.keys.key import Key
from anonfilter.known.marks import MarkMaker
from anonfilter.sidecars.codec import adopt_state, no_marks, open_state, seal_map
from anonfilter.sidecars.entries import Entry, Map, Occurrence
from anonfilter.sidecars.sidecar import Kind, Line, Sidecar, State, order_of
from anonfilter.text.values import hide_values

_TAKE_ONE = (
    "Take document and sidecar of one branch (git checkout --ours or --theirs, for both files), "
    "add the changes of the other branch again, and filter the document again."
)
_Edit = tuple[int, int, tuple[Occurrence, ...]]


def merge_sidecars(base: Sidecar, ours: Sidecar, theirs: Sidecar, key: Key | None) -> Sidecar:
    """Return the merged sidecar; raise ``Incomplete`` if the branches cannot be merged."""
    versions = (base, ours, theirs)
    if len({(one.kind, one.corpus, one.document) for one in versions}) > 1:
        raise _conflict(ours, "the branches filtered this document independently")
    if any(one.coming is not None for one in versions):
        raise _conflict(ours, "a branch holds the state of an interrupted run")
    if len({one.state.surrogates for one in versions}) > 1:
        raise _conflict(ours, "the branches have different surrogates")
    lines = [{line.tag: line for line in one.state.lines} for one in versions]
    merging = _Merging(versions, key)
    merged = {
        tag: line
        for tag in sorted({tag for known in lines for tag in known}, key=order_of)
        if (line := merging.line(tag, *(known.get(tag) for known in lines))) is not None
    }
    state = replace(ours.state, lines=tuple(merged.values()))
    return ours.settled(merging.with_head(state))


@hide_values
class _Merging:
    """A merge of the lines of three sidecars. Lines that both branches changed need the key."""

    def __init__(self, versions: Sequence[Sidecar], key: Key | None) -> None:
        self._base, self._ours, self._theirs = versions
        self._key = key
        self._opened: list[Map] = []

    def line(
        self, tag: str, base: Line | None, ours: Line | None, theirs: Line | None
    ) -> Line | None:
        """Return the merged line of a tag; None if a branch removed it and the other kept it."""
        if theirs in (base, ours):
            return ours
        if ours == base:
            return theirs
        if ours is None or theirs is None:  # one branch removed it, the other changed it
            return ours or theirs
        entries = [known.entries.get(tag) for known in self._maps(tag)]
        entry = _merged(*entries)
        if entry is None:
            raise _conflict(self._ours, f"both branches have changed the originals of {tag}")
        return self._sealed(entry, has_marks=bool(ours.marks or theirs.marks))

    def with_head(self, state: State) -> State:
        """Return a state whose head has the number of its entries, if the key is here."""
        if self._key is None and self._ours.kind is Kind.SEALED:
            return state
        known = self._maps("")[1]
        entries = {line.tag: Entry(line.tag, line.label, ()) for line in state.lines}
        corpus = self._ours.corpus
        return adopt_state(state, replace(known, entries=entries), corpus, self._key)

    def _maps(self, tag: str) -> list[Map]:
        if self._key is None:
            raise _conflict(self._ours, f"both branches have {tag}, and the key is not here")
        if not self._opened:
            versions = (self._base, self._ours, self._theirs)
            self._opened = [open_state(one, one.state, one.corpus, self._key) for one in versions]
        return self._opened

    def _sealed(self, entry: Entry, *, has_marks: bool) -> Line:
        assert self._key is not None
        known = replace(self._maps(entry.tag)[1], entries={entry.tag: entry})
        marks_of = MarkMaker(self._key.check.prints) if has_marks else no_marks
        [line] = seal_map(known, self._ours.corpus, self._key, marks_of).lines
        return line


def _merged(base: Entry | None, ours: Entry | None, theirs: Entry | None) -> Entry | None:
    """Return the entry with the originals of both branches; None if that is not possible."""
    if ours is None or theirs is None or ours.label != theirs.label:
        return None
    if ours.occurrences == theirs.occurrences:
        occurrences: tuple[Occurrence, ...] | None = ours.occurrences
    elif base is None or base.same or ours.same or theirs.same:
        return None
    else:
        occurrences = merge_sequences(base.occurrences, ours.occurrences, theirs.occurrences)
    if occurrences is None:
        return None
    names = tuple(dict.fromkeys((*ours.names, *theirs.names)))
    read = tuple(dict.fromkeys((*ours.read, *theirs.read)))
    return Entry(ours.tag, ours.label, occurrences, names, read)


def merge_sequences(
    base: Sequence[Occurrence], ours: Sequence[Occurrence], theirs: Sequence[Occurrence]
) -> tuple[Occurrence, ...] | None:
    """Merge two changes of a sequence; return None if they touch each other."""
    edits = sorted({*_edits(base, ours), *_edits(base, theirs)}, key=lambda edit: edit[:2])
    merged: list[Occurrence] = []
    done = 0
    for number, (start, end, new) in enumerate(edits):
        if number and start <= done:
            return None
        merged += [*base[done:start], *new]
        done = end
    return (*merged, *base[done:])


def _edits(base: Sequence[Occurrence], changed: Sequence[Occurrence]) -> list[_Edit]:
    matcher = SequenceMatcher(None, base, changed, autojunk=False)
    return [
        (start, end, tuple(changed[first:last]))
        for kind, start, end, first, last in matcher.get_opcodes()
        if kind != "equal"
    ]


def _conflict(sidecar: Sidecar, reason: str) -> Incomplete:
    return Incomplete(f"cannot be merged: {reason}", where=sidecar.where, hint=_TAKE_ONE)
