"""Cluster scores are those of a library, and of the examples in the literature."""

from __future__ import annotations

import json

import pytest
from anonfilter_measure.evaluation.cluster_scores import b_cubed, ceaf_e, clusters_of, muc
from anonfilter_measure.evaluation.filtered_gold import filter_gold
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.readers import read
from hypothesis import assume, given
from hypothesis import strategies as st


def clusters(*groups):
    return [frozenset(group) for group in groups]


@st.composite
def partitions(draw):
    """Some of the mentions 0 to 9, each in one of a few clusters."""
    groups = draw(st.dictionaries(st.integers(0, 9), st.integers(0, 4), min_size=1))
    return clusters(
        *({one for one, at in groups.items() if at == group} for group in set(groups.values()))
    )


@given(partitions(), partitions())
def test_b_cubed_and_ceaf_are_those_of_scorch(key, response):
    from scorch import scores as scorch  # takes a second

    assume(frozenset().union(*key) & frozenset().union(*response))  # it fails where all is 0
    for ours, theirs in ((b_cubed, scorch.b_cubed), (ceaf_e, scorch.ceaf_e)):
        recall, precision, f1 = theirs(key, response)
        assert ours(key, response).scores() == pytest.approx((precision, recall, f1))


@given(partitions(), partitions())
def test_muc_is_that_of_scorch_where_there_are_no_singletons(key, response):
    from scorch import scores as scorch

    key, response = ([one for one in side if len(one) > 1] for side in (key, response))
    recall, precision, f1 = scorch.muc(key, response) if key and response else (0, 0, 0)
    assert muc(key, response).scores() == pytest.approx((precision, recall, f1))


def test_muc_of_the_papers_example():
    # Vilain et al. 1995: key A-B-C-D, response A-B and C-D: one of three links is missing
    precision, recall, _ = muc(clusters("ABCD"), clusters("AB", "CD")).scores()
    assert (precision, recall) == (1, pytest.approx(2 / 3))


def test_b_cubed_of_the_papers_example():
    # Bagga and Baldwin 1998: 5 + 2 + 5 mentions, the last two taken for one
    key = clusters(range(1, 6), (6, 7), range(8, 13))
    response = clusters(range(1, 6), range(6, 13))
    precision, recall, _ = b_cubed(key, response).scores()
    assert (precision, recall) == (pytest.approx(16 / 21), 1)


@pytest.mark.parametrize(
    ("key", "response", "precision", "recall"),
    [
        (["a", "b"], ["a", "b"], 1, 1),
        (["a", "b"], ["a"], 1, 1 / 2),
        (["a"], ["b"], 0, 0),
        (["abc", "d"], ["abc"], 1, 2 / 3),
        (["abc"], ["abc", "d"], 2 / 3, 1),
        (["a", "b"], ["ab"], 0, 1),
    ],
)
def test_muc_counts_singletons(key, response, precision, recall):
    found = muc(clusters(*key), clusters(*response)).scores()
    assert found[:2] == (pytest.approx(precision), pytest.approx(recall))


def test_entities_of_the_rules_are_compared_with_clusters(terms_engine, write):
    text = "Jane Smith saw Quill. Then Jane Smith left, and Abel came to Port Ellery."
    starts = [(0, 10, "j"), (15, 20, "q"), (27, 37, "j"), (48, 52, None)]
    entities = [
        {"start": start, "end": end, "label": "PERSON", "cluster": cluster}
        for start, end, cluster in starts
    ]
    path = write("a.jsonl", json.dumps({"text": text, "entities": entities}))
    documents = read(str(path), Labels(terms_engine.labels, {}))
    [scored] = filter_gold(terms_engine, documents)
    key, response = clusters_of(scored, frozenset(("PERSON",)), lambda label: True)
    assert sorted(map(sorted, key)) == [[0, 2], [1], [3]]
    assert sorted(map(sorted, response)) == [[0, 2], [1]]
