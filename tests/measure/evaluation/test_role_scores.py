"""The roles in the gold, compared with the roles that the rules find, also of names that stay."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from anonfilter_measure.evaluation import role_cluster_scores
from anonfilter_measure.evaluation.filtered_gold import FilteredGold, filter_gold
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.readers import read
from anonfilter_measure.evaluation.role_scores import by_fold, section

from anonfilter import Engine
from anonfilter.reports.tables import Section
from anonfilter.rules import parse_ruleset

RULES = """
anonfilter: 1
labels:
  PERSON: {kind: direct, risk: 5, tag: roles, survives: fail}
formats:
  - use: text
detectors:
  - use: dictionary
    case: capital
    terms:
      - {term: Everard Quillon, label: PERSON}
      - {term: Osric Penhale, label: PERSON}
      - {term: Ines Duarte, label: PERSON}
resolvers:
  - use: link-people
  - use: roles
  - use: reconcile-roles
    default_role: WITNESS
taggers:
  - use: roles
people:
  keep: [JUDGE]
"""
TEXT = (
    "Justice Everard Quillon heard Osric Penhale and Ines Duarte. Then Osric Penhale left, "
    "and Ysolde Karras came."
)


def measured(
    write, of: Callable[[list[FilteredGold]], Section | None] = section, **roles: str
) -> dict[str, Any] | None:
    """The section for a gold in which each name has a role, or none."""
    engine = Engine(parse_ruleset(RULES, "test.yaml"))
    entities = []
    for surface, role in roles.items():
        name = surface.replace("_", " ")
        at = TEXT.find(name)
        while at >= 0:
            one = {"start": at, "end": at + len(name), "label": "PERSON", "cluster": surface}
            entities.append(one | ({"role": role} if role else {}))
            at = TEXT.find(name, at + 1)
    path = write("a.jsonl", json.dumps({"text": TEXT, "entities": entities}))
    made = of(list(filter_gold(engine, read(str(path), Labels(engine.labels, {})))))
    return made.data if made else None


def test_roles_by_mention_and_by_person(write) -> None:
    data = measured(
        write,
        Everard_Quillon="JUDGE",
        Osric_Penhale="VICTIM",
        Ines_Duarte="WITNESS",
        Ysolde_Karras="WITNESS",
    )
    assert data is not None
    assert data["JUDGE"]["right"] == data["JUDGE"]["stay"] == 1
    assert data["VICTIM"]["taken_for"] == {"WITNESS": 2}
    assert data["WITNESS"]["taken_for"] == {"(not found)": 1}
    overall = data["overall"]
    assert (overall["mentions"], overall["right"], overall["stay"]) == (5, 2, 1)
    assert (overall["people"], overall["people_right"]) == (4, 2)
    assert overall["accuracy"] == 0.4


def test_roles_have_intervals_a_mean_and_folds(write) -> None:
    roles = {"Everard_Quillon": "JUDGE", "Osric_Penhale": "VICTIM", "Ines_Duarte": "WITNESS"}
    data = measured(write, **roles)
    assert data is not None
    assert data["JUDGE"]["interval"] == (1, 1)
    assert data["overall"]["macro"] == 2 / 3
    low, high = data["overall"]["macro_interval"]
    assert low <= 2 / 3 <= high
    folds = measured(write, partial(by_fold, folds=2), **roles)
    by_role = {"JUDGE": 1, "VICTIM": 0, "WITNESS": 1, "macro": 2 / 3}
    assert sorted(folds or [], key=len) == [{"macro": None}, by_role]


def test_a_person_without_a_role_has_no_accuracy_and_counts_in_no_total(write) -> None:
    data = measured(write, Everard_Quillon="PERSON", Ines_Duarte="WITNESS")
    assert data is not None
    assert data["PERSON"]["accuracy"] is None
    assert data["PERSON"]["stay"] == 1
    assert (data["overall"]["mentions"], data["overall"]["accuracy"]) == (1, 1)


def test_gold_without_roles_has_no_section_on_roles(write) -> None:
    assert measured(write, Everard_Quillon="", Osric_Penhale="") is None


def test_the_clusters_of_a_role_are_scored_end_to_end(write) -> None:
    data = measured(
        write,
        role_cluster_scores.section,
        Everard_Quillon="JUDGE",
        Osric_Penhale="WITNESS",
        Ines_Duarte="VICTIM",
        Ysolde_Karras="WITNESS",
    )
    assert data is not None
    assert data["JUDGE"]["macro"]["mean"]["f1"] == 1
    assert data["VICTIM"]["found"] == 0
    witness = data["WITNESS"]
    assert (witness["people"], witness["found"]) == (2, 2)
    assert witness["micro"]["B³"] == {"precision": 2 / 3, "recall": 2 / 3, "f1": 2 / 3}


def test_gold_without_roles_has_no_clusters_of_them(write) -> None:
    assert measured(write, role_cluster_scores.section, Everard_Quillon="") is None
