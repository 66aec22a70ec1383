"""Names that are near by spelling or sound are found by keys that they share."""

from __future__ import annotations

from anonfilter_english.knowledge.people.near_spelling import keys


def test_a_name_and_its_slip_share_a_key() -> None:
    assert set(keys("quillfeather")) & set(keys("quilfeather"))


def test_very_long_words_have_few_keys() -> None:
    """Else the keys of one long word take the square of its length."""
    assert len(list(keys("a" * 10_000))) == 2
