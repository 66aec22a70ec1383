"""Writing decisions beside their document, with those that were there before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from anonfilter import beside, output
from anonfilter_people.cast import Cast
from anonfilter_people.decisions.changes import Unmatched
from anonfilter_people.decisions.file import SUFFIX, Decision, parse, written


def write(cast: Cast, file: str, decisions: Sequence[Decision]) -> tuple[int, int]:
    """How many decisions there are now, and how many of an earlier text were dropped.

    In a text that has not changed all of them stay, also what matches nothing: the rules may
    have changed, and may change back.
    """
    characters = len(cast.document.source.text)
    data = beside.read(file, SUFFIX)
    before = parse(data, SUFFIX.removeprefix(".")) if data is not None else None
    known = before.decisions if before else ()
    lost = {change.number for change in cast.done.analysis.changes if isinstance(change, Unmatched)}
    if before is None or before.characters == characters:
        lost = set()
    kept = [decision for number, decision in enumerate(known, 1) if number not in lost]
    kept += (decision for decision in decisions if decision not in kept)
    output.new_file(Path(file + SUFFIX), written(characters, kept), None)
    return len(kept), len(lost)
