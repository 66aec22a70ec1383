"""What values add up to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from anonfilter.run.risks import risk_statistics, spelled, summed


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_more_findings_never_add_up_to_less(weights):
    assert all(summed(weights[:at]) <= summed(weights) for at in range(len(weights)))
    assert summed(weights) == summed(weights + weights)


def test_spellings_of_one_name():
    assert spelled("J-A-N-E") == spelled("Jane") == spelled("j. ane")


def test_no_document_adds_up_to_nothing():
    assert risk_statistics([]).mean_plus_sd == 0
