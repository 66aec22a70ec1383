"""The clusters of the mentions of each person."""

from __future__ import annotations

from dataclasses import replace

from anonfilter_english.resolvers.link_people.clusters import collect_clusters

from tests.english.resolvers.link_people.linked import link

TEXT = (
    "<PERSON Terrance Bell> and <PERSON Marcus Bell> left. <PERSON Bell> sang, "
    "<PERSON Terrance\nBell> slept in <LOCATION Lower Mill>."
)


def test_variants_are_the_texts_of_mentions_with_blanks_folded() -> None:
    first, second, place = link(TEXT, open="nearest").clusters
    assert [(v, len(spans)) for v, spans in first.variants.items()] == [("Terrance Bell", 2)]
    assert list(second.variants) == ["Marcus Bell", "Bell"]
    assert [one.label for one in (first, second, place)] == ["PERSON", "PERSON", "LOCATION"]
    assert first.first == 0


def test_uncertain_mentions_come_from_the_changes() -> None:
    made = link(TEXT, open="nearest")
    assert [len(one.uncertain) for one in made.clusters] == [0, 1, 0]
    assert not any(one.uncertain for one in collect_clusters(made.document, made.spans))


def test_roles_are_counted() -> None:
    made = link(TEXT, open="nearest")
    judge = [replace(span, category="JUDGE") if span.start < 30 else span for span in made.spans]
    assert [dict(one.roles) for one in collect_clusters(made.document, judge)] == [
        {"JUDGE": 1},
        {"JUDGE": 1},
        {},
    ]


def test_mentions_without_an_identity_are_in_no_cluster() -> None:
    made = link("<PERSON Ann Bell> on <DATE 3 May>, in <LOCATION the county>.")
    assert [one.id for one in made.clusters] == ["p1"]
