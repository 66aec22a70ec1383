"""Evaluate the identities of people with one role, such as the witnesses of a judgment.

A mention counts if it was found, has the role, and is linked with the other mentions of its person.
So this measures detection, roles and linking together, as published work on judgments does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from anonfilter.reports.tables import Section, Sheet, share
from anonfilter_measure.evaluation.clusters import METRICS, Compared, Scores, frozen, named, scores
from anonfilter_measure.evaluation.roles import found_with_roles, overlap
from anonfilter_measure.evaluation.run import Scored

_KINDS = ("macro", "micro")


def section(results: Sequence[Scored]) -> Section | None:
    """Score the clusters of each role that the gold names; None if it names none."""
    named_roles = {one.role for scored in results for one in scored.gold.mentions if one.role}
    rows: dict[str, tuple[int, int, Scores]] = {}
    for role in sorted(named_roles):
        both = [one for scored in results if any(one := clusters_of(scored, role))]
        key = sum(len(gold) for gold, _ in both)
        rows[role] = key, sum(len(found) for _, found in both), scores(both)
    if not rows:
        return None
    sheet = Sheet(
        "clusters of people by role, end to end: F1",
        ("role", "people", "found", *(f"{kind} {name}" for kind in _KINDS for name in _names())),
        tuple(
            (role, f"{key:,}", f"{found:,}", *_cells(made))
            for role, (key, found, made) in rows.items()
        ),
    )
    data = {
        role: {"people": key, "found": found, **named(made)}
        for role, (key, found, made) in rows.items()
    }
    return Section("role_clusters", data, sheet)


def clusters_of(scored: Scored, role: str) -> Compared:
    """Return the clusters of one role: the gold's clusters, and the clusters of finds with the
    role.
    """
    gold: dict[str, set[int]] = {}
    for at, mention in enumerate(scored.gold.mentions):
        if mention.certain and mention.role == role:
            gold.setdefault(mention.cluster or f"\0{at}", set()).add(at)
    mentions = sorted(at for cluster in gold.values() for at in cluster)
    response: dict[str, set[int]] = {}
    free = dict.fromkeys(mentions)
    places = {found[:2]: found for found in found_with_roles(scored) if found[2].category == role}
    for number, found in enumerate(places.values(), len(scored.gold.mentions)):
        shared = {at: overlap(scored.gold.mentions[at], found) for at in free}
        best = max(shared, key=lambda at: shared[at], default=None)
        known = best if best is not None and shared[best] else number
        free.pop(known, None)
        response.setdefault(found[2].entity or f"\0{number}", set()).add(known)
    return frozen(gold.values()), frozen(response.values())


def _names() -> Sequence[str]:
    return (*METRICS, "mean")


def _cells(made: Mapping[str, Mapping[str, tuple[float, float, float]]]) -> list[str]:
    return [share(three[-1]) for kind in _KINDS for three in made[kind].values()]
