"""Score the clusters of people who have one role, such as the witnesses of a judgment.

A mention counts if it was found, has the role, and is linked with the other mentions of its person.
So this measures detection, roles and linking together, as published work on judgments does.
"""

from __future__ import annotations

from collections.abc import Sequence

from anonfilter.reports.tables import Section, Sheet
from anonfilter_measure.evaluation.cluster_scores import (
    F1_COLUMNS,
    KeyAndResponse,
    Scores,
    as_data,
    f1_cells,
    gold_clusters,
    grouped,
    scores,
)
from anonfilter_measure.evaluation.filtered_gold import FilteredGold
from anonfilter_measure.evaluation.role_scores import overlap, spans_with_roles


def section(results: Sequence[FilteredGold]) -> Section | None:
    """Score the clusters of each role that the gold names; return None if it names no role."""
    roles = {one.role for filtered in results for one in filtered.gold.mentions if one.role}
    rows: dict[str, tuple[int, int, Scores]] = {}
    for role in sorted(roles):
        compared = [one for filtered in results if any(one := clusters_of(filtered, role))]
        people = sum(len(key) for key, _ in compared)
        rows[role] = people, sum(len(response) for _, response in compared), scores(compared)
    if not rows:
        return None
    sheet = Sheet(
        "clusters of people by role, end to end: F1",
        ("role", "people", "found", *F1_COLUMNS),
        tuple(
            (role, f"{people:,}", f"{found:,}", *f1_cells(scored))
            for role, (people, found, scored) in rows.items()
        ),
    )
    data = {
        role: {"people": people, "found": found, **as_data(scored)}
        for role, (people, found, scored) in rows.items()
    }
    return Section("role_clusters", data, sheet)


def clusters_of(filtered: FilteredGold, role: str) -> KeyAndResponse:
    """Return the gold's clusters of a role, and the clusters of the spans that have the role.

    Each span gets the number of the free gold mention that it overlaps most.
    """
    mentions = filtered.gold.mentions
    key = gold_clusters(filtered.gold, lambda mention: mention.role == role)
    free = dict.fromkeys(sorted(number for cluster in key for number in cluster))
    places = {one[:2]: one for one in spans_with_roles(filtered) if one[2].category == role}
    names: list[tuple[int, str]] = []
    for fresh, found in enumerate(places.values(), len(mentions)):
        shared = {number: overlap(mentions[number], found) for number in free}
        best = max(shared, key=lambda number: shared[number], default=None)
        number = best if best is not None and shared[best] else fresh
        free.pop(number, None)
        names.append((number, found[2].entity or f"\0{fresh}"))
    return key, grouped(names)
