"""What was changed part by part, in one pass or several, as one change of the whole text.

Sidecars and diffs are made of that, and need the text itself, which is in memory then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from anonfilter.contract.document import Replacement, RewrittenText
from anonfilter.engine.rewrite import apply_edits
from anonfilter.sidecars.stretches import Stretch, composed

Passes = Sequence[Sequence[Replacement]]
"""The edits of each pass, by places in the text that it began with."""


def combined(text: str, passes: Passes) -> RewrittenText:
    """What the passes make of a text, one after the other."""
    done = apply_edits(text, ())
    for edits in passes:
        then = apply_edits(done.text, edits)
        stretches = composed(done.text, list(_back(text, done)), edits)
        done = apply_edits(text, list(_edits(then.text, stretches)))
    return done


def _back(text: str, done: RewrittenText) -> Iterator[Replacement]:
    """The edits that make the changed text what it was."""
    for edit, (end, _) in zip(done.edits, done.shifts, strict=True):
        yield Replacement(end - len(edit.text), end, text[edit.start : edit.end])


def _edits(output: str, stretches: Sequence[Stretch]) -> Iterator[Replacement]:
    """The edits that make the text of these originals what it is now."""
    at = done = 0
    for one in stretches:
        start = at + one.start - done
        at, done = start + len(one.original), one.end
        yield Replacement(start, at, output[one.start : one.end])
