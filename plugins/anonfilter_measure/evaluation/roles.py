"""Evaluate roles of people in a case: the gold's roles against the rules'.

A name that is kept has a role as well: it is among the spans dropped with a role. A person's role
is the most frequent role of their mentions. The gold's role `PERSON` is that of a person without a
role in the case; it has no accuracy, and counts in no total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from anonfilter.contract.document import Span
from anonfilter.reports.tables import OVERALL, Section, Sheet, share
from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.bootstrap import Counts, Interval, interval, interval_of_mean
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.run import Scored

NONE, MISSED = "(none)", "(not found)"
NO_ROLE = "PERSON"
MACRO = "macro"


@hide_values
@dataclass(frozen=True, slots=True)
class Shown:
    """A mention of the gold: person, role, found role, and whether the name was kept."""

    person: tuple[str, str]
    role: str
    found: str
    kept: bool


@hide_values
@dataclass(slots=True)
class Tally:
    """Counts of one role: mentions, people, right ones, and names that stay.

    ``documents`` has the right mentions and all mentions of each document of the gold.
    """

    mentions: int = 0
    right: int = 0
    people: int = 0
    people_right: int = 0
    stay: int = 0
    taken_for: Counter[str] = field(default_factory=Counter)
    documents: list[tuple[int, int]] = field(default_factory=list)


def section(results: Iterable[Scored]) -> Section | None:
    """Build accuracy by mention and by person, and confusions; None if the gold has no roles."""
    documents = [list(_shown(scored)) for scored in results]
    if not any(documents):
        return None
    tallies = _tallied(documents)
    scored_roles = {role: one for role, one in tallies.items() if role != NO_ROLE}
    whole = _whole(scored_roles.values())
    rows = [*sorted(tallies.items()), (OVERALL, whole)]
    mean, around = _mean(scored_roles.values())
    sheet = Sheet(
        "roles: what people and bodies are, and whose names stay",
        (
            "role",
            "taken for",
            "mentions",
            "right",
            "accuracy",
            "95 % interval",
            "people",
            "right",
            "accuracy",
            "names that stay",
        ),
        (
            *(_row(role, one) for role, one in rows),
            (MACRO, "", "", "", share(mean), str(around or ""), "", "", "", ""),
        ),
        texts=2,
    )
    data = {role: _plain(role, one) for role, one in rows}
    data[OVERALL] |= {"macro": mean, "macro_interval": around}
    return Section("roles", data, sheet)


def by_fold(results: Sequence[Scored], folds: int) -> Section:
    """Build the accuracy of each role in each fold of the documents."""
    shown = [(fold_of(scored.gold, folds), list(_shown(scored))) for scored in results]
    tallies = [_tallied([one for at, one in shown if at == fold]) for fold in range(folds)]
    roles = sorted({role for fold in tallies for role in fold} - {NO_ROLE})
    rows = [
        {role: _part(fold[role].right, fold[role].mentions) for role in roles if role in fold}
        | {MACRO: _mean([one for role, one in fold.items() if role != NO_ROLE])[0]}
        for fold in tallies
    ]
    sheet = Sheet(
        "roles: accuracy by mention in each fold of the documents",
        ("fold", *roles, MACRO),
        tuple(
            (f"{at}", *(share(row.get(role)) for role in (*roles, MACRO)))
            for at, row in enumerate(rows)
        ),
    )
    return Section("roles_by_fold", rows, sheet)


def fold_of(gold: GoldDocument, folds: int) -> int:
    """Return the fold of a document, which depends on its text alone."""
    return crc32(gold.text.encode("utf-8", "surrogatepass")) % folds


def _row(role: str, one: Tally) -> tuple[str, ...]:
    is_role = role != NO_ROLE
    return (
        role,
        ", ".join(f"{found} {count:,}" for found, count in one.taken_for.most_common()),
        f"{one.mentions:,}",
        f"{one.right:,}" if is_role else "",
        share(_part(one.right, one.mentions)) if is_role else "",
        str(interval(one.documents) or "") if is_role else "",
        f"{one.people:,}",
        f"{one.people_right:,}" if is_role else "",
        share(_part(one.people_right, one.people)) if is_role else "",
        f"{one.stay:,}",
    )


def _mean(tallies: Iterable[Tally]) -> tuple[float | None, Interval | None]:
    """Return the mean accuracy over the roles by mention, and its interval."""
    shares: list[float] = []
    documents: list[Counts] = []
    for one in tallies:
        shares.append(one.right / one.mentions)
        documents.append(one.documents)
    return _part(sum(shares), len(shares)), interval_of_mean(documents)


def _shown(scored: Scored) -> Iterator[Shown]:
    mentions = [one for one in scored.gold.mentions if one.role and one.certain]
    if not mentions:
        return
    spans = sorted(found_with_roles(scored), key=lambda one: (one[0], one[1]))
    for mention in mentions:
        best = max(spans, key=lambda one: overlap(mention, one), default=None)
        person = mention.cluster or f"{mention.start}"
        if best is None or not overlap(mention, best):
            yield Shown((scored.gold.id, person), mention.role, MISSED, kept=False)
            continue
        found = best[2].category or NONE
        yield Shown((scored.gold.id, person), mention.role, found, kept=best[3])


def found_with_roles(scored: Scored) -> Iterator[tuple[int, int, Span, bool]]:
    """Yield each span at its place in the gold, and whether it stays by its role or citation."""
    analysis = scored.redaction.analysis
    extent = analysis.document.origin.extent
    for span in analysis.spans:
        yield (*extent(span.start, span.end), span, False)
    for change in analysis.changes:
        for span in change.before:
            if change.excluded and span.category:
                yield (*extent(span.start, span.end), span, True)


def overlap(mention: GoldMention, found: tuple[int, int, Span, bool]) -> int:
    return max(0, min(mention.end, found[1]) - max(mention.start, found[0]))


def _tallied(documents: Sequence[Sequence[Shown]]) -> Mapping[str, Tally]:
    tallies: dict[str, Tally] = {}
    people: dict[tuple[tuple[str, str], str], Counter[str]] = {}
    for at, shown in enumerate(documents):
        for one in shown:
            tally = tallies.setdefault(one.role, Tally(documents=[(0, 0)] * len(documents)))
            right = one.found == one.role
            tally.mentions += 1
            tally.right += right
            tally.stay += one.kept
            before = tally.documents[at]
            tally.documents[at] = before[0] + right, before[1] + 1
            if not right:
                tally.taken_for[one.found] += 1
            people.setdefault((one.person, one.role), Counter())[one.found] += 1
    for (_, role), found in people.items():
        tallies[role].people += 1
        tallies[role].people_right += 2 * found[role] > found.total()
    return tallies


def _whole(tallies: Iterable[Tally]) -> Tally:
    whole = Tally()
    for one in tallies:
        for name in ("mentions", "right", "people", "people_right", "stay"):
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
        both = zip(whole.documents or [(0, 0)] * len(one.documents), one.documents, strict=True)
        whole.documents = [(a + c, b + d) for (a, b), (c, d) in both]
    return whole


def _plain(role: str, one: Tally) -> dict[str, Any]:
    is_role = role != NO_ROLE
    return {
        "mentions": one.mentions,
        "right": one.right if is_role else None,
        "accuracy": _part(one.right, one.mentions) if is_role else None,
        "interval": interval(one.documents) if is_role else None,
        "people": one.people,
        "people_right": one.people_right if is_role else None,
        "people_accuracy": _part(one.people_right, one.people) if is_role else None,
        "stay": one.stay,
        "taken_for": dict(one.taken_for),
    }


def _part(some: float, of: int) -> float | None:
    return some / of if of else None
