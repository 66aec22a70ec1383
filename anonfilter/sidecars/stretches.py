"""Finds the stretches in which a filtered text differs from its original, as edits."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from anonfilter.contract.document import Replacement, RewrittenText
from anonfilter.engine.rewrite import apply_edits, splice
from anonfilter.errors import Incomplete


def compose_edits(
    text: str, back: Sequence[Replacement], forth: Sequence[Replacement]
) -> list[Replacement]:
    """Return the edits that turn the output back into the original, in order.

    The original and the output are both edited forms of ``text``: the edits ``back`` turn ``text``
    into the original, and the edits ``forth`` turn it into the output. Each returned edit is a
    stretch in which original and output differ.
    """
    stretches: list[Replacement] = []
    done = length = 0
    for start, end, own_back, own_forth in _overlapping(back, forth):
        at = length + start - done
        length = at + len(splice(text, start, end, own_forth))
        stretches.append(Replacement(at, length, splice(text, start, end, own_back)))
        done = end
    return stretches


def _overlapping(
    back: Sequence[Replacement], forth: Sequence[Replacement]
) -> Iterator[tuple[int, int, list[Replacement], list[Replacement]]]:
    """Yield each group of overlapping edits: its start, its end, and its edits from each list."""
    edits = [*((edit, 0) for edit in back), *((edit, 1) for edit in forth)]
    edits.sort(key=lambda item: (item[0].start, item[0].end))
    start = end = -1
    group: tuple[list[Replacement], list[Replacement]] = [], []
    for edit, side in edits:
        if start >= 0 and edit.start >= end:
            yield start, end, *group
            start, group = -1, ([], [])
        start, end = (start, max(end, edit.end)) if start >= 0 else (edit.start, edit.end)
        group[side].append(edit)
    if start >= 0:
        yield start, end, *group


def join_stretches(
    output: str, stretches: Sequence[Replacement], tags: Sequence[tuple[int, int, str]], name: str
) -> list[Replacement]:
    """Return the stretches, joined so that each contains a whole tag.

    A stretch without a tag is joined with the nearest stretch that has one. Raise an error if there
    are stretches and none has a tag.
    """
    bearing = _bearing(stretches, tags)
    if stretches and not bearing:
        raise Incomplete(
            "personal data was replaced by text that is not a tag, which no sidecar can record",
            where=name,
            hint="Use a tagger that writes tags, or `sidecar: none`.",
        )
    starts = [start for start, _, _ in tags]
    groups: list[tuple[int, int, int, int]] = []  # start, end, first and last stretch
    for first, last in _groups(stretches, bearing):
        start, end = stretches[first].start, stretches[last].end
        before, after = (_tag_across(edge, tags, starts) for edge in (start, end))
        start, end = before[0] if before else start, after[1] if after else end
        if groups and start < groups[-1][1]:
            start, end_before, first, _ = groups.pop()
            end = max(end, end_before)
        groups.append((start, end, first, last))
    return [
        Replacement(start, end, splice(output, start, end, stretches[first : last + 1]))
        for start, end, first, last in groups
    ]


def _bearing(stretches: Sequence[Replacement], tags: Sequence[tuple[int, int, str]]) -> list[int]:
    """Return the indices of the stretches that contain a whole tag."""
    found: list[int] = []
    at = 0
    for start, end, _ in tags:
        while at < len(stretches) and stretches[at].end < end:
            at += 1
        if at < len(stretches) and stretches[at].start <= start and found[-1:] != [at]:
            found.append(at)
    return found


def _groups(stretches: Sequence[Replacement], bearing: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield, for each stretch with a tag, the first and the last stretch to join with it."""
    first = 0
    for at, after in pairwise([*bearing, None]):
        if at is None:
            return
        last = len(stretches) - 1
        if after is not None:
            last = at
            while last + 1 < after and (
                stretches[last + 1].start - stretches[at].end
                <= stretches[after].start - stretches[last + 1].end
            ):
                last += 1
        yield first, last
        first = last + 1


def _tag_across(
    edge: int, tags: Sequence[tuple[int, int, str]], starts: Sequence[int]
) -> tuple[int, int, str] | None:
    """Return the tag inside which an edge lies; None if the edge lies in no tag."""
    at = bisect_left(starts, edge) - 1
    return tags[at] if at >= 0 and tags[at][1] > edge else None


Passes = Sequence[Sequence[Replacement]]
"""The edits of each pass, by offsets in the text before that pass."""


def combine_passes(text: str, passes: Passes) -> RewrittenText:
    """Return the text after all passes, with the edits from the original text to it."""
    done = apply_edits(text, ())
    for edits in passes:
        then = apply_edits(done.text, edits)
        stretches = compose_edits(done.text, list(_back(text, done)), edits)
        done = apply_edits(text, list(_edits(then.text, stretches)))
    return done


def _back(text: str, done: RewrittenText) -> Iterator[Replacement]:
    """Yield the edits that turn the changed text back into the original."""
    for edit, (end, _) in zip(done.edits, done.shifts, strict=True):
        yield Replacement(end - len(edit.text), end, text[edit.start : edit.end])


def _edits(output: str, stretches: Sequence[Replacement]) -> Iterator[Replacement]:
    """Yield the edits from the original to the output; ``stretches`` lead from the output back."""
    at = done = 0
    for stretch in stretches:
        start = at + stretch.start - done
        at, done = start + len(stretch.text), stretch.end
        yield Replacement(start, at, output[stretch.start : stretch.end])
