"""Score the roles of people in a case: the gold's roles against the roles that the rules find.

A name that the rules keep because of its role has a role as well: its span was dropped with it. A
person's role is the most frequent role of their mentions. People with the role `PERSON` in the gold
have no role in the case; this role has no accuracy, and counts in no total.
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
from anonfilter_measure.evaluation.filtered_gold import FilteredGold
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.mention_scores import ratio

NONE, MISSED = "(none)", "(not found)"
NO_ROLE = "PERSON"
MACRO = "macro"


@hide_values
@dataclass(frozen=True, slots=True)
class RoleMention:
    """A mention of the gold: its person, role and found role, and whether the name was kept."""

    person: tuple[str, str]
    role: str
    found: str
    kept: bool


@hide_values
@dataclass(slots=True)
class RoleCounts:
    """Counts for one role of the gold: its mentions and people, and names that stay in the text.

    ``documents`` has the right mentions and all mentions of each document of the gold.
    """

    mentions: int = 0
    right: int = 0
    people: int = 0
    people_right: int = 0
    stay: int = 0
    taken_for: Counter[str] = field(default_factory=Counter)
    documents: list[tuple[int, int]] = field(default_factory=list)


def section(results: Iterable[FilteredGold]) -> Section | None:
    """Build accuracy by mention and by person, and confusions; None if the gold has no roles."""
    documents = [list(_mentions_with_roles(filtered)) for filtered in results]
    if not any(documents):
        return None
    tallies = _counted(documents)
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
    data = {role: _as_data(role, one) for role, one in rows}
    data[OVERALL] |= {"macro": mean, "macro_interval": around}
    return Section("roles", data, sheet)


def by_fold(results: Sequence[FilteredGold], folds: int) -> Section:
    """Build the accuracy of each role in each fold of the documents."""
    shown = [
        (fold_of(filtered.gold, folds), list(_mentions_with_roles(filtered)))
        for filtered in results
    ]
    tallies = [_counted([one for at, one in shown if at == fold]) for fold in range(folds)]
    roles = sorted({role for fold in tallies for role in fold} - {NO_ROLE})
    rows = [
        {role: ratio(fold[role].right, fold[role].mentions) for role in roles if role in fold}
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


def _row(role: str, one: RoleCounts) -> tuple[str, ...]:
    is_role = role != NO_ROLE
    return (
        role,
        ", ".join(f"{found} {count:,}" for found, count in one.taken_for.most_common()),
        f"{one.mentions:,}",
        f"{one.right:,}" if is_role else "",
        share(ratio(one.right, one.mentions)) if is_role else "",
        str(interval(one.documents) or "") if is_role else "",
        f"{one.people:,}",
        f"{one.people_right:,}" if is_role else "",
        share(ratio(one.people_right, one.people)) if is_role else "",
        f"{one.stay:,}",
    )


def _mean(tallies: Iterable[RoleCounts]) -> tuple[float | None, Interval | None]:
    """Return the mean over the roles of the accuracy by mention, and its interval."""
    shares: list[float] = []
    documents: list[Counts] = []
    for one in tallies:
        shares.append(one.right / one.mentions)
        documents.append(one.documents)
    return ratio(sum(shares), len(shares)), interval_of_mean(documents)


def _mentions_with_roles(filtered: FilteredGold) -> Iterator[RoleMention]:
    mentions = [one for one in filtered.gold.mentions if one.role and one.certain]
    if not mentions:
        return
    spans = sorted(spans_with_roles(filtered), key=lambda one: (one[0], one[1]))
    for mention in mentions:
        best = max(spans, key=lambda one: overlap(mention, one), default=None)
        person = mention.cluster or f"{mention.start}"
        if best is None or not overlap(mention, best):
            yield RoleMention((filtered.gold.id, person), mention.role, MISSED, kept=False)
            continue
        found = best[2].category or NONE
        yield RoleMention((filtered.gold.id, person), mention.role, found, kept=best[3])


def spans_with_roles(filtered: FilteredGold) -> Iterator[tuple[int, int, Span, bool]]:
    """Yield each span with its place in the gold, and True if its role or citation keeps it.

    The value is False for a span that is replaced.
    """
    analysis = filtered.redaction.analysis
    extent = analysis.document.origin.extent
    for span in analysis.spans:
        yield (*extent(span.start, span.end), span, False)
    for change in analysis.changes:
        for span in change.before:
            if change.excluded and span.category:
                yield (*extent(span.start, span.end), span, True)


def overlap(mention: GoldMention, found: tuple[int, int, Span, bool]) -> int:
    return max(0, min(mention.end, found[1]) - max(mention.start, found[0]))


def _counted(documents: Sequence[Sequence[RoleMention]]) -> Mapping[str, RoleCounts]:
    tallies: dict[str, RoleCounts] = {}
    people: dict[tuple[tuple[str, str], str], Counter[str]] = {}
    for at, shown in enumerate(documents):
        for one in shown:
            tally = tallies.setdefault(one.role, RoleCounts(documents=[(0, 0)] * len(documents)))
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


def _whole(tallies: Iterable[RoleCounts]) -> RoleCounts:
    whole = RoleCounts()
    for one in tallies:
        for name in ("mentions", "right", "people", "people_right", "stay"):
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
        both = zip(whole.documents or [(0, 0)] * len(one.documents), one.documents, strict=True)
        whole.documents = [(a + c, b + d) for (a, b), (c, d) in both]
    return whole


def _as_data(role: str, one: RoleCounts) -> dict[str, Any]:
    is_role = role != NO_ROLE
    return {
        "mentions": one.mentions,
        "right": one.right if is_role else None,
        "accuracy": ratio(one.right, one.mentions) if is_role else None,
        "interval": interval(one.documents) if is_role else None,
        "people": one.people,
        "people_right": one.people_right if is_role else None,
        "people_accuracy": ratio(one.people_right, one.people) if is_role else None,
        "stay": one.stay,
        "taken_for": dict(one.taken_for),
    }
