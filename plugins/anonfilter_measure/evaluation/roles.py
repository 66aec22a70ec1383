"""Evaluate roles of people in a case: the gold's roles against the rules'.

A name that is kept has a role as well: it is among the spans dropped with a role. A person's role
is the most frequent role of their mentions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from anonfilter.contract.document import Span
from anonfilter.reports.tables import OVERALL, Section, Sheet, share
from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.gold import GoldMention
from anonfilter_measure.evaluation.run import Scored

NONE, MISSED = "(none)", "(not found)"


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
    """Counts of one role: mentions, people, right ones, and names that stay."""

    mentions: int = 0
    right: int = 0
    people: int = 0
    people_right: int = 0
    stay: int = 0
    taken_for: Counter[str] = field(default_factory=Counter)


def section(results: Iterable[Scored]) -> Section | None:
    """Build accuracy by mention and by person, and confusions; None if the gold has no roles."""
    shown = [one for scored in results for one in _shown(scored)]
    if not shown:
        return None
    tallies = _tallied(shown)
    whole = _whole(tallies.values())
    rows = [*sorted(tallies.items()), (OVERALL, whole)]
    sheet = Sheet(
        "roles: what people and bodies are, and whose names stay",
        (
            "role",
            "taken for",
            "mentions",
            "right",
            "accuracy",
            "people",
            "right",
            "accuracy",
            "names that stay",
        ),
        tuple(
            (
                role,
                ", ".join(f"{role} {count:,}" for role, count in one.taken_for.most_common()),
                f"{one.mentions:,}",
                f"{one.right:,}",
                share(_part(one.right, one.mentions)),
                f"{one.people:,}",
                f"{one.people_right:,}",
                share(_part(one.people_right, one.people)),
                f"{one.stay:,}",
            )
            for role, one in rows
        ),
        texts=2,
    )
    return Section("roles", {role: _plain(one) for role, one in rows}, sheet)


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


def _tallied(shown: Sequence[Shown]) -> Mapping[str, Tally]:
    tallies: dict[str, Tally] = {}
    people: dict[tuple[tuple[str, str], str], Counter[str]] = {}
    for one in shown:
        tally = tallies.setdefault(one.role, Tally())
        tally.mentions += 1
        tally.right += one.found == one.role
        tally.stay += one.kept
        if one.found != one.role:
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
    return whole


def _plain(one: Tally) -> dict[str, Any]:
    return {
        "mentions": one.mentions,
        "right": one.right,
        "accuracy": _part(one.right, one.mentions),
        "people": one.people,
        "people_right": one.people_right,
        "people_accuracy": _part(one.people_right, one.people),
        "stay": one.stay,
        "taken_for": dict(one.taken_for),
    }


def _part(some: int, of: int) -> float | None:
    return some / of if of else None
