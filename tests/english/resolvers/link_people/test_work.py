"""The work of linking grows linearly with the text: names are looked up, not all compared."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from anonfilter_english.knowledge.people.person_names import read_name
from anonfilter_english.resolvers.link_people.linker import Linker
from anonfilter_english.resolvers.link_people.mentions import PersonMention

from anonfilter.testing.growth import grows_no_faster

SYLLABLES = ["ba", "ko", "ri", "mun", "tel", "zor", "vin", "dag", "lus", "pem"]


def words(count: int) -> list[str]:
    made = ("".join(some).title() for some in itertools.product(SYLLABLES, repeat=4))
    return list(itertools.islice(made, count))


def compared(names: list[str]) -> int:
    mentions = [
        PersonMention(at * 20, at * 20 + 5, read_name(name)) for at, name in enumerate(names)
    ]
    linker = Linker()
    linker.link(mentions)
    return linker.compared


def all_different(count: int) -> list[str]:
    own = words(count)
    return [f"{one} {other}" for one, other in zip(own, reversed(own), strict=True)]


def one_surname(count: int) -> list[str]:
    return [f"{one} Brandvold" for one in words(count // 2)] + ["Brandvold"] * (count // 2)


def one_given_name(count: int) -> list[str]:
    return [f"John {one}" for one in words(count // 2)] + ["John"] * (count // 2)


def initials_of_one_surname(count: int) -> list[str]:
    return [f"{one} Brandvold" for one in words(count // 2)] + [
        f"{chr(65 + at % 26)}. Brandvold" for at in range(count // 2)
    ]


def slips(count: int) -> list[str]:
    return [f"Brandvol{one.lower()}" for one in words(count)]


@pytest.mark.parametrize(
    "names", [all_different, one_surname, one_given_name, initials_of_one_surname, slips]
)
def test_ten_times_the_names_are_ten_times_the_comparisons(
    names: Callable[[int], list[str]],
) -> None:
    few, many = compared(names(200)), compared(names(2000))
    assert many < 13 * max(few, 200)
    assert many < 100 * 2000


@pytest.mark.slow
def test_time_grows_linearly_with_the_mentions() -> None:
    def compare(count: int) -> None:
        names = all_different(count // 10) + one_surname(count // 5) + one_given_name(count // 5)
        compared(names * 2)

    assert grows_no_faster(compare, 20_000)


@pytest.mark.parametrize("surface", ["J. " * 5_000, "Ann Bell " * 5_000, "A.B.C.D." * 2_000])
def test_a_long_text_of_a_span_is_read_up_to_a_limit(surface: str) -> None:
    assert 0 < len(read_name(surface).parts) < 30
