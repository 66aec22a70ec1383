"""Evaluate the linking of people separately from their detection.

The resolvers that link (see ``Linking``) run on the gold's own mentions of people instead of
detected ones. The baseline links equal surnames. Mentions in no cluster do not count.
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
from anonfilter.reports.tables import Section, Sheet, share
from anonfilter.rules.find import display
from anonfilter.text.words import fold
from anonfilter_measure.evaluation.clusters import (
    METRICS,
    Clusters,
    Compared,
    Scores,
    clusters_of,
    false_links,
    frozen,
    key_of,
    named,
    scores,
)
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.matching import paired
from anonfilter_measure.evaluation.run import Found, Scored

PEOPLE = "PERSON"

Linkers = Sequence[Resolver]

_WORD = re.compile(r"[^\W_]+(?:['.\-][^\W_]+)*")
# Words that may follow a surname.
_AFTER = terms("names", "generations") | {"esq"}
_KINDS = ("macro", "micro")


@runtime_checkable
class Linking(Resolver, Protocol):
    """A resolver that sets ``Span.entity`` only; `anonfilter eval --linking` measures it."""

    def kinds_of_evidence(self) -> Sequence[str]:
        """Return the kinds of evidence that the resolver uses."""

    def without(self, kind: str) -> Resolver:
        """Return the same resolver without one kind of evidence."""


def is_person(label: str) -> bool:
    return label == PEOPLE


def linkers_of(engine: Engine) -> list[Linking]:
    """Return the rules' resolvers that link people, in their order."""
    resolvers: Iterable[object] = engine.tools.resolvers.values()
    found = [made for made in resolvers if isinstance(made, Linking)]
    if not found:
        raise AnonfilterError(
            "no resolver of the rules links people",
            where=display(engine.ruleset.origin),
            hint="Add `use: link-people` to the resolvers.",
        )
    return found


def without_each(linkers: Sequence[Linking]) -> Mapping[str, Linkers]:
    """Return the linkers without each kind of evidence in turn."""
    kinds = dict.fromkeys(kind for one in linkers for kind in one.kinds_of_evidence())
    return {
        kind: [one.without(kind) if kind in one.kinds_of_evidence() else one for one in linkers]
        for kind in kinds
    }


def has_people(gold: GoldDocument) -> bool:
    """Return True if the gold has clusters of people."""
    return any(map(_judged, gold.mentions))


def _judged(mention: GoldMention) -> bool:
    return bool(mention.cluster) and mention.certain and is_person(mention.label)


def _known(gold: GoldDocument) -> GoldDocument:
    """Mark people who are in no cluster as uncertain mentions."""
    return replace(
        gold,
        mentions=tuple(
            replace(one, certain=False) if is_person(one.label) and not one.cluster else one
            for one in gold.mentions
        ),
    )


@dataclass(frozen=True, slots=True)
class Given:
    """A document with the gold's mentions of people as finds.

    ``mentions`` maps places in the document to numbers of mentions in the gold.
    """

    gold: GoldDocument
    document: Document
    mentions: Mapping[tuple[int, int], int]

    @classmethod
    def of(cls, engine: Engine, gold: GoldDocument) -> Given:
        document = engine.read(Source("gold.txt", gold.text))
        place = document.origin.offset
        mentions = {
            (place(one.start), place(one.end)): at
            for at, one in enumerate(gold.mentions)
            if _judged(one)
        }
        return cls(_known(gold), document, mentions)

    def linked(self, engine: Engine, linkers: Linkers) -> Compared:
        """Return the gold's clusters, and the linkers' clusters of the same mentions."""
        spans = [Span(start, end, PEOPLE, "gold") for start, end in self.mentions]
        with offline.enforced(allow=engine.uses_network):
            for linker in linkers:
                spans, _ = linker.resolve(self.document, spans)
        return self._compared({self.mentions[one.start, one.end]: one.entity for one in spans})

    def by_surname(self) -> Compared:
        """Return the gold's clusters, and the same mentions by surname."""
        return self._compared(
            {
                at: surname(self.gold.text[one.start : one.end])
                for at in self.mentions.values()
                for one in [self.gold.mentions[at]]
            }
        )

    def _compared(self, entities: Mapping[int, str]) -> Compared:
        return frozen(key_of(self.gold, is_person).values()), _grouped(entities)


def _grouped(entities: Mapping[int, str]) -> Clusters:
    """Group mentions by entity; a mention without an entity forms its own group."""
    groups: dict[str, set[int]] = {}
    for at, entity in entities.items():
        groups.setdefault(entity or f"\0{at}", set()).add(at)
    return frozen(groups.values())


def surname(name: str) -> str:
    """Return the last word of a name, without "Jr." and the like."""
    found = [word.removesuffix("'s") for word in _WORD.findall(fold(name))]
    while len(found) > 1 and found[-1] in _AFTER:
        found.pop()
    return found[-1] if found else ""


def found_linked(scored: Scored, annotated: frozenset[str]) -> Compared:
    """Return the gold's clusters of people, and the rules' clusters of their finds."""
    return clusters_of(replace(scored, gold=_known(scored.gold)), annotated, is_person)


def found_by_tag(scored: Scored, annotated: frozenset[str]) -> Compared:
    """Return the gold's clusters of people, and the finds grouped by the tags that come out."""
    known = replace(scored, gold=_known(scored.gold))
    return clusters_of(known, annotated, is_person, lambda found: found.tag)


def found_by_surname(scored: Scored, annotated: frozenset[str]) -> Compared:
    """Return the gold's clusters of people, and the finds grouped by surname."""
    text = scored.gold.text
    return clusters_of(
        replace(scored, gold=_known(scored.gold)),
        annotated,
        is_person,
        lambda found: surname(text[found.start : found.end]),
    )


def found_as_marked(scored: Scored, annotated: frozenset[str]) -> Compared:
    """Return the gold's clusters of people, and the finds as the gold links them.

    This is the upper bound of linking; detection loses the rest.
    """
    known = replace(scored, gold=_known(scored.gold))
    marked = {(found.start, found.end): one.cluster for one, found in paired(known) if _judged(one)}

    def meant(found: Found) -> str:
        cluster = marked.get((found.start, found.end))
        return f"gold {cluster}" if cluster else f"found {found.entity}"

    return clusters_of(known, annotated, is_person, meant)


def section(
    engine: Engine, results: Iterable[Scored], annotated: Mapping[str, frozenset[str]]
) -> Section:
    """Compare the rules with the baseline, on the gold's mentions and on the finds.

    The finds are also scored as the gold links them, which is the upper bound.
    """
    scored = [one for one in results if has_people(one.gold)]
    linkers = linkers_of(engine)
    given = [Given.of(engine, one.gold) for one in scored]

    def ends(how: Callable[[Scored, frozenset[str]], Compared]) -> Scores:
        return scores([how(one, annotated[one.gold.file]) for one in scored])

    measured = {
        "gold_mentions": {
            "rules": scores([one.linked(engine, linkers) for one in given]),
            "equal_surnames": scores([one.by_surname() for one in given]),
        },
        "end_to_end": {
            "rules": ends(found_linked),
            "equal_surnames": ends(found_by_surname),
            "gold": ends(found_as_marked),
        },
    }
    sheet = Sheet(
        f"linking of people, in {len(given):,} documents: F1",
        ("mentions", "linked by", *_columns()),
        tuple(
            (mentions.replace("_", " "), linker.replace("_", " "), *_cells(found))
            for mentions, rows in measured.items()
            for linker, found in rows.items()
        ),
        texts=2,
    )
    data = {
        mentions: {linker: named(found) for linker, found in rows.items()}
        for mentions, rows in measured.items()
    }
    return Section("linking", {"documents": len(given), **data}, sheet)


def tags(results: Iterable[Scored], annotated: Mapping[str, frozenset[str]]) -> Section:
    """Score the finds by their tags, which a reader of the output sees, and by their identities.

    False merges are links between people of one cluster; false splits are missing links.
    """
    scored = [one for one in results if has_people(one.gold)]
    rows: dict[str, tuple[Scores, int, int]] = {}
    for name, how in {"tag": found_by_tag, "identity": found_linked}.items():
        both = [how(one, annotated[one.gold.file]) for one in scored]
        rows[name] = scores(both), *false_links(both)
    sheet = Sheet(
        f"people by what comes out, in {len(scored):,} documents: F1",
        ("the same", *_columns(), "false merges", "false splits"),
        tuple(
            (name, *_cells(found), f"{merges:,}", f"{splits:,}")
            for name, (found, merges, splits) in rows.items()
        ),
    )
    data = {
        name: {**named(found), "false_merges": merges, "false_splits": splits}
        for name, (found, merges, splits) in rows.items()
    }
    return Section("linking_tags", data, sheet)


def ablation(engine: Engine, documents: Iterable[GoldDocument]) -> Section:
    """Score the linkers without each kind of evidence, on the gold's mentions."""
    given = [Given.of(engine, gold) for gold in documents if has_people(gold)]
    whole = linkers_of(engine)
    each: dict[str, Linkers] = {"all": whole}
    each |= {f"without {kind}": linkers for kind, linkers in without_each(whole).items()}
    rows = {
        name: scores([one.linked(engine, linkers) for one in given])
        for name, linkers in each.items()
    }
    sheet = Sheet(
        "linking of people without each kind of evidence, on the gold's mentions: F1",
        ("evidence", *_columns()),
        tuple((name, *_cells(found)) for name, found in rows.items()),
    )
    return Section("linking_ablate", {name: named(found) for name, found in rows.items()}, sheet)


def _columns() -> list[str]:
    return [f"{kind} {name}" for kind in _KINDS for name in (*METRICS, "mean")]


def _cells(rows: Scores) -> list[str]:
    return [share(three[-1]) for kind in _KINDS for three in rows[kind].values()]
