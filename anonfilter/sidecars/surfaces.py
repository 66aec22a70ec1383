"""Records the originals of the tags in a filtered text, and restores them.

A filtered text differs from its original in *stretches*: a tag with the text that it needs beside
it, such as quotes or a line end that was moved. Each stretch is recorded with a tag in it, so that
the tags in their order restore the original byte for byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from anonfilter.containers.member_text import is_divided
from anonfilter.containers.places import Places
from anonfilter.contract.document import Replacement, RewrittenText, Survives, TaggedMention
from anonfilter.contract.tags import tag_shapes
from anonfilter.engine.original_words import key_of, readings
from anonfilter.errors import Incomplete
from anonfilter.sidecars.entries import LITERAL, Around, Entry, Map, Occurrence
from anonfilter.sidecars.stretches import compose_edits, join_stretches
from anonfilter.text.values import hide_values

_REACH = 16


@hide_values
@dataclass(frozen=True, slots=True)
class PlacedTag:
    """A tag at its place in a text, with its original there."""

    start: int
    end: int
    tag: str
    occurrence: Occurrence

    @property
    def edit(self) -> Replacement:
        """The replacement that restores the original of this tag."""
        occurrence = self.occurrence
        start, end = self.start - len(occurrence.before), self.end + len(occurrence.after)
        return Replacement(start, end, occurrence.text)


# Restoring


def restore_text(text: str, name: str, known: Map, *, whole: bool = True) -> str:
    """Return the original of a filtered text; with ``whole``, no tag of the map may be missing."""
    parts: list[str] = []
    done = 0
    for standing in locate_tags(text, name, known, whole=whole):
        if not standing.occurrence.inside:
            edit = standing.edit
            parts += text[done : edit.start], edit.text
            done = edit.end
    return "".join([*parts, text[done:]])


def locate_tags(text: str, name: str, known: Map, *, whole: bool) -> list[PlacedTag]:
    """Return the tags of a map in a text, in order; with ``whole``, none may be missing.

    If an edit of the text makes this ambiguous, raise an error with its place.
    """
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for start, end, tag in tags_of(text, known.entries):
        places[tag].append((start, end))
    found = [
        PlacedTag(start, end, tag, occurrence)
        for tag, entry in known.entries.items()
        for (start, end), occurrence in zip(
            places[tag], _matched(text, name, entry, places[tag], whole), strict=True
        )
    ]
    found.sort(key=lambda placed: placed.start)
    _require_untouched(text, name, found)
    return found


def tags_of(text: str, tags: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and tag for each place in a text with one of these tags."""
    for match in tag_shapes(text):
        if match[0] in tags:
            yield *match.span(), match[0]


def _matched(
    text: str, name: str, entry: Entry, places: Sequence[tuple[int, int]], whole: bool
) -> list[Occurrence]:
    """Return the occurrence for each place of a tag; raise an error if an edit hides it."""
    if entry.same:
        return [entry.occurrences[0]] * len(places)
    known = entry.occurrences
    if len(places) > len(known) or (whole and len(places) < len(known)):
        at = _first_strange(text, entry, places)
        raise _edited(
            text,
            name,
            at,
            f"{entry.tag} occurs {_times(len(places))} in the text, "
            f"and {_times(len(known))} in its sidecar",
        )
    neighbours = [_around(text, *place) for place in places]
    if len(places) == len(known):
        chosen = list(range(len(known)))
    else:  # Some tags are missing. It must be clear which.
        chosen = _in_order(neighbours, known)
        backwards = _in_order(neighbours[::-1], known[::-1])
        if chosen != [len(known) - 1 - at for at in reversed(backwards)]:
            raise _edited(
                text,
                name,
                places[0][0] if places else 0,
                f"it is not clear which {entry.tag} was removed",
            )
    for place, around, at in zip(places, neighbours, chosen, strict=True):
        if not _alike(around, known[at].around):
            raise _edited(text, name, place[0], f"{entry.tag} is in another place now")
    return [known[at] for at in chosen]


def _in_order(neighbours: Sequence[Around], known: Sequence[Occurrence]) -> list[int]:
    """Return, for each place, the index of the next occurrence with the same text on one side.

    A place for which there is no such occurrence gets the index of the last occurrence.
    """
    chosen: list[int] = []
    at = 0
    for around in neighbours:
        while at < len(known) - 1 and not _alike(around, known[at].around):
            at += 1
        chosen.append(at)
        at = min(at + 1, len(known) - 1)
    return chosen


def _first_strange(text: str, entry: Entry, places: Sequence[tuple[int, int]]) -> int:
    """Return the offset of the first place whose neighbours differ from those of its occurrence.

    If no such place exists, return the offset of the last place; 0 if there are no places.
    """
    for place, occurrence in zip(places, entry.occurrences, strict=False):
        if not _alike(_around(text, *place), occurrence.around):
            return place[0]
    return places[-1][0] if places else 0


def _around(text: str, start: int, end: int) -> Around:
    """Return checksums of the text before and after a stretch."""
    return _check(text[max(0, start - _REACH) : start]), _check(text[end : end + _REACH])


def _check(text: str) -> str:
    return f"{crc32(text.encode('utf-8', 'surrogatepass')) & 0xFFFF:04x}"


def _alike(one: Around, other: Around) -> bool:
    """Return True if the checksums of the text are equal on at least one side of the tags."""
    return one[0] == other[0] or one[1] == other[1]


def _require_untouched(text: str, name: str, found: Sequence[PlacedTag]) -> None:
    """Raise an error if text that belongs to a tag is not beside it, or if stretches overlap."""
    done = 0
    for placed in found:
        occurrence, edit = placed.occurrence, placed.edit
        if occurrence.inside:
            if placed.end > done:
                raise _edited(text, name, placed.start, f"{placed.tag} is in another place now")
            continue
        beside = text[max(0, edit.start) : placed.start], text[placed.end : edit.end]
        if edit.start < done or beside != (occurrence.before, occurrence.after):
            raise _edited(text, name, placed.start, f"the text beside {placed.tag} was changed")
        done = edit.end


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _edited(text: str, name: str, at: int, what: str) -> Incomplete:
    """Return the error for a text that was edited after it was filtered."""
    hint = "Restore the filtered text from Git, or filter the original again."
    if is_divided(text):
        hint = (
            "If another program saved the file again, restore the file from before: from Git, or "
            "from a copy. `anonfilter map show --show-values FILE` lists what each tag stands for."
        )
    return Incomplete(
        f"{what}: the text was edited since it was filtered",
        where=Places(text).named(name, at),
        hint=hint,
    )


# Recording


def record_tags(
    name: str,
    text: str,
    rewritten: RewrittenText,
    tagged: Sequence[TaggedMention],
    own: Iterable[str],
    earlier: Map | None,
) -> dict[str, Entry]:
    """Return the entries of a filtered text, by their tags.

    ``own`` has the tags that the original ``text`` contains. ``earlier`` is the map of a text that
    was filtered before, whose tags keep their meaning.
    """
    labels = _labels(tagged)
    before = locate_tags(text, name, earlier, whole=False) if earlier else []
    old = {placed.tag: earlier.entries[placed.tag].label for placed in before} if earlier else {}
    tags = labels | old | {tag: LITERAL for tag in own if tag not in labels and tag not in old}
    output = rewritten.text
    places = list(tags_of(output, tags))
    restoring = [placed.edit for placed in before if not placed.occurrence.inside]
    stretches = compose_edits(text, restoring, rewritten.edits)
    stretches = join_stretches(output, stretches, places, name)
    found = _occurrences(output, stretches, places)
    names, read = _names(tagged, earlier), _read(tagged, earlier)
    reasons = _reasons(tagged, earlier)
    entries = (
        Entry(
            tag,
            tags[tag],
            _shortest(occurrences),
            names.get(tag, ()),
            found=tuple(sorted(reasons.get(tag, ()))),
        )
        for tag, occurrences in found.items()
    )
    return {
        entry.tag: replace(entry, read=_hidden(entry, read.get(entry.tag, ()))) for entry in entries
    }


def _labels(tagged: Sequence[TaggedMention]) -> dict[str, str]:
    """Return the label of each tag; the first in alphabetical order if a tag has several labels."""
    labels: dict[str, str] = {}
    for item in tagged:
        for part in item.replacements:
            for match in tag_shapes(part.text):
                name = item.mention.label.name
                labels[match[0]] = min(labels.get(match[0], name), name)
    return labels


def _names(tagged: Sequence[TaggedMention], earlier: Map | None) -> Mapping[str, tuple[str, ...]]:
    """Return the full names whose parts have their own tags, by the tag of the first part."""
    names: dict[str, set[str]] = defaultdict(set)
    for entry in earlier.entries.values() if earlier else ():
        names[entry.tag].update(entry.names)
    for item in tagged:
        if len(item.replacements) > 1 and item.mention.label.survives is Survives.FAIL:
            names[item.replacements[0].text].add(" ".join(item.mention.surface.split()))
    return {tag: tuple(sorted(full)) for tag, full in names.items()}


def _read(tagged: Sequence[TaggedMention], earlier: Map | None) -> Mapping[str, set[str]]:
    """Return the originals of each tag, as the format of the document reads them."""
    read: dict[str, set[str]] = defaultdict(set)
    for entry in earlier.entries.values() if earlier else ():
        read[entry.tag].update(entry.read)
    for item in tagged:
        first = item.mention.span.start
        for part in item.replacements:
            read[part.text].add(item.mention.surface[part.start - first : part.end - first])
    return read


def _reasons(tagged: Sequence[TaggedMention], earlier: Map | None) -> Mapping[str, set[str]]:
    """Return what found the mentions of each tag: the detector, and its rule if it has one."""
    reasons: dict[str, set[str]] = defaultdict(set)
    for entry in earlier.entries.values() if earlier else ():
        reasons[entry.tag].update(entry.found)
    for item in tagged:
        span = item.mention.span
        reason = f"{span.detector}: {span.rule}" if span.rule else span.detector
        for part in item.replacements:
            for match in tag_shapes(part.text):
                reasons[match[0]].add(reason)
    return reasons


def _hidden(entry: Entry, read: Collection[str]) -> tuple[str, ...]:
    """Return the originals, as the format reads them, that no stretch shows in this form."""
    seen = {key_of(name) for surface in entry.surfaces for name in readings(surface)}
    return tuple(sorted(name for name in read if key_of(name) not in seen))


def _occurrences(
    output: str, stretches: Sequence[Replacement], places: Sequence[tuple[int, int, str]]
) -> dict[str, list[Occurrence]]:
    """Return the occurrences of each tag, in the order of the text."""
    found: dict[str, list[Occurrence]] = defaultdict(list)
    at = done = 0
    for start, end, tag in places:
        while at < len(stretches) and stretches[at].end <= start:
            at += 1
        around = _around(output, start, end)
        stretch = stretches[at] if at < len(stretches) else None
        if stretch is None or stretch.start > start:
            occurrence = Occurrence(output[start:end], around=around)
        elif start < done:
            occurrence = Occurrence("", inside=True, around=around)
        else:
            before, after = output[stretch.start : start], output[end : stretch.end]
            occurrence = Occurrence(stretch.text, before, after, around=around)
            done = stretch.end
        found[tag].append(occurrence)
    return found


def _shortest(occurrences: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """Return all occurrences of a tag; only one of them if all have the same original."""
    distinct = {replace(occurrence, around=("", "")) for occurrence in occurrences}
    return tuple(distinct) if len(distinct) == 1 else tuple(occurrences)
