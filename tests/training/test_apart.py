"""Texts that are kept apart from training, and mentions that do not count."""

from __future__ import annotations

import pytest

from training.apart import CHOOSING_ONLY, is_bare, kept_apart
from training.example import Example, Mark
from training.network_scores import score

pytestmark = pytest.mark.slow


def test_a_bare_word_for_a_body_is_neither_a_leak_nor_a_false_alarm() -> None:
    assert is_bare("Court", "ORGANIZATION")
    assert is_bare("the Nation", "LOCATION")
    assert not is_bare("Court of Velmere", "ORGANIZATION")
    assert not is_bare("West", "PERSON")
    example = Example("Then the Court rose.", (Mark(9, 14, "ORGANIZATION"),))
    assert score(example, [], "ORGANIZATION").gold == 0
    found = score(example, [Mark(9, 14, "ORGANIZATION")], "ORGANIZATION")
    assert (found.gold, found.none) == (0, 0)


@pytest.mark.parametrize("corpus", sorted(CHOOSING_ONLY))
def test_corpora_for_choosing_are_kept_apart_whole(corpus: str) -> None:
    assert all(kept_apart(corpus, f"document {number}") for number in range(50))
