"""Values that are the same, and what they add up to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from anonfilter.risk import same, spelled, summed, together

KEYS = st.lists(st.frozensets(st.integers(0, 12), max_size=3), max_size=12)


@given(KEYS)
def test_values_are_the_same_where_a_chain_of_shared_keys_leads(keys):
    numbers = same(keys)
    groups = [set(own) for own in keys]
    for _ in keys:  # the slow way: join whatever overlaps until nothing changes
        groups = [set().union(*(other for other in groups if other & own), own) for own in groups]
    for one, mine in enumerate(groups):
        for other, theirs in enumerate(groups):
            assert (numbers[one] == numbers[other]) == (one == other or bool(mine & theirs))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_more_findings_never_add_up_to_less(weights):
    assert all(summed(weights[:at]) <= summed(weights) for at in range(len(weights)))
    assert summed(weights) == summed(weights + weights)


def test_spellings_of_one_name():
    assert spelled("J-A-N-E") == spelled("Jane") == spelled("j. ane")


def test_no_document_adds_up_to_nothing():
    assert together([]).mean_plus_sd == 0
