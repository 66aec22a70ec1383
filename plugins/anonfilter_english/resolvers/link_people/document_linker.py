"""Give each mention of a person, organisation or place in a document an identity."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from anonfilter.contract.document import Change, Document, Doubt, Span
from anonfilter.contract.numbering import OF_RECORD, PERSON
from anonfilter.engine import spans as algebra
from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.person_names import read_name
from anonfilter_english.resolvers.link_people.canonical_names import FullParts, canonical_form
from anonfilter_english.resolvers.link_people.mentions import Link, PersonMention

if TYPE_CHECKING:
    from anonfilter_english.resolvers.link_people.link_people import LinkPeople
    from anonfilter_english.resolvers.link_people.linker import RecordLinker

_BEFORE = 40
_REPEATED = re.compile(r"\b(\w+)(?: \1)+\b")  # the canonical form of a stutter


class DocumentLinker:
    """A linker of all mentions of a document; ``on`` has the kinds of evidence that it uses."""

    def __init__(self, config: LinkPeople.Config, on: frozenset[Evidence]) -> None:
        self._config = config
        self._on = on

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        """Return the spans with their identities, and the changes."""
        ordered = algebra.order(spans)
        changes = dict(self._people(document, ordered))
        organizations, places = self._config.organizations, self._config.places
        if any(span.label in (*organizations, *places) for span in ordered):
            from anonfilter_english.resolvers.link_people.organisations_and_places import BodyLinker

            linker = BodyLinker(organizations, places)
            changes |= {
                before: Change("", reason, (before,), (after,))
                for before, after, reason in linker.linked(document, ordered)
            }
        result = [changes[span].after[0] if span in changes else span for span in spans]
        return result, list(changes.values())

    def _people(self, document: Document, ordered: Sequence[Span]) -> Iterator[tuple[Span, Change]]:
        """Yield each mention of a person, with the change that gives it an identity."""
        spelled = self._config.spelled if Evidence.SPELLED in self._on else ()
        people = [
            span
            for span in ordered
            if span.label in self._config.people or (span.label in spelled and span.canonical)
        ]
        mentions = [self._named(document, span) for span in people]
        linked = self._by_record(document, mentions)
        has_records = bool(document.fields) and document.fields[-1].record > 0
        prefix = OF_RECORD if has_records else PERSON
        numbers: dict[tuple[int, int], str] = {}  # by record and entity, in order of first mention
        names = defaultdict(list)
        for mention, (record, link) in zip(mentions, linked, strict=True):
            numbers.setdefault((record, link.entity), f"{prefix}{len(numbers) + 1}")
            names[record, link.entity].append(mention.name)
        full = {person: FullParts.of(own, self._on) for person, own in names.items()}
        for span, mention, (record, link) in zip(people, mentions, linked, strict=True):
            person = record, link.entity
            doubts = (Doubt.IDENTITY,) if link.others else ()
            after = replace(span, entity=numbers[person], doubts=doubts)
            if span.label in self._config.people and not span.canonical:
                written = document.prose[span.start : span.end]
                form = canonical_form(written, mention.name, full[person], self._on)
                after = replace(after, canonical=form)
            if not link.others:
                yield span, Change("", link.reason, (span,), (after,))
                continue
            from anonfilter_english.resolvers.link_people.clusters import Uncertain

            others = tuple(
                numbers[record, entity] for entity in link.others if (record, entity) in numbers
            )
            yield span, Uncertain("", link.reason, (span,), (after,), others=others)

    def _named(self, document: Document, span: Span) -> PersonMention:
        """Return the mention in a span, with its name read from the canonical form or the text."""
        text = document.prose
        before = text[max(0, span.start - _BEFORE) : span.start]
        surface = _REPEATED.sub(r"\1", span.canonical) or text[span.start : span.end]
        name = read_name(surface, before, ordered=Evidence.ORDER in self._on)
        return PersonMention(span.start, span.end, name, span.label in self._config.spelled)

    def _by_record(
        self, document: Document, mentions: Sequence[PersonMention]
    ) -> list[tuple[int, Link]]:
        """Return the record of each mention, and its link to an entity of that record."""
        records = defaultdict[int, list[int]](list)
        for at, mention in enumerate(mentions):
            records[document.record(mention.start)].append(at)
        linker: RecordLinker | None = None
        if any(len(members) > 1 for members in records.values()):
            # Imported here because many documents have one name.
            from anonfilter_english.resolvers.link_people.linker import RecordLinker

            linker = RecordLinker(document, self._on, apart=self._config.open == "apart")
        found: dict[int, tuple[int, Link]] = {}
        for record, members in records.items():
            own = [mentions[at] for at in members]
            linked = linker.link(own) if linker and len(own) > 1 else [Link.alone(own[0])]
            found |= {at: (record, link) for at, link in zip(members, linked, strict=True)}
        return [found[at] for at in range(len(mentions))]
