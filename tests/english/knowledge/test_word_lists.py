from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anonfilter_english.knowledge import word_lists
from anonfilter_english.knowledge.number_words import VALUES, digits_of
from anonfilter_english.knowledge.word_lists import postal_codes
from anonfilter_measure.evaluation.spoken_figures import ordinal, spoken

from anonfilter.text import safe_yaml

PLUGINS = Path(__file__).resolve().parents[3] / "plugins"
FILES = sorted(
    (".".join(file.relative_to(PLUGINS).parts[:-2]), file.stem)
    for file in PLUGINS.rglob("data/*.yaml")
)
assert FILES
SHARED = (
    *(("words", name) for name in ("articles", "demonstratives", "possessives", "subjects")),
    *(("dates", name) for name in ("full_months", "full_weekdays", "short_months")),
    *(("numbers", name) for name in ("units", "teens", "ordinal_units", "decades")),
    ("names", "generations"),
    ("titles", "civil"),
    ("places", "streets"),
    ("places", "us_states"),
)


def written(data: Any, where: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Yield the lists of a file with the keys that lead to them."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from written(value, (*where, str(key)))
    elif isinstance(data, list):
        yield where, [one for one in data if not isinstance(one, list | dict)]
        for one in data:
            yield from written(one, where)


@pytest.mark.parametrize(("package", "name"), FILES)
def test_each_shared_list_is_written_out_once(package: str, name: str) -> None:
    shared = {
        where: {
            str(one).casefold() for one in safe_yaml.table(word_lists.ENGLISH, where[0])[where[1]]
        }
        for where in SHARED
    }
    for where, entries in written(safe_yaml.table(package, name), (name,)):
        words = {str(one).casefold() for one in entries}
        again = [one for one, whole in shared.items() if whole <= words and one != where]
        assert not again, f"{'.'.join(where)} repeats {again}"


@pytest.mark.parametrize(("package", "name"), FILES)
def test_included_lists_exist(package: str, name: str) -> None:
    whole = (
        word_lists.table(name) if package == word_lists.ENGLISH else safe_yaml.table(package, name)
    )
    for _, entries in written(whole, (name,)):
        assert not [one for one in entries if str(one).startswith("<")]


@pytest.mark.parametrize(
    ("said", "digits"),
    [
        ("seven", "7"),
        ("Oh", "0"),
        ("o", "0"),
        ("niner", "9"),
        ("fourteen", "14"),
        ("ninety", "90"),
        ("forty-two", "42"),
        ("forty two", "42"),
        ("double five", "55"),
        ("triple 7", "777"),
        ("treble oh", "000"),
        ("for", "4"),
        ("double twenty one", "2121"),
        ("0815", "0815"),
    ],
)
def test_digits_of_spoken_groups(said: str, digits: str) -> None:
    assert digits_of(said) == digits


def test_spoken_figures_have_the_values_of_the_word_lists() -> None:
    for number in range(1, 100):
        tens, *units = spoken(str(number)).split()
        assert VALUES[tens] + sum(VALUES[unit] for unit in units) == number
        *before, last = ordinal(str(number)).split()
        assert sum(VALUES[word] for word in (*before, last)) == number


def test_states_have_postal_codes() -> None:
    assert len(postal_codes()) == 53
    assert {"ca", "ny", "dc"} <= postal_codes()
