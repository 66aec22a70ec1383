"""Writing decisions beside their document, with those that were there before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from anonfilter_plugins.resolvers.decisions.changes import Unmatched
from anonfilter_plugins.resolvers.decisions.decisions_file import SUFFIX, Decision, parse, written

from anonfilter.contract.document import Change
from anonfilter.files import write as output
from anonfilter.files.source_tree import DISK
from anonfilter.reviewing.people.cast import Cast


def write(cast: Cast, file: str, decisions: Sequence[Decision]) -> tuple[int, int]:
    """How many decisions there are now, and how many of an earlier text were dropped."""
    characters = len(cast.document.source.text)
    data = DISK.read(file + SUFFIX)
    kept, dropped = renewed(data, characters, lost(cast.done.analysis.changes), decisions)
    output.new_file(Path(file + SUFFIX), written(characters, kept), None)
    return len(kept), dropped


def lost(changes: Iterable[Change]) -> frozenset[int]:
    """The numbers of the decisions that matched nothing."""
    return frozenset(change.number for change in changes if isinstance(change, Unmatched))


def renewed(
    data: bytes | None, characters: int, lost: Collection[int], decisions: Sequence[Decision]
) -> tuple[list[Decision], int]:
    """Those in a file's bytes with these behind them, and how many were dropped.

    In a text that has not changed all of them stay, also what matches nothing: the rules may
    have changed, and may change back.
    """
    before = parse(data, SUFFIX.removeprefix(".")) if data is not None else None
    known = before.decisions if before else ()
    gone = lost if before is not None and before.characters != characters else ()
    kept = [decision for number, decision in enumerate(known, 1) if number not in gone]
    kept += (decision for decision in decisions if decision not in kept)
    return kept, len(gone)
