"""Names of organisations and places are linked only if it is certain."""

from __future__ import annotations

import pytest

from tests.english.resolvers.link_people.linked import link, listed

ONE = [
    ("San Quentin State Prison", "San Quentin", "SQ"),
    ("San Quentin State Prison", "S.Q."),
    ("Brandvold Company (Norway) Ltd.", "Brandvold Company Ltd.", "Brandvold"),
    ("Brandvold Inc.", "the Brandvold"),
    ("Lower Mill University", "LMU"),
    ("Department of Quiet Corrections", "DQC"),
]
SEVERAL = [
    ("Lower Mill University", "Lower Mill Hospital"),
    ("Brandvold", "Essick"),
    ("Brandvold Bank", "Brandvold and Sons"),
    ("Brandvold", "Brandvold County", "Brandvold City"),
]


@pytest.mark.parametrize("names", ONE, ids=range(len(ONE)))
@pytest.mark.parametrize("label", ["ORGANIZATION", "LOCATION"])
def test_short_forms_are_linked(names: tuple[str, ...], label: str) -> None:
    assert link(listed(*names, label=label)).groups == [list(names)]
    assert link(listed(*reversed(names), label=label)).groups == [list(reversed(names))]


@pytest.mark.parametrize("names", SEVERAL, ids=range(len(SEVERAL)))
def test_different_names_are_not_linked(names: tuple[str, ...]) -> None:
    assert link(listed(*names, label="ORGANIZATION")).groups == [[name] for name in names]


def test_a_short_form_of_two_names_is_not_linked() -> None:
    names = "Lower Mill University", "Lower Mill Hospital", "Lower Mill"
    assert link(listed(*names, label="ORGANIZATION")).groups == [[name] for name in names]


@pytest.mark.parametrize(
    "name", ["the county", "the County", "the prison", "county", "the City", "the State"]
)
def test_general_terms_have_no_identity(name: str) -> None:
    assert link(listed(name, name, label="LOCATION")).groups == []


def test_bodies_places_and_people_have_identities_of_their_own() -> None:
    text = "<PERSON Essick> of <ORGANIZATION Essick> in <LOCATION Essick>."
    assert [one.id for one in link(text).clusters] == ["p1", "o1", "l1"]
