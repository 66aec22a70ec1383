"""Apply decisions, one after the other, to the mentions of a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from anonfilter.contract.document import Change, Span
from anonfilter.engine import spans as algebra
from anonfilter_english.resolvers.decisions.decision_changes import Settled, Uncovered, Unmatched
from anonfilter_english.resolvers.decisions.decisions_file import Address, Decision, Place
from anonfilter_english.resolvers.decisions.identity_decisions import (
    IdentityDecisions,
    MentionLookup,
)
from anonfilter_english.resolvers.decisions.mention_table import MentionTable

_EDITED = (
    "the text has changed since the decision, so the names in this place are replaced; "
    "`anonfilter review` asks again"
)
_FOREIGN = "the decisions were made for another text"
_MOVED = "the text has changed since the decision, so the place of the added mention is unknown"
_NO_NAME = (
    "no name begins and ends exactly at this place, so the decision leaves no name in the text"
)
_NO_WORDS = "the place does not begin and end at whole words"


class DecisionExecutor:
    """An executor that applies decisions to the mentions of a document.

    ``people`` are the labels of people; added mentions get the first of them. ``names`` are the
    other labels of names. ``changed``: the text has changed since the decisions were made.
    """

    def __init__(
        self,
        mentions: MentionTable,
        people: Sequence[str],
        names: Collection[str],
        *,
        detector: str,
        changed: bool,
    ) -> None:
        self._mentions = mentions
        self._people = people
        self._names = frozenset((*people, *names))
        self._detector = detector
        self._changed = changed
        self._lookup = MentionLookup(mentions)
        self._identities = IdentityDecisions(self._lookup, people)

    def apply(self, number: int, decision: Decision, *, foreign: bool = False) -> Iterator[Change]:
        """Apply a decision to all mentions that its addresses match, and yield the changes.

        An ``Unmatched`` reports addresses without a match. ``foreign``: the decision is about
        another text. A decision on identities or roles is then not applied, since it could keep a
        name in this text.
        """
        missed = self._lookup.missed
        missed.clear()
        identity = decision.kind in ("merge", "split", "role")
        if foreign and identity:
            missed.append(_FOREIGN)
        else:
            changes = (
                self._identities.apply(decision) if identity else self._apply_to_text(decision)
            )
            for change in changes:
                yield replace(change, reason=f"decision {number}: {change.reason}")
            if decision.kind in ("merge", "split"):
                yield from self._settled(number, decision.addresses)
        for reason in dict.fromkeys(missed):
            message = f"decision {number} ({decision.kind}) no longer matches anything: {reason}"
            yield Unmatched("", message, number=number)

    def _settled(self, number: int, addresses: Iterable[Address]) -> Iterator[Settled]:
        """Yield a change that marks the mentions addressed by place as settled.

        Mentions addressed by a tag are not marked, because other mentions have the same tag.
        """
        named = tuple(
            self._mentions[mention]
            for address in addresses
            if not isinstance(address, str)
            for mention in self._mentions.find(address)
        )
        if named:
            yield Settled(
                "", f"decision {number}: names the person of these mentions", named, named
            )

    def _apply_to_text(self, decision: Decision) -> Iterator[Change]:
        """Apply a decision that adds a mention or leaves one in the text, and yield the changes."""
        if decision.kind == "keep":
            labels = self._people if decision.label is None else (decision.label,)
            for _, numbers in self._named_places(decision.addresses, labels):
                yield self._uncovered(numbers, kept=True)
        elif decision.kind == "not_a_person":
            for place, numbers in self._named_places(decision.addresses, self._names):
                yield self._uncovered(numbers, kept=False)
                if decision.label and not self._mentions.overlapping(place):
                    yield from self._add_mention(place, decision.label, f"is {decision.label}")
        else:
            yield from self._add(decision)

    def _named_places(
        self, addresses: Iterable[Address], labels: Collection[str]
    ) -> Iterator[tuple[Place, list[int]]]:
        """Yield each place that has addressed mentions with these labels, and their numbers.

        Yield nothing if the text has changed. Addresses without such a mention are recorded as
        missed.
        """
        if self._changed:
            shown = (a if isinstance(a, str) else f"[{a[0]}, {a[1]}]" for a in addresses)
            self._lookup.missed.append(f"{', '.join(shown)}: {_EDITED}")
            return
        for address in addresses:
            if isinstance(address, str):
                found = self._lookup.find(address)
            else:
                found = self._mentions.find_exactly(address)
            places: dict[Place, list[int]] = {}
            for number in found:
                span = self._mentions[number]
                if span.label in labels:
                    places.setdefault((span.start, span.end), []).append(number)
            if not places and (found or not isinstance(address, str)):
                self._lookup.missed.append(_NO_NAME)
            yield from places.items()

    def uncover(
        self, stretch: Place, labels: Collection[str] = (), *, kept: bool
    ) -> Iterator[Change]:
        """Leave the names in a stretch of the text unreplaced, and yield the changes.

        Spans with one of these labels are left too. A span that extends beyond the stretch is cut
        at the ends of the stretch.
        """
        names = self._names.union(labels)
        numbers = [
            number
            for number in self._mentions.overlapping(stretch)
            if self._mentions[number].label in names
        ]
        yield from self._clear(stretch, numbers)
        others = sorted(set(labels).difference(self._people))
        excluded = [Span(*stretch, label, self._detector) for label in (self._people[0], *others)]
        yield self._uncovered(numbers, excluded, kept=kept)

    def _uncovered(
        self, numbers: Iterable[int], more: Iterable[Span] = (), *, kept: bool
    ) -> Uncovered:
        """Drop mentions, and return the change that excludes their labels at their places.

        ``more`` are spans that the change excludes too.
        """
        spans = (*(self._mentions[number] for number in numbers), *more)
        for number in numbers:
            self._mentions.drop(number)
        return Uncovered("", "kept" if kept else "no person", spans, excluded=True, kept=kept)

    def _clear(self, stretch: Place, numbers: Iterable[int]) -> Iterator[Change]:
        """Cut mentions that extend beyond a stretch at its ends, and yield the changes."""
        text = self._mentions.document.text
        for number in numbers:
            span = self._mentions[number]
            if stretch[0] <= span.start and span.end <= stretch[1]:
                continue
            pieces = algebra.subtract(span, [stretch], text)
            self._mentions.add(*pieces)
            inner = replace(span, start=max(span.start, stretch[0]), end=min(span.end, stretch[1]))
            self._mentions.replace(number, inner)
            yield Change("", "cut at the place of a decision", (span,), (*pieces, inner))

    def _add(self, decision: Decision) -> Iterator[Change]:
        """Add the mentions of a decision, and yield the changes.

        With `to`, link them to the person whom it addresses.
        """
        people = self._lookup.people([decision.to]) if decision.to else []
        label = decision.label or self._people[0]
        reason = f"is {decision.label}" if decision.label else "is a mention"
        for place in decision.add or ():
            if self._changed:
                self._lookup.missed.append(_MOVED)
                continue
            known = self._mentions.find_exactly(place)
            span = self._mentions[known[0]] if known else None
            stretch = (span.start, span.end) if span else self._mentions.words_at(place)
            if stretch is None:
                self._lookup.missed.append(_NO_WORDS)
                continue
            yield from self._add_mention(stretch, label, reason)
            if len(people) == 1:
                added = map(self._mentions.person_of, self._mentions.overlapping(stretch))
                yield from self._identities.join([*people, *added], "a mention of a known person")

    def _add_mention(self, stretch: Place, label: str, reason: str) -> Iterator[Change]:
        """Replace the mentions in a stretch by one new mention, and yield the changes.

        Do nothing if there is a mention with this label in exactly this place.
        """
        numbers = self._mentions.overlapping(stretch)
        known = (self._mentions[number] for number in numbers)
        if any((span.start, span.end, span.label) == (*stretch, label) for span in known):
            return
        yield from self._clear(stretch, numbers)
        replaced = tuple(self._mentions[number] for number in numbers)
        for number in numbers:
            self._mentions.drop(number)
        entity = self._mentions.new_entity() if label in self._people else ""
        span = Span(*stretch, label, self._detector, rule="decision", entity=entity)
        self._mentions.add(span)
        yield Change("", reason, replaced, (span,))
