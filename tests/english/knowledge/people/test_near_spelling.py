"""Names with a similar spelling or sound share a lookup key."""

from __future__ import annotations

from anonfilter_english.knowledge.people.near_spelling import lookup_keys


def test_a_name_and_its_misspelling_share_a_key() -> None:
    assert set(lookup_keys("quillfeather")) & set(lookup_keys("quilfeather"))


def test_very_long_words_have_few_keys() -> None:
    """Otherwise the size of the keys would grow with the square of the length."""
    assert len(list(lookup_keys("a" * 10_000))) == 2
