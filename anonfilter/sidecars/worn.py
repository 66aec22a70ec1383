"""The surrogates of a filtered text: invented names that stand in it where its tags would.

A text with surrogates is a text with tags, of which some are *worn* under a surrogate. Taking these
off gives the text with tags, which all else (the filter, `check`, `restore`) works on. In the text
as it was written they stand where it says. In one that was edited since, each is found again
between its neighbours, also where a line was copied or moved. The text is refused if it is
ambiguous which surrogate is gone, or if one stands where none was written: it may be anybody's.
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
"""Before the fingerprint of an original that may have the surrogate of another, as an initial."""

_REACH = 16
_HINT = "Restore the text as it was filtered (git has it), or filter the original again."


@hide_values
@dataclass(frozen=True, slots=True)
class Item:
    """A surrogate where it stands in the decoded file, the tag that it is for, and checksums of
    what is beside it."""

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
class Worn:
    """The surrogates of a document, in the order of the file.

    ``choices`` has the surrogate of each original, by a keyed fingerprint of that, so that a later
    run makes the same; ``days`` is what dates were shifted by; ``digest`` is that of the text.
    """

    items: tuple[Item, ...] = ()
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
    ) -> Worn:
        """Return the surrogates of this text, from their places, texts and tags."""
        items = (
            Item(start, worn, tag, *_around(text, start, start + len(worn)))
            for start, worn, tag in placed
        )
        return cls(tuple(items), dict(sorted(choices.items())), days, _digest(text))

    def payload(self) -> str:
        """Render as one line of ASCII JSON."""
        items = [[one.start, one.text, one.tag, one.before, one.after] for one in self.items]
        return json.dumps([self.digest, self.days, items, self.choices], separators=(",", ":"))

    @classmethod
    def of(cls, payload: str) -> Worn:
        """Parse what ``payload`` wrote; anything else is a ``ValueError``."""
        digest, days, items, choices = json.loads(payload)
        made = cls(tuple(Item(*one) for one in items), choices, days, digest)
        strings = (digest, *choices, *choices.values(), *(two for one in items for two in one[1:]))
        numbers = (days, *(one.start for one in made.items))
        if not all(isinstance(one, str) for one in strings) or not all(
            isinstance(one, int) for one in numbers
        ):
            raise ValueError("no surrogates")
        return made

    def bearers(self) -> Iterator[tuple[str, str]]:
        """Each surrogate, folded, and the fingerprint of its original; not those of several."""
        for original, surrogate in self.choices.items():
            if not original.startswith(FREE):
                yield fold(surrogate), original

    def fits(self, text: str) -> bool:
        """Whether this is the text as it was written."""
        return self.digest == _digest(text)

    def standing(self, text: str, name: str, *, whole: bool = False) -> list[Item]:
        """The surrogates that stand in a text, and where now; ``whole``: none may be gone."""
        if self.fits(text):
            return list(self.items)
        found = _found_again(text, self.items)
        if found is None:
            raise Incomplete(
                "the text was edited since, and it is ambiguous which surrogates are gone",
                where=name, hint=_HINT,
            )  # fmt: skip
        for gone in _gone(self.items, found) if whole else ():
            raise Incomplete(
                "a surrogate was edited here, or is gone, since the text was filtered",
                where=_where_gone(text, name, gone), hint=_HINT,
            )  # fmt: skip
        for at in _unexplained(text, found, self._names()):
            raise Incomplete(
                "a surrogate was written here since the text was filtered; it may be any name",
                where=Places(text).named(name, at),
                hint="Write the real name here, or another one, and filter the text again.",
            )
        return found

    def _names(self) -> set[str]:
        """The surrogates in the text that are nobody else's, folded."""
        standing = "\n".join({fold(one.text) for one in self.items})
        return {name for name, _ in self.bearers() if len(name) > 1 and name in standing}


def taken_off(text: str, items: Sequence[Item]) -> RewrittenText:
    """The text with tags for these surrogates."""
    return apply_edits(text, [Replacement(one.start, one.end, one.tag) for one in items])


def _found_again(text: str, items: Sequence[Item]) -> list[Item] | None:
    """Find surrogates in an edited text, in their order, and copies of them.

    If those found from its beginning are not those found from its end, lines were moved: the places
    count at which a surrogate has a neighbour of its own. None if its tag depends on the order, or
    if one is gone.
    """
    places = _Places(text, items)
    forth = list(_each(items, places.after, 0, forth=True))
    back = list(_each(items[::-1], places.before, len(text), forth=False))[::-1]
    found: dict[int, Item] = {}
    if forth == back:
        found = {
            at: replace(one, start=at) for one, at in zip(items, forth, strict=True) if at >= 0
        }
    tags = defaultdict[str, set[str]](set)
    for one in items:
        tags[one.text].add(one.tag)
    if forth != back and any(len(each) > 1 for each in tags.values()):
        return None
    for one in items:
        for at in places.all(one) if len(tags[one.text]) == 1 else ():
            found.setdefault(at, replace(one, start=at))
    standing = list(_apart(found[at] for at in sorted(found)))
    return None if forth != back and _gone(items, standing) else standing


def _apart(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items that do not overlap an earlier one."""
    done = 0
    for one in items:
        if one.start >= done:
            yield one
            done = one.end


def _gone(items: Sequence[Item], found: Sequence[Item]) -> list[Item]:
    """The surrogates that stand in the text less often than they did."""
    left = Counter(one.text for one in found)
    standing = {(one.text, one.before, one.after) for one in found}
    gone: list[Item] = []
    for one in sorted(items, key=lambda one: (one.text, one.before, one.after) not in standing):
        left[one.text] -= 1
        if left[one.text] < 0:
            gone.append(one)
    return gone


def _where_gone(text: str, name: str, gone: Item) -> str:
    """The place of a surrogate that is gone, by what stood before or behind it."""
    for at in range(len(text) + 1):
        if _check(text[max(0, at - _REACH) : at]) == gone.before:
            return Places(text).named(name, at)
    return name


def _unexplained(text: str, found: Sequence[Item], names: Iterable[str]) -> list[int]:
    """Return where surrogates stand that are not among those found, in the order of the text."""
    folded = text.casefold()
    if len(folded) != len(text):
        folded = text.lower() if len(text.lower()) == len(text) else text
    starts = [one.start for one in found]
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
    items: Iterable[Item], nearest: Callable[[Item, int], int], edge: int, *, forth: bool
) -> Iterator[int]:
    """Yield where each surrogate stands beyond the one before; -1 if it is gone."""
    for one in items:
        at = nearest(one, edge)
        yield at
        if at >= 0:
            edge = at + len(one.text) if forth else at


class _Places:
    """Where surrogates may stand in a text: with the same neighbours, or at least one of them."""

    def __init__(self, text: str, items: Iterable[Item]) -> None:
        self._both = defaultdict[tuple[str, str, str], list[int]](list)
        self._one = defaultdict[tuple[str, str, bool], list[int]](list)
        begun = defaultdict[str, set[tuple[int, str]]](set)
        for worn in {one.text for one in items}:
            if first := TOKEN.search(worn):
                begun[first[0]].add((first.start(), worn))
        for token in TOKEN.finditer(text):
            for inside, worn in begun.get(token[0], ()):
                at = token.start() - inside
                if at >= 0 and text.startswith(worn, at):
                    before, after = _around(text, at, at + len(worn))
                    self._both[worn, before, after].append(at)
                    self._one[worn, before, False].append(at)
                    self._one[worn, after, True].append(at)

    def after(self, item: Item, edge: int) -> int:
        """The first place from an edge on; -1 if there is none."""
        found = [
            places[at]
            for places in self._of(item)
            if (at := bisect_left(places, edge)) < len(places)
        ]
        return min(found, default=-1)

    def before(self, item: Item, edge: int) -> int:
        """The last place up to an edge."""
        last = edge - len(item.text)
        found = [
            places[at - 1] for places in self._of(item) if (at := bisect_right(places, last)) > 0
        ]
        return max(found, default=-1)

    def all(self, item: Item) -> Iterator[int]:
        """Every place at which a surrogate has at least one of its neighbours."""
        yield from self._one.get((item.text, item.before, False), ())
        yield from self._one.get((item.text, item.after, True), ())

    def _of(self, item: Item) -> Iterator[Sequence[int]]:
        """Places with both neighbours, or if there is none, with one."""
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
