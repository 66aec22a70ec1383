"""Carrying out decisions, one after the other, on the mentions of a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from anonfilter.contract.document import Change, Span
from anonfilter.engine import spans as algebra
from anonfilter_english.knowledge.people.role_phrases import proper
from anonfilter_english.resolvers.decisions.changes import Settled, Uncovered, Unmatched
from anonfilter_english.resolvers.decisions.decisions_file import Address, Decision, Place
from anonfilter_english.resolvers.decisions.standing import Person, Standing
from anonfilter_english.resolvers.decisions.writing import canonical_forms

GONE = "there is no mention there"
SEVERAL = "the tag stands for several people"
EDITED = "the text has changed since, so nothing is uncovered (`anonfilter review` decides anew)"
FOREIGN = "the text is not the one that they were made for, so none of them holds"
MOVED = "the text has changed since, so its place is unknown"
NO_NAME = "no mention of them begins and ends just there, so nothing is uncovered"
NO_WORDS = "no whole words stand there"


class CarryingOut:
    """``people`` are the labels of people, the first of them that of added mentions; ``names``
    are those of all that has a name."""

    def __init__(
        self,
        standing: Standing,
        people: Sequence[str],
        names: Collection[str],
        *,
        detector: str,
        changed: bool,
    ) -> None:
        self._standing = standing
        self._people = people
        self._names = frozenset((*people, *names))
        self._detector = detector
        self._changed = changed

    def __call__(
        self, number: int, decision: Decision, *, foreign: bool = False
    ) -> Iterator[Change]:
        """Do it; what does not match any more is told, the rest of it is done.

        ``foreign``: the decision is about another text than this one. There, one that says who is
        who or in which role could keep a name in the text, so it is left out.
        """
        missed: list[str] = []
        does = getattr(self, f"_{decision.kind}")
        if foreign and decision.kind in ("merge", "split", "role"):
            told = f"decision {number} ({decision.kind}) no longer matches anything: {FOREIGN}"
            yield Unmatched("", told, number=number)
            return
        yield from (
            replace(change, reason=f"decision {number}: {change.reason}")
            for change in does(decision, missed)
        )
        if decision.kind in ("merge", "split"):
            named = self._named(decision.addresses)
            if named:
                yield Settled("", f"decision {number}: says whose they are", named, named)
        for why in dict.fromkeys(missed):
            told = f"decision {number} ({decision.kind}) no longer matches anything: {why}"
            yield Unmatched("", told, number=number)

    def _named(self, addresses: Iterable[Address]) -> tuple[Span, ...]:
        """The mentions that are named by their places, not by a tag that others have too."""
        return tuple(
            self._standing[number]
            for address in addresses
            if not isinstance(address, str)
            for number in self._standing.find(address)
        )

    # who is who

    def _merge(self, decision: Decision, missed: list[str]) -> Iterator[Change]:
        people = self._those(decision.addresses, missed)
        if len(people) > 1:
            yield from self._one_person(people, "they are one")

    def _split(self, decision: Decision, missed: list[str]) -> Iterator[Change]:
        mentions: dict[int, None] = {}
        for address in decision.addresses:
            found = self._standing.find(address)
            mentions |= dict.fromkeys(found)
            if not found:
                missed.append(GONE)
        people = {self._standing.person(number) for number in mentions}
        if not mentions or (len(people) == 1 and len(self._standing.mentions_of(people)) == len(
            mentions
        )):  # fmt: skip
            return
        first = self._standing[min(mentions)]
        other = self._standing.new_entity(first.entity)
        yield from self._said(mentions, "another person", entity=other, canonical="")

    def _role(self, decision: Decision, missed: list[str]) -> Iterator[Change]:
        people = self._those(decision.addresses, missed)
        mentions = self._standing.mentions_of(people)
        role = proper(decision.role or "")
        yield from self._said(mentions, f"is {role}", category=role)

    def _one_person(self, people: Iterable[Person], reason: str) -> Iterator[Change]:
        mentions = self._standing.mentions_of(people)
        known = [self._standing[number] for number in mentions]
        entity = next(filter(None, (span.entity for span in known)), "")
        role = next(filter(None, (span.category for span in known)), "")
        yield from self._said(
            mentions, reason, entity=entity or self._standing.new_entity(), category=role
        )

    def _said(self, mentions: Iterable[int], reason: str, **fields: str) -> Iterator[Change]:
        """Change what is known of mentions, and how those are written whose person it is."""
        mentions = list(mentions)
        before = tuple(self._standing[number] for number in mentions)
        self._standing.set(mentions, **fields)
        self._write_anew(number for number in mentions if self._names_somebody(number))
        after = tuple(self._standing[number] for number in mentions)
        if before != after:
            yield Change("", reason, before, after)

    def _names_somebody(self, number: int) -> bool:
        return self._standing[number].label in self._people

    def _write_anew(self, mentions: Iterable[int]) -> None:
        """Which part of the name each part stands for, now that other mentions are theirs."""
        spans = {number: self._standing[number] for number in mentions}
        for number, form in zip(
            spans, canonical_forms(self._standing.document, spans.values()), strict=True
        ):
            self._standing.set((number,), canonical=form)

    def _those(self, addresses: Iterable[Address], missed: list[str]) -> list[Person]:
        """The people who are meant, each once; a tag of several people means none of them."""
        people: dict[Person, None] = {}
        for address in addresses:
            meant = {self._standing.person(number): None for number in self._find(address, missed)}
            people |= meant
        return list(people)

    def _find(self, address: Address, missed: list[str]) -> list[int]:
        found = self._standing.find(address)
        several = len({self._standing.person(number) for number in found}) > 1
        if isinstance(address, str) and several:
            missed.append(SEVERAL)
            return []
        if not found:
            missed.append(GONE)
        return found

    # what is no mention, and what is one

    def _keep(self, decision: Decision, missed: list[str]) -> Iterator[Change]:
        labels = self._people if decision.label is None else (decision.label,)
        for _, numbers in self._mentions(decision.addresses, labels, missed):
            yield self._uncovered(numbers, kept=True)

    def _not_a_person(self, decision: Decision, missed: list[str]) -> Iterator[Change]:
        for stretch, numbers in self._mentions(decision.addresses, self._names, missed):
            yield self._uncovered(numbers, kept=False)
            if decision.label and not self._standing.touching(stretch):
                yield from self._add_mention(stretch, decision.label, f"is {decision.label}")

    def uncover(
        self, stretch: Place, labels: Collection[str] = (), *, kept: bool
    ) -> Iterator[Change]:
        """No name is replaced there, nor what has one of these labels, whatever reaches out of
        it."""
        start, end = stretch
        numbers = [
            number
            for number in self._standing.touching(stretch)
            if self._standing[number].label in self._names.union(labels)
        ]
        yield from self._clear(stretch, numbers)
        inside = [
            replace(span, start=max(span.start, start), end=min(span.end, end))
            for span in (self._standing[number] for number in numbers)
        ]
        others = sorted(set(labels).difference(self._people))
        there = [*inside, *(Span(start, end, one, self._detector)
                            for one in (self._people[0], *others))]  # fmt: skip
        for number in numbers:
            self._standing.drop(number)
        reason = "kept" if kept else "no person"
        yield Uncovered("", reason, tuple(there), excluded=True, kept=kept)

    def _uncovered(self, numbers: Iterable[int], *, kept: bool) -> Uncovered:
        """These mentions, and nothing else that is found there, stay in the text."""
        there = tuple(self._standing[number] for number in numbers)
        for number in numbers:
            self._standing.drop(number)
        return Uncovered("", "kept" if kept else "no person", there, excluded=True, kept=kept)

    def _clear(self, stretch: Place, numbers: Iterable[int]) -> Iterator[Change]:
        """What reaches out of a stretch is cut at its ends; the rest stays where it was."""
        text = self._standing.document.text
        for number in numbers:
            span = self._standing[number]
            if stretch[0] <= span.start and span.end <= stretch[1]:
                continue
            pieces = algebra.subtract(span, [stretch], text)
            self._standing.add(*pieces)
            inner = replace(span, start=max(span.start, stretch[0]), end=min(span.end, stretch[1]))
            self._standing.mentions[number] = inner
            yield Change("", "cut where a decision begins", (span,), (*pieces, inner))

    def _add(self, decision: Decision, missed: list[str]) -> Iterator[Change]:
        whose = self._those([decision.to], missed) if decision.to else []
        for place in decision.add or ():
            stretch = None if self._changed else self._words_at(place)
            if stretch is None:
                missed.append(MOVED if self._changed else NO_WORDS)
                continue
            said = f"is {decision.label}" if decision.label else "is a mention"
            yield from self._add_mention(stretch, decision.label or self._people[0], said)
            added = [self._standing.person(n) for n in self._standing.touching(stretch)]
            if len(whose) == 1:
                yield from self._one_person([*whose, *added], "and is a known person")

    def _words_at(self, place: Place) -> Place | None:
        """Where a mention stands at a place of the file, or else whole words."""
        for number in self._standing.exactly(place):
            return self._standing[number].start, self._standing[number].end
        return self._standing.stretch(place)

    def _add_mention(self, stretch: Place, label: str, reason: str) -> Iterator[Change]:
        """A mention in just this place; what else was there gives way."""
        numbers = self._standing.touching(stretch)
        known = [self._standing[number] for number in numbers]
        if any((one.start, one.end, one.label) == (*stretch, label) for one in known):
            return
        yield from self._clear(stretch, numbers)
        there = tuple(self._standing[number] for number in numbers)
        for number in numbers:
            self._standing.drop(number)
        entity = self._standing.new_entity() if label in self._people else ""
        span = Span(*stretch, label, self._detector, rule="decision", entity=entity)
        self._standing.add(span)
        yield Change("", reason, there, (span,))

    def _mentions(
        self, addresses: Iterable[Address], labels: Collection[str], missed: list[str]
    ) -> Iterator[tuple[Place, list[int]]]:
        """Where mentions with one of these labels stand, each place with its mentions."""
        if self._changed:
            missed.append(f"{', '.join(map(_shown, addresses))}: {EDITED}")
            return
        for address in addresses:
            if isinstance(address, str):
                found = self._find(address, missed)
            else:
                found = self._standing.exactly(address)
            places: dict[Place, list[int]] = {}
            for number in found:
                span = self._standing[number]
                if span.label in labels:
                    places.setdefault((span.start, span.end), []).append(number)
            if not places and (found or not isinstance(address, str)):
                missed.append(NO_NAME)
            yield from places.items()


def _shown(address: Address) -> str:
    return address if isinstance(address, str) else f"[{address[0]}, {address[1]}]"
