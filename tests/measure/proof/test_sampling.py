"""Documents are drawn by stratum; an equal seed draws equal documents."""

from __future__ import annotations

import pytest
from anonfilter_measure.proof.sampling import Candidate, band, draw, strata
from hypothesis import given
from hypothesis import strategies as some

from anonfilter.errors import AnonfilterError


def candidates(**sizes: int) -> list[Candidate]:
    return [
        Candidate(f"{name}/{at}", None, name) for name, size in sizes.items() for at in range(size)
    ]


@given(
    some.dictionaries(some.sampled_from("abcdef"), some.integers(1, 60), min_size=1),
    some.integers(1, 200),
)
def test_a_sample_has_the_given_size_and_all_strata(sizes: dict[str, int], number: int) -> None:
    if number < len(sizes) and number < sum(sizes.values()):
        with pytest.raises(AnonfilterError, match="fewer than the"):
            strata(candidates(**sizes), number)
        return
    found = strata(candidates(**sizes), number)
    assert sum(one.drawn for one in found.values()) == min(number, sum(sizes.values()))
    assert all(1 <= one.drawn <= one.documents == sizes[name] for name, one in found.items())


def test_shares_follow_the_size() -> None:
    found = strata(candidates(calls=700, letters=290, notes=10), 100)
    assert {name: one.drawn for name, one in found.items()} == {
        "calls": 70,
        "letters": 29,
        "notes": 1,
    }


def test_the_seed_decides() -> None:
    of = candidates(calls=50, letters=50)
    wanted = strata(of, 10)
    assert draw(of, wanted, 7) == draw(of, wanted, 7) != draw(of, wanted, 8)
    assert len(set(draw(of, wanted, 7))) == 10


def test_bands_of_tags() -> None:
    assert [band(tags) for tags in (0, 1, 9, 10, 99, 100)] == [
        "no tags",
        "1 to 9 tags",
        "1 to 9 tags",
        "10 to 99 tags",
        "10 to 99 tags",
        "100 tags or more",
    ]
