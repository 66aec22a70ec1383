"""Link the mentions of a document to people, organisations and places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from anonfilter.contract.document import Change, Document, Doubt, Span
from anonfilter.contract.numbering import OF_RECORD, PERSON
from anonfilter.engine import spans as algebra
from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.person_names import read_name
from anonfilter_english.resolvers.link_people.canonical import Heads, canonical
from anonfilter_english.resolvers.link_people.mentions import Linked, Named

if TYPE_CHECKING:
    from anonfilter_english.resolvers.link_people.record_linker import RecordLinker

_RESOLVER = "link-people"
_BEFORE = 40


class DocumentLinker:
    """A linker of mentions by the kinds of evidence in ``on``.

    ``people`` and ``spelled`` are the labels of names and of names that are spelled out. With
    ``apart``, a name that may belong to several people is a person of its own.
    """

    def __init__(
        self, people: Sequence[str], spelled: Sequence[str], on: frozenset[Evidence], *, apart: bool
    ) -> None:
        self._labels = people
        self._spelled = spelled
        self._on = on
        self._apart = apart

    def resolve(
        self,
        document: Document,
        spans: Sequence[Span],
        organizations: Sequence[str],
        places: Sequence[str],
    ) -> tuple[list[Span], list[Change]]:
        """Return the spans with their identities, and the changes."""
        ordered = algebra.order(spans)
        changes = dict(self._people(document, ordered))
        if any(span.label in (*organizations, *places) for span in ordered):
            from anonfilter_english.resolvers.link_people.bodies import Bodies

            changes |= {
                before: Change(_RESOLVER, reason, (before,), (after,))
                for before, after, reason in Bodies(organizations, places).linked(document, ordered)
            }
        result = [changes[span].after[0] if span in changes else span for span in spans]
        return result, list(changes.values())

    def _people(self, document: Document, ordered: Sequence[Span]) -> Iterator[tuple[Span, Change]]:
        labels = [*self._labels, *(self._spelled if Evidence.SPELLED in self._on else ())]
        people = [
            span
            for span in ordered
            if span.label in labels and (span.canonical or span.label in self._labels)
        ]
        mentions = [self._named(document, span) for span in people]
        linked = self._by_record(document, mentions)
        has_records = bool(document.fields) and document.fields[-1].record > 0
        prefix = OF_RECORD if has_records else PERSON
        entities = dict.fromkeys(link.entity for link in linked)  # in order of first mention
        names = {entity: f"{prefix}{at}" for at, entity in enumerate(entities, start=1)}
        heads = self._heads(mentions, linked)
        for span, mention, link in zip(people, mentions, linked, strict=True):
            doubts = (Doubt.IDENTITY,) if link.others else ()
            after = replace(span, entity=names[link.entity], doubts=doubts)
            if span.label in self._labels:
                written = document.prose[span.start : span.end]
                form = canonical(written, mention.name, heads[link.entity], self._on)
                if form and not span.canonical:
                    after = replace(after, canonical=form)
            if not link.others:
                yield span, Change(_RESOLVER, link.reason, (span,), (after,))
                continue
            from anonfilter_english.resolvers.link_people.clusters import Uncertain

            others = tuple(names[entity] for entity in link.others if entity in names)
            yield span, Uncertain(_RESOLVER, link.reason, (span,), (after,), others=others)

    def _named(self, document: Document, span: Span) -> Named:
        """Return a mention with its name, as an earlier resolver or the text writes it."""
        text = document.prose
        before = text[max(0, span.start - _BEFORE) : span.start]
        surface = span.canonical or text[span.start : span.end]
        name = read_name(surface, before, ordered=self._orders)
        return Named(span.start, span.end, name, span.label in self._spelled)

    @property
    def _orders(self) -> bool:
        return Evidence.ORDER in self._on

    def _by_record(self, document: Document, mentions: Sequence[Named]) -> list[Linked]:
        """Return the person of each mention. A person is in one record only."""
        records = defaultdict[int, list[int]](list)
        for at, mention in enumerate(mentions):
            records[document.record(mention.start)].append(at)
        linker: RecordLinker | None = None
        if any(len(members) > 1 for members in records.values()):
            # Imported here because many documents have one name.
            from anonfilter_english.resolvers.link_people.record_linker import RecordLinker

            linker = RecordLinker(document, self._on, apart=self._apart)
        found: dict[int, Linked] = {}
        known = 0
        for members in records.values():
            own = [mentions[at] for at in members]
            linked = linker.link(own) if linker and len(own) > 1 else [Linked.alone(own[0])]
            found |= zip(members, (link.shifted(known) for link in linked), strict=True)
            known += 1 + max(link.highest for link in linked)
        return [found[at] for at in range(len(mentions))]

    def _heads(self, mentions: Sequence[Named], linked: Sequence[Linked]) -> dict[int, Heads]:
        names = defaultdict(list)
        for mention, link in zip(mentions, linked, strict=True):
            names[link.entity].append(mention.name)
        return {entity: Heads.of(own, self._on) for entity, own in names.items()}
