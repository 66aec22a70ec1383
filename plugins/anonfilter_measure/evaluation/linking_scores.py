"""Score the linking of people separately from their detection.

The resolvers that link (see ``Linking``) run on the gold's own mentions of people instead of
detected mentions. The baseline links equal surnames. Mentions in no cluster do not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from anonfilter_english.knowledge.word_lists import terms

from anonfilter.contract.document import Document, Source, Span
from anonfilter.contract.plugin import Resolver
from anonfilter.engine import offline
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError
from anonfilter.reports.tables import Section, Sheet
from anonfilter.rules.find import display
from anonfilter.text.words import fold
from anonfilter_measure.evaluation.cluster_scores import (
    F1_COLUMNS,
    KeyAndResponse,
    Scores,
    as_data,
    clusters_of,
    f1_cells,
    false_links,
    gold_clusters,
    grouped,
    scores,
)
from anonfilter_measure.evaluation.filtered_gold import FilteredGold, FoundMention
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.gold_matching import paired

PEOPLE = "PERSON"

Linkers = Sequence[Resolver]
Annotated = Mapping[str, frozenset[str]]

_WORD = re.compile(r"[^\W_]+(?:['.\-][^\W_]+)*")
# Words that may follow a surname.
_AFTER = terms("names", "generations") | {"esq"}


@runtime_checkable
class Linking(Resolver, Protocol):
    """A resolver that sets ``Span.entity`` only; `anonfilter eval --linking` measures it."""

    def kinds_of_evidence(self) -> Sequence[str]:
        """Return the kinds of evidence that the resolver uses."""

    def without(self, kind: str) -> Resolver:
        """Return the same resolver without one kind of evidence."""


def linkers_of(engine: Engine) -> list[Linking]:
    """Return the rules' resolvers that link people, in their order."""
    resolvers: Iterable[object] = engine.tools.resolvers.values()
    found = [resolver for resolver in resolvers if isinstance(resolver, Linking)]
    if not found:
        raise AnonfilterError(
            "no resolver of the rules links people",
            where=display(engine.ruleset.origin),
            hint="Add `use: link-people` to the resolvers.",
        )
    return found


def without_each(linkers: Sequence[Linking]) -> Mapping[str, Linkers]:
    """Return the linkers without each kind of evidence in turn, by the kind left out."""
    kinds = dict.fromkeys(kind for one in linkers for kind in one.kinds_of_evidence())
    return {
        kind: [one.without(kind) if kind in one.kinds_of_evidence() else one for one in linkers]
        for kind in kinds
    }


def has_people(gold: GoldDocument) -> bool:
    """Return True if the gold has clusters of people."""
    return any(map(_is_linked_person, gold.mentions))


def _is_linked_person(mention: GoldMention) -> bool:
    return bool(mention.cluster) and mention.certain and mention.label == PEOPLE


@dataclass(frozen=True, slots=True)
class GoldPeople:
    """A document with the gold's mentions of people, which are linked without detection.

    ``mentions`` maps places in the document to numbers of mentions in the gold.
    """

    gold: GoldDocument
    document: Document
    mentions: Mapping[tuple[int, int], int]

    @classmethod
    def of(cls, engine: Engine, gold: GoldDocument) -> GoldPeople:
        document = engine.read(Source("gold.txt", gold.text))
        place = document.origin.offset
        mentions = {
            (place(mention.start), place(mention.end)): number
            for number, mention in enumerate(gold.mentions)
            if _is_linked_person(mention)
        }
        return cls(gold, document, mentions)

    def linked(self, engine: Engine, linkers: Linkers) -> KeyAndResponse:
        """Return the gold's clusters, and the linkers' clusters of the same mentions."""
        spans = [Span(start, end, PEOPLE, "gold") for start, end in self.mentions]
        with offline.enforced(allow=engine.uses_network):
            for linker in linkers:
                spans, _ = linker.resolve(self.document, spans)
        return self._compared((self.mentions[one.start, one.end], one.entity) for one in spans)

    def by_surname(self) -> KeyAndResponse:
        """Return the gold's clusters, and the same mentions grouped by surname."""
        mentions = self.gold.mentions
        return self._compared(
            (number, surname(self.gold.text[mentions[number].start : mentions[number].end]))
            for number in self.mentions.values()
        )

    def _compared(self, entities: Iterable[tuple[int, str]]) -> KeyAndResponse:
        return gold_clusters(self.gold, _is_linked_person), grouped(entities)


def surname(name: str) -> str:
    """Return the last word of a name, without "Jr." and the like."""
    words = [word.removesuffix("'s") for word in _WORD.findall(fold(name))]
    while len(words) > 1 and words[-1] in _AFTER:
        words.pop()
    return words[-1] if words else ""


def found_linked(filtered: FilteredGold, annotated: frozenset[str]) -> KeyAndResponse:
    """Return the gold's clusters of people, and the found people grouped by entity."""
    return _found_people(filtered, annotated, lambda found: found.entity)


def found_by_tag(filtered: FilteredGold, annotated: frozenset[str]) -> KeyAndResponse:
    """Return the gold's clusters of people, and the found people grouped by their tags."""
    return _found_people(filtered, annotated, lambda found: found.tag)


def found_by_surname(filtered: FilteredGold, annotated: frozenset[str]) -> KeyAndResponse:
    """Return the gold's clusters of people, and the found people grouped by surname."""
    text = filtered.gold.text
    return _found_people(filtered, annotated, lambda found: surname(text[found.start : found.end]))


def found_as_marked(filtered: FilteredGold, annotated: frozenset[str]) -> KeyAndResponse:
    """Return the gold's clusters of people, and the found people as the gold links them.

    Their score is the upper bound of linking: what it lacks was lost in detection.
    """
    marked = {
        (found.start, found.end): mention.cluster
        for mention, found in paired(filtered)
        if _is_linked_person(mention)
    }

    def entity_of(found: FoundMention) -> str:
        cluster = marked.get((found.start, found.end))
        return f"gold {cluster}" if cluster else f"found {found.entity}"

    return _found_people(filtered, annotated, entity_of)


def _found_people(
    filtered: FilteredGold, annotated: frozenset[str], entity_of: Callable[[FoundMention], str]
) -> KeyAndResponse:
    """Return the gold's clusters of people, and the found people grouped by ``entity_of``.

    People who are in no cluster of the gold become uncertain mentions.
    """
    mentions = tuple(
        replace(one, certain=False) if one.label == PEOPLE and not one.cluster else one
        for one in filtered.gold.mentions
    )
    known = replace(filtered, gold=replace(filtered.gold, mentions=mentions))
    return clusters_of(known, annotated, lambda label: label == PEOPLE, entity_of)


def section(engine: Engine, results: Iterable[FilteredGold], annotated: Annotated) -> Section:
    """Compare the rules with the baseline, on the gold's mentions and on the found mentions.

    The found mentions are also scored with the links of the gold, which is the upper bound.
    """
    with_people = [one for one in results if has_people(one.gold)]
    linkers = linkers_of(engine)
    given = [GoldPeople.of(engine, one.gold) for one in with_people]

    def end_to_end(how: Callable[[FilteredGold, frozenset[str]], KeyAndResponse]) -> Scores:
        return scores([how(one, annotated[one.gold.file]) for one in with_people])

    measured = {
        "gold_mentions": {
            "rules": scores([one.linked(engine, linkers) for one in given]),
            "equal_surnames": scores([one.by_surname() for one in given]),
        },
        "end_to_end": {
            "rules": end_to_end(found_linked),
            "equal_surnames": end_to_end(found_by_surname),
            "gold": end_to_end(found_as_marked),
        },
    }
    sheet = Sheet(
        f"linking of people, in {len(given):,} documents: F1",
        ("mentions", "linked by", *F1_COLUMNS),
        tuple(
            (mentions.replace("_", " "), linker.replace("_", " "), *f1_cells(found))
            for mentions, rows in measured.items()
            for linker, found in rows.items()
        ),
        texts=2,
    )
    data = {
        mentions: {linker: as_data(found) for linker, found in rows.items()}
        for mentions, rows in measured.items()
    }
    return Section("linking", {"documents": len(given), **data}, sheet)


def tags(results: Iterable[FilteredGold], annotated: Annotated) -> Section:
    """Score the linking of the found people by tag, which readers of the output see, and by entity.

    A found cluster with mentions of n people counts as n-1 false merges; a person in n found
    clusters counts as n-1 false splits.
    """
    with_people = [one for one in results if has_people(one.gold)]
    rows: dict[str, tuple[Scores, int, int]] = {}
    for name, how in {"tag": found_by_tag, "identity": found_linked}.items():
        compared = [how(one, annotated[one.gold.file]) for one in with_people]
        rows[name] = scores(compared), *false_links(compared)
    sheet = Sheet(
        f"people by what comes out, in {len(with_people):,} documents: F1",
        ("the same", *F1_COLUMNS, "false merges", "false splits"),
        tuple(
            (name, *f1_cells(found), f"{merges:,}", f"{splits:,}")
            for name, (found, merges, splits) in rows.items()
        ),
    )
    data = {
        name: {**as_data(found), "false_merges": merges, "false_splits": splits}
        for name, (found, merges, splits) in rows.items()
    }
    return Section("linking_tags", data, sheet)


def ablation(engine: Engine, documents: Iterable[GoldDocument]) -> Section:
    """Score the linkers without each kind of evidence, on the gold's mentions."""
    given = [GoldPeople.of(engine, gold) for gold in documents if has_people(gold)]
    whole = linkers_of(engine)
    versions: dict[str, Linkers] = {"all": whole}
    versions |= {f"without {kind}": linkers for kind, linkers in without_each(whole).items()}
    rows = {
        name: scores([one.linked(engine, linkers) for one in given])
        for name, linkers in versions.items()
    }
    sheet = Sheet(
        "linking of people without each kind of evidence, on the gold's mentions: F1",
        ("evidence", *F1_COLUMNS),
        tuple((name, *f1_cells(found)) for name, found in rows.items()),
    )
    return Section("linking_ablate", {name: as_data(found) for name, found in rows.items()}, sheet)
