"""What belongs together by what is shared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from anonfilter.engine.union_find import group_numbers

KEYS = st.lists(st.frozensets(st.integers(0, 12), max_size=3), max_size=12)


@given(KEYS)
def test_things_are_the_same_where_a_chain_of_shared_keys_leads(keys):
    numbers = group_numbers(keys)
    groups = [set(own) for own in keys]
    for _ in keys:  # the slow way: join whatever overlaps until nothing changes
        groups = [set().union(*(other for other in groups if other & own), own) for own in groups]
    for one, mine in enumerate(groups):
        for other, theirs in enumerate(groups):
            assert (numbers[one] == numbers[other]) == (one == other or bool(mine & theirs))
