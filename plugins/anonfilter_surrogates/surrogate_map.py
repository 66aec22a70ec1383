"""The surrogates of a filtered text: invented names in the places of its tags.

The filter, `check` and `restore` work on the text with tags in place of its surrogates. In an
unchanged text, the surrogates are where the sidecar states. In a text that was edited since, each
is searched between its neighbours, even if a line was copied or moved. The text is refused if it is
ambiguous which surrogates are missing, or if a surrogate is where none was written, since it may be
the name of another person.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from zlib import crc32

from anonfilter.containers.places import Places
from anonfilter.contract.document import Replacement, RewrittenText
from anonfilter.engine.rewrite import apply_edits
from anonfilter.errors import Incomplete
from anonfilter.text.values import hide_values
from anonfilter.text.word_index import TOKEN
from anonfilter.text.words import fold

FREE = "~"
"""The prefix of the fingerprint of an original that may share its surrogate, such as an initial."""

_REACH = 16
_HINT = "Restore the filtered text from Git, or filter the original again."


@hide_values
@dataclass(frozen=True, slots=True)
class PlacedSurrogate:
    """A surrogate, its place in the decoded file, its tag, and checksums of its neighbours."""

    start: int
    text: str
    tag: str
    before: str = ""
    after: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@hide_values
@dataclass(frozen=True, slots=True)
class SurrogateMap:
    """The surrogates of a document, in the order of the file.

    ``choices`` has the surrogate of each original under the keyed fingerprint of the original, so
    that a later run chooses the same surrogate. ``days`` is the number of days by which dates are
    shifted, and ``digest`` is the digest of the text.
    """

    items: tuple[PlacedSurrogate, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    days: int = 0
    digest: str = ""

    @classmethod
    def by(
        cls,
        text: str,
        placed: Iterable[tuple[int, str, str]],
        choices: Mapping[str, str],
        days: int,
    ) -> SurrogateMap:
        """Make the map of a text from the place, text and tag of each surrogate."""
        items = (
            PlacedSurrogate(start, surrogate, tag, *_around(text, start, start + len(surrogate)))
            for start, surrogate, tag in placed
        )
        return cls(tuple(items), dict(sorted(choices.items())), days, _digest(text))

    def payload(self) -> str:
        """Return the map as one line of ASCII JSON."""
        items = [[item.start, item.text, item.tag, item.before, item.after] for item in self.items]
        return json.dumps([self.digest, self.days, items, self.choices], separators=(",", ":"))

    @classmethod
    def of(cls, payload: str) -> SurrogateMap:
        """Parse a map that ``payload`` wrote; raise ``ValueError`` for any other text."""
        digest, days, rows, choices = json.loads(payload)
        made = cls(tuple(PlacedSurrogate(*row) for row in rows), choices, days, digest)
        strings = (digest, *choices, *choices.values(), *(text for row in rows for text in row[1:]))
        numbers = (days, *(item.start for item in made.items))
        if not all(isinstance(value, str) for value in strings) or not all(
            isinstance(value, int) for value in numbers
        ):
            raise ValueError("no surrogates")
        return made

    def bearers(self) -> Iterator[tuple[str, str]]:
        """Yield each surrogate, folded, with the fingerprint of its only original."""
        for original, surrogate in self.choices.items():
            if not original.startswith(FREE):
                yield fold(surrogate), original

    def fits(self, text: str) -> bool:
        """Return True if the text is unchanged since it was written."""
        return self.digest == _digest(text)

    def locate(self, text: str, name: str, *, whole: bool = False) -> list[PlacedSurrogate]:
        """Return the surrogates with their places in a text.

        With ``whole``, no surrogate may be missing. Raise ``Incomplete`` if the text was edited so
        that the places are ambiguous.
        """
        if self.fits(text):
            return list(self.items)
        found = _locate_in_edited(text, self.items)
        if found is None:
            raise Incomplete(
                "the text was edited after it was filtered, and it is ambiguous which surrogates "
                "are missing",
                where=name,
                hint=_HINT,
            )
        for missing in _missing(self.items, found) if whole else ():
            raise Incomplete(
                "a surrogate was edited here, or removed, since the text was filtered",
                where=_place_of_missing(text, name, missing),
                hint=_HINT,
            )
        for at in _unexplained(text, found, self._names()):
            raise Incomplete(
                "a name that is a surrogate of this text was written here after the text was "
                "filtered; it may be the name of a real person",
                where=Places(text).named(name, at),
                hint="Write the real name or another name here, and filter the text again.",
            )
        return found

    def tagged(self, text: str, name: str, *, whole: bool = False) -> str:
        """Return the text with tags in place of surrogates, as :meth:`locate` finds them."""
        return replace_with_tags(text, self.locate(text, name, whole=whole)).text

    def shown(self, text: str, name: str) -> Iterator[tuple[str, str]]:
        """Yield each tag with the surrogate in its place, in the order of the text."""
        yield from ((item.tag, item.text) for item in self.locate(text, name))

    def _names(self) -> set[str]:
        """Return the surrogates in the text that belong to one original only, folded."""
        in_text = "\n".join({fold(item.text) for item in self.items})
        return {name for name, _ in self.bearers() if len(name) > 1 and name in in_text}


def replace_with_tags(text: str, items: Sequence[PlacedSurrogate]) -> RewrittenText:
    """Return the text with tags in place of these surrogates."""
    return apply_edits(text, [Replacement(item.start, item.end, item.tag) for item in items])


def _locate_in_edited(text: str, items: Sequence[PlacedSurrogate]) -> list[PlacedSurrogate] | None:
    """Return surrogates and copies of them with their places in an edited text, in order.

    If the search from the start of the text and the search from its end disagree, lines were moved.
    A surrogate is then accepted wherever one of its neighbours is unchanged. Return None if a
    surrogate is missing in such a text, or if its tag depends on the order.
    """
    places = _Places(text, items)
    forth = list(_each(items, places.after, 0, forth=True))
    back = list(_each(items[::-1], places.before, len(text), forth=False))[::-1]
    is_moved = forth != back
    found: dict[int, PlacedSurrogate] = {}
    if not is_moved:
        found = {
            at: replace(item, start=at) for item, at in zip(items, forth, strict=True) if at >= 0
        }
    tags = defaultdict[str, set[str]](set)
    for item in items:
        tags[item.text].add(item.tag)
    if is_moved and any(len(own) > 1 for own in tags.values()):
        return None
    for item in items:
        for at in places.all(item) if len(tags[item.text]) == 1 else ():
            found.setdefault(at, replace(item, start=at))
    located = list(_disjoint(found[at] for at in sorted(found)))
    return None if is_moved and _missing(items, located) else located


def _disjoint(items: Iterable[PlacedSurrogate]) -> Iterator[PlacedSurrogate]:
    """Yield the items that do not overlap an earlier one."""
    done = 0
    for item in items:
        if item.start >= done:
            yield item
            done = item.end


def _missing(
    items: Sequence[PlacedSurrogate], found: Sequence[PlacedSurrogate]
) -> list[PlacedSurrogate]:
    """Return the surrogates that occur less often among ``found`` than among ``items``."""
    left = Counter(item.text for item in found)
    unchanged = {(item.text, item.before, item.after) for item in found}
    missing: list[PlacedSurrogate] = []
    for item in sorted(
        items, key=lambda item: (item.text, item.before, item.after) not in unchanged
    ):
        left[item.text] -= 1
        if left[item.text] < 0:
            missing.append(item)
    return missing


def _place_of_missing(text: str, name: str, missing: PlacedSurrogate) -> str:
    """Return the place where a missing surrogate was, by the text before it; else ``name``."""
    for at in range(len(text) + 1):
        if _check(text[max(0, at - _REACH) : at]) == missing.before:
            return Places(text).named(name, at)
    return name


def _unexplained(text: str, found: Sequence[PlacedSurrogate], names: Iterable[str]) -> list[int]:
    """Return in order the offsets of ``names`` outside of the surrogates in ``found``."""
    folded = text.casefold()
    if len(folded) != len(text):
        folded = text.lower() if len(text.lower()) == len(text) else text
    starts = [item.start for item in found]
    places: list[int] = []
    for name in names:
        at = folded.find(name)
        while at >= 0:
            last = bisect_right(starts, at) - 1
            if (last < 0 or found[last].end <= at) and _is_word(folded, at, at + len(name)):
                places.append(at)
            at = folded.find(name, at + 1)
    return sorted(places)


def _is_word(text: str, start: int, end: int) -> bool:
    return not (text[max(0, start - 1) : start].isalnum() or text[end : end + 1].isalnum())


def _each(
    items: Iterable[PlacedSurrogate],
    nearest: Callable[[PlacedSurrogate, int], int],
    edge: int,
    *,
    forth: bool,
) -> Iterator[int]:
    """Yield the place of each surrogate beyond that of the previous one; -1 for a missing one."""
    for item in items:
        at = nearest(item, edge)
        yield at
        if at >= 0:
            edge = at + len(item.text) if forth else at


class _Places:
    """The places in a text where surrogates have the same neighbours, or at least one of them."""

    def __init__(self, text: str, items: Iterable[PlacedSurrogate]) -> None:
        self._both = defaultdict[tuple[str, str, str], list[int]](list)
        self._one = defaultdict[tuple[str, str, bool], list[int]](list)
        by_first_word = defaultdict[str, set[tuple[int, str]]](set)
        for surrogate in {item.text for item in items}:
            if first := TOKEN.search(surrogate):
                by_first_word[first[0]].add((first.start(), surrogate))
        for token in TOKEN.finditer(text):
            for inside, surrogate in by_first_word.get(token[0], ()):
                at = token.start() - inside
                if at >= 0 and text.startswith(surrogate, at):
                    before, after = _around(text, at, at + len(surrogate))
                    self._both[surrogate, before, after].append(at)
                    self._one[surrogate, before, False].append(at)
                    self._one[surrogate, after, True].append(at)

    def after(self, item: PlacedSurrogate, edge: int) -> int:
        """Return the first place at or after an edge; -1 if there is none."""
        found = [
            places[at]
            for places in self._of(item)
            if (at := bisect_left(places, edge)) < len(places)
        ]
        return min(found, default=-1)

    def before(self, item: PlacedSurrogate, edge: int) -> int:
        """Return the last place that ends before an edge; -1 if there is none."""
        last = edge - len(item.text)
        found = [
            places[at - 1] for places in self._of(item) if (at := bisect_right(places, last)) > 0
        ]
        return max(found, default=-1)

    def all(self, item: PlacedSurrogate) -> Iterator[int]:
        """Yield every place at which a surrogate has at least one of its neighbours."""
        yield from self._one.get((item.text, item.before, False), ())
        yield from self._one.get((item.text, item.after, True), ())

    def _of(self, item: PlacedSurrogate) -> Iterator[Sequence[int]]:
        """Yield the lists of places with both neighbours; without any, those with one neighbour."""
        both = self._both.get((item.text, item.before, item.after))
        if both:
            yield both
            return
        yield self._one.get((item.text, item.before, False), ())
        yield self._one.get((item.text, item.after, True), ())


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    return _check(text[max(0, start - _REACH) : start]), _check(text[end : end + _REACH])


def _check(text: str) -> str:
    return f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
