"""The methods of the resolver on which `anonfilter eval --linking` depends."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.resolvers.link_people.link_people import LinkPeople
from anonfilter_measure.evaluation.linking_scores import Linking

from anonfilter.contract.plugin import Setting


def made(*without: str) -> LinkPeople:
    return LinkPeople(LinkPeople.Config(without=without), Setting("link-people"))


def test_the_resolver_links_people() -> None:
    assert isinstance(made(), Linking)


def test_the_resolver_names_its_evidence() -> None:
    assert made().kinds_of_evidence() == [kind.value for kind in Evidence]
    assert "titles" not in made("titles").kinds_of_evidence()


@pytest.mark.parametrize("kind", [kind.value for kind in Evidence])
def test_kinds_of_evidence_can_be_left_out_one_after_the_other(kind: str) -> None:
    left = made("titles").without(kind).kinds_of_evidence()
    assert set(left) == {one.value for one in Evidence} - {"titles", kind}
