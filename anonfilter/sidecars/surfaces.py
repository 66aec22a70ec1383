"""Record which originals the tags of a filtered text stand for, and restore them.

A filtered text differs from its original in *stretches*: a tag, what the tag needs beside it
(quotes, a line end that was moved), a second half that went with it. Every stretch is recorded with
a tag that stands in it, so that the tags alone, in their order, restore the original byte for byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from anonfilter.containers.places import Places
from anonfilter.contract.document import Replacement, RewrittenText, Survives, TaggedMention
from anonfilter.contract.tags import tag_shapes
from anonfilter.engine.original_words import key_of, readings
from anonfilter.errors import Incomplete
from anonfilter.sidecars.entries import LITERAL, Around, Entry, Map, Occurrence
from anonfilter.sidecars.stretches import Stretch, composed, joined
from anonfilter.text.values import hide_values

_REACH = 16


@hide_values
@dataclass(frozen=True, slots=True)
class Standing:
    """A tag of a map where it stands in a text, and what it stands for there."""

    start: int
    end: int
    tag: str
    occurrence: Occurrence

    @property
    def edit(self) -> Replacement:
        """The edit that restores the original."""
        one = self.occurrence
        return Replacement(self.start - len(one.before), self.end + len(one.after), one.text)


# restoring


def restored(text: str, name: str, known: Map, *, whole: bool = True) -> str:
    """Restore the original of a filtered text; ``whole``: no tag of the map may be missing."""
    parts: list[str] = []
    done = 0
    for standing in standing_in(text, name, known, whole=whole):
        if not standing.occurrence.inside:
            edit = standing.edit
            parts += text[done : edit.start], edit.text
            done = edit.end
    return "".join([*parts, text[done:]])


def standing_in(text: str, name: str, known: Map, *, whole: bool) -> list[Standing]:
    """Locate the tags of a map in a text, in order; ``whole``: none may be missing.

    An edit that makes this ambiguous is an error with its place.
    """
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for start, end, tag in tags_of(text, known.entries):
        places[tag].append((start, end))
    found = [
        Standing(start, end, tag, occurrence)
        for tag, entry in known.entries.items()
        for (start, end), occurrence in zip(
            places[tag], _matched(text, name, entry, places[tag], whole), strict=True
        )
    ]
    found.sort(key=lambda one: one.start)
    _require_untouched(text, name, found)
    return found


def tags_of(text: str, tags: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """Yield where these tags stand in a text."""
    for match in tag_shapes(text):
        if match[0] in tags:
            yield *match.span(), match[0]


def _matched(
    text: str, name: str, entry: Entry, places: Sequence[tuple[int, int]], whole: bool
) -> list[Occurrence]:
    if entry.same:
        return [entry.occurrences[0]] * len(places)
    known = entry.occurrences
    if len(places) > len(known) or (whole and len(places) < len(known)):
        at = _first_strange(text, entry, places)
        raise _edited(
            text,
            name,
            at,
            f"{entry.tag} stands {_times(len(places))} in the text, "
            f"and {_times(len(known))} in its sidecar",
        )
    neighbours = [_around(text, *place) for place in places]
    if len(places) == len(known):
        chosen = list(range(len(known)))
    else:  # some are gone: there must be only one way to tell which
        chosen = _in_order(neighbours, known)
        backwards = _in_order(neighbours[::-1], known[::-1])
        if chosen != [len(known) - 1 - at for at in reversed(backwards)]:
            raise _edited(
                text,
                name,
                places[0][0] if places else 0,
                f"it is ambiguous which {entry.tag} is gone",
            )
    for place, around, at in zip(places, neighbours, chosen, strict=True):
        if not _alike(around, known[at].around):
            raise _edited(text, name, place[0], f"{entry.tag} stands somewhere else now")
    return [known[at] for at in chosen]


def _in_order(neighbours: Sequence[Around], known: Sequence[Occurrence]) -> list[int]:
    """Return for each place the next occurrence with such neighbours; the last if none has."""
    chosen: list[int] = []
    at = 0
    for around in neighbours:
        while at < len(known) - 1 and not _alike(around, known[at].around):
            at += 1
        chosen.append(at)
        at = min(at + 1, len(known) - 1)
    return chosen


def _first_strange(text: str, entry: Entry, places: Sequence[tuple[int, int]]) -> int:
    """Return the place of the first tag with unknown neighbours."""
    for place, occurrence in zip(places, entry.occurrences, strict=False):
        if not _alike(_around(text, *place), occurrence.around):
            return place[0]
    return places[-1][0] if places else 0


def _around(text: str, start: int, end: int) -> Around:
    return _check(text[max(0, start - _REACH) : start]), _check(text[end : end + _REACH])


def _check(text: str) -> str:
    return f"{crc32(text.encode('utf-8', 'surrogatepass')) & 0xFFFF:04x}"


def _alike(one: Around, other: Around) -> bool:
    """Tell whether neighbours match: a word on one side of a tag may have been edited."""
    return one[0] == other[0] or one[1] == other[1]


def _require_untouched(text: str, name: str, found: Sequence[Standing]) -> None:
    """Require that what belongs to a tag stands beside it, and no stretches overlap."""
    done = 0
    for one in found:
        if one.occurrence.inside:
            if one.end > done:
                raise _edited(text, name, one.start, f"{one.tag} stands somewhere else now")
            continue
        edit = one.edit
        beside = text[max(0, edit.start) : one.start], text[one.end : edit.end]
        if edit.start < done or beside != (one.occurrence.before, one.occurrence.after):
            raise _edited(text, name, one.start, f"what stands beside {one.tag} was changed")
        done = edit.end


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _edited(text: str, name: str, at: int, what: str) -> Incomplete:
    return Incomplete(
        f"{what}: it was edited since it was filtered",
        where=Places(text).named(name, at),
        hint="Restore the text as it was filtered (git has it), or filter the original again.",
    )


# recording


def recorded(
    name: str,
    text: str,
    rewritten: RewrittenText,
    tagged: Sequence[TaggedMention],
    own: Iterable[str],
    earlier: Map | None,
) -> dict[str, Entry]:
    """Return the entries of a filtered text, by their tags.

    ``own`` are the tags that stood in ``text`` already. ``earlier`` is the map of a text that had
    been filtered before: its tags keep their meaning.
    """
    labels = _labels(tagged)
    before = standing_in(text, name, earlier, whole=False) if earlier else []
    old = {one.tag: earlier.entries[one.tag].label for one in before} if earlier else {}
    tags = labels | old | {tag: LITERAL for tag in own if tag not in labels and tag not in old}
    output = rewritten.text
    standing = list(tags_of(output, tags))
    given_back = [one.edit for one in before if not one.occurrence.inside]
    stretches = composed(text, given_back, rewritten.edits)
    stretches = joined(output, stretches, standing, name)
    found = _occurrences(output, stretches, standing)
    names, read = _names(tagged, earlier), _read(tagged, earlier)
    entries = (
        Entry(tag, tags[tag], _shortest(occurrences), names.get(tag, ()))
        for tag, occurrences in found.items()
    )
    return {one.tag: replace(one, read=_hidden(one, read.get(one.tag, ()))) for one in entries}


def _labels(tagged: Sequence[TaggedMention]) -> dict[str, str]:
    labels: dict[str, str] = {}
    for one in tagged:
        for part in one.replacements:
            for match in tag_shapes(part.text):
                name = one.mention.label.name
                labels[match[0]] = min(labels.get(match[0], name), name)
    return labels


def _names(tagged: Sequence[TaggedMention], earlier: Map | None) -> Mapping[str, tuple[str, ...]]:
    """Return the full names that have a tag for each part, by their first tag."""
    names: dict[str, set[str]] = defaultdict(set)
    for entry in earlier.entries.values() if earlier else ():
        names[entry.tag].update(entry.names)
    for one in tagged:
        if len(one.replacements) > 1 and one.mention.label.survives is Survives.FAIL:
            names[one.replacements[0].text].add(" ".join(one.mention.surface.split()))
    return {tag: tuple(sorted(some)) for tag, some in names.items()}


def _read(tagged: Sequence[TaggedMention], earlier: Map | None) -> Mapping[str, set[str]]:
    """Return the originals of each tag as they were read."""
    read: dict[str, set[str]] = defaultdict(set)
    for entry in earlier.entries.values() if earlier else ():
        read[entry.tag].update(entry.read)
    for one in tagged:
        first = one.mention.span.start
        for part in one.replacements:
            read[part.text].add(one.mention.surface[part.start - first : part.end - first])
    return read


def _hidden(entry: Entry, read: Collection[str]) -> tuple[str, ...]:
    """Return the originals that cannot be read in the entry's own stretches of the file."""
    seen = {key_of(name) for surface in entry.surfaces for name in readings(surface)}
    return tuple(sorted(name for name in read if key_of(name) not in seen))


def _occurrences(
    output: str, stretches: Sequence[Stretch], standing: Sequence[tuple[int, int, str]]
) -> dict[str, list[Occurrence]]:
    found: dict[str, list[Occurrence]] = defaultdict(list)
    at = done = 0
    for start, end, tag in standing:
        while at < len(stretches) and stretches[at].end <= start:
            at += 1
        around = _around(output, start, end)
        stretch = stretches[at] if at < len(stretches) else None
        if stretch is None or stretch.start > start:
            one = Occurrence(output[start:end], around=around)
        elif start < done:
            one = Occurrence("", inside=True, around=around)
        else:
            before, after = output[stretch.start : start], output[end : stretch.end]
            one = Occurrence(stretch.original, before, after, around=around)
            done = stretch.end
        found[tag].append(one)
    return found


def _shortest(occurrences: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """Reduce equal occurrences to one."""
    bare = {replace(one, around=("", "")) for one in occurrences}
    return tuple(bare) if len(bare) == 1 else tuple(occurrences)
