"""Numbers as sentences say them."""

from __future__ import annotations

import pytest

from anonfilter.text.plural import counted, sized


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "0 kB"),
        (1, "1 kB"),
        (1_000, "1 kB"),
        (999_000, "999 kB"),
        (999_001, "1.0 MB"),
        (1_500_000, "1.5 MB"),
        (2_147_000_000, "2,147.0 MB"),
    ],
)
def test_a_size_is_shown_in_a_suitable_unit(size: int, said: str) -> None:
    assert sized(size) == said


def test_a_count_agrees_with_its_word() -> None:
    assert [counted(number, "file") for number in (0, 1, 1_024)] == [
        "0 files",
        "1 file",
        "1,024 files",
    ]
    assert counted(2, "entity", "entities") == "2 entities"
