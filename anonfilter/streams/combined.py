"""Combine the changes of all parts and passes into one change of the whole text.

Sidecars and diffs need this change and the whole text, which is in memory while they are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from anonfilter.contract.document import Replacement, RewrittenText
from anonfilter.engine.rewrite import apply_edits
from anonfilter.sidecars.stretches import Stretch, composed

Passes = Sequence[Sequence[Replacement]]
"""The edits of each pass, by offsets in the text before that pass."""


def combined(text: str, passes: Passes) -> RewrittenText:
    """Return the text after all passes, with its edits relative to the original text."""
    done = apply_edits(text, ())
    for edits in passes:
        then = apply_edits(done.text, edits)
        stretches = composed(done.text, list(_back(text, done)), edits)
        done = apply_edits(text, list(_edits(then.text, stretches)))
    return done


def _back(text: str, done: RewrittenText) -> Iterator[Replacement]:
    """Yield the edits that turn the changed text back into the original."""
    for edit, (end, _) in zip(done.edits, done.shifts, strict=True):
        yield Replacement(end - len(edit.text), end, text[edit.start : edit.end])


def _edits(output: str, stretches: Sequence[Stretch]) -> Iterator[Replacement]:
    """Yield the edits that turn the original text into the output, from the original of each
    stretch.
    """
    at = done = 0
    for one in stretches:
        start = at + one.start - done
        at, done = start + len(one.original), one.end
        yield Replacement(start, at, output[one.start : one.end])
