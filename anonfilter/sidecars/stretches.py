"""Finds the stretches in which a filtered text differs from its original."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from anonfilter.contract.document import Replacement, RewrittenText
from anonfilter.engine.rewrite import apply_edits, splice
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a filtered text, and its original text."""

    start: int
    end: int
    original: str


@hide_values
@dataclass(frozen=True, slots=True)
class _Change:
    """A stretch of the text between original and output, with both."""

    start: int
    end: int
    original: str
    output: str


@dataclass(frozen=True, slots=True)
class _Group:
    """Neighbouring stretches with one tag, which become one; ``first`` and ``last`` number them."""

    start: int
    end: int
    first: int
    last: int


def composed(text: str, back: Sequence[Replacement], forth: Sequence[Replacement]) -> list[Stretch]:
    """Return the stretches in which two edited forms of a text differ, in order.

    The edits ``back`` make the original from the text, and the edits ``forth`` make the output.
    """
    stretches: list[Stretch] = []
    done = length = 0
    for change in _changes(text, back, forth):
        start = length + change.start - done
        length = start + len(change.output)
        stretches.append(Stretch(start, length, change.original))
        done = change.end
    return stretches


def _changes(
    text: str, back: Sequence[Replacement], forth: Sequence[Replacement]
) -> Iterator[_Change]:
    """Yield a change for each edit of both lists; edits that overlap are one change."""
    edits = sorted(
        [*((edit, True) for edit in back), *((edit, False) for edit in forth)],
        key=lambda item: (item[0].start, item[0].end),
    )
    group: list[tuple[Replacement, bool]] = []
    end = -1
    for edit, is_back in edits:
        if group and edit.start >= end:
            yield _change(text, group)
            group = []
        end = max(end, edit.end) if group else edit.end
        group.append((edit, is_back))
    if group:
        yield _change(text, group)


def _change(text: str, group: Sequence[tuple[Replacement, bool]]) -> _Change:
    start = min(edit.start for edit, _ in group)
    end = max(edit.end for edit, _ in group)
    original, output = (
        splice(text, start, end, [edit for edit, is_back in group if is_back is wanted])
        for wanted in (True, False)
    )
    return _Change(start, end, original, output)


def joined(
    output: str, stretches: Sequence[Stretch], tags: Sequence[tuple[int, int, str]], name: str
) -> list[Stretch]:
    """Return the stretches joined so that each has a tag.

    A stretch without a tag is joined with the nearest stretch that has one.
    """
    bearing = _bearing(stretches, tags)
    if stretches and not bearing:
        raise Incomplete(
            "personal data was replaced by text that is not a tag, which no sidecar can record",
            where=name,
            hint="Use a tagger that writes tags, or `sidecar: none`.",
        )
    groups = [
        _Group(stretches[first].start, stretches[last].end, first, last)
        for first, last in _groups(stretches, bearing)
    ]
    return [
        Stretch(group.start, group.end, _original(output, group, stretches))
        for group in _merged(_widened(groups, tags))
    ]


def _bearing(stretches: Sequence[Stretch], tags: Sequence[tuple[int, int, str]]) -> list[int]:
    """Return the numbers of the stretches that contain a whole tag."""
    found: list[int] = []
    at = 0
    for start, end, _ in tags:
        while at < len(stretches) and stretches[at].end < end:
            at += 1
        if at < len(stretches) and stretches[at].start <= start and found[-1:] != [at]:
            found.append(at)
    return found


def _groups(stretches: Sequence[Stretch], bearing: Sequence[int]) -> Iterator[tuple[int, int]]:
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


def _widened(groups: Sequence[_Group], tags: Sequence[tuple[int, int, str]]) -> Iterator[_Group]:
    """Yield the groups, widened so that their edges do not cut a tag."""
    starts = [start for start, _, _ in tags]
    for group in groups:
        before, after = (_across(edge, tags, starts) for edge in (group.start, group.end))
        start, end = before[0] if before else group.start, after[1] if after else group.end
        yield replace(group, start=start, end=end)


def _across(
    edge: int, tags: Sequence[tuple[int, int, str]], starts: Sequence[int]
) -> tuple[int, int, str] | None:
    """Return the tag that an edge cuts; None if it cuts no tag."""
    at = bisect_left(starts, edge) - 1
    return tags[at] if at >= 0 and tags[at][1] > edge else None


def _merged(groups: Iterable[_Group]) -> list[_Group]:
    """Return the groups, with overlapping ones merged."""
    merged: list[_Group] = []
    for group in groups:
        if merged and group.start < merged[-1].end:
            end = max(group.end, merged[-1].end)
            merged[-1] = replace(merged[-1], end=end, last=group.last)
        else:
            merged.append(group)
    return merged


def _original(output: str, group: _Group, stretches: Sequence[Stretch]) -> str:
    """Return the original of a group: its stretches, and the text between them."""
    parts: list[str] = []
    start = group.start
    for at in range(group.first, group.last + 1):
        parts += output[start : stretches[at].start], stretches[at].original
        start = stretches[at].end
    return "".join(parts) + output[start : group.end]


Passes = Sequence[Sequence[Replacement]]
"""The edits of each pass, by offsets in the text before that pass."""


def combined(text: str, passes: Passes) -> RewrittenText:
    """Return the text after all passes, with the edits that make it from the original text."""
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
    """Yield the edits that turn the original text into the output, by their stretches."""
    at = done = 0
    for one in stretches:
        start = at + one.start - done
        at, done = start + len(one.original), one.end
        yield Replacement(start, at, output[one.start : one.end])
