"""Errors of recognition, in identifiers and in other words."""

from __future__ import annotations

import pytest
from anonfilter_audio.evaluation.gold import GoldWord
from anonfilter_audio.evaluation.recognition import compared
from anonfilter_audio.sound.words import Word
from hypothesis import given
from hypothesis import strategies as st


def said(text: str, channel: int | None = None) -> list[GoldWord]:
    """Words of a second each; those in capitals are identifiers."""
    return [
        GoldWord(
            text=word,
            start=at,
            end=at + 1,
            channel=channel,
            label="PERSON" if word.isupper() else "",
        )
        for at, word in enumerate(text.split())
    ]


def heard(text: str, channel: int | None = None) -> list[Word]:
    """Words of a second each; a dot is a second without one."""
    return [
        Word(word, at, at + 1, channel=channel)
        for at, word in enumerate(text.split())
        if word != "."
    ]


def counts(errors):
    return errors.words, errors.substituted, errors.deleted, errors.inserted


@pytest.mark.parametrize(
    ("spoken", "words", "identifiers", "others"),
    [
        ("i met MARTHA here", "I met Martha, here.", (1, 0, 0, 0), (3, 0, 0, 0)),
        ("i met MARTHA here", "i met mother here", (1, 1, 0, 0), (3, 0, 0, 0)),
        ("i met MARTHA here", "i met . here", (1, 0, 1, 0), (3, 0, 0, 0)),
        ("i met MARTHA here", ". met martha hear", (1, 0, 0, 0), (3, 1, 1, 0)),
        ("we met", "we met again", (0, 0, 0, 0), (2, 0, 0, 1)),
    ],
)
def test_errors_are_counted_where_they_are(spoken, words, identifiers, others):
    found = compared(said(spoken), heard(words))
    assert counts(found.identifiers) == identifiers
    assert counts(found.others) == others


def test_a_word_heard_besides_counts_for_what_is_said_meanwhile():
    words = [Word("met", 0, 1), Word("mar", 1, 1.5), Word("martha", 1.5, 2)]
    found = compared(said("met MARTHA"), words)
    assert counts(found.identifiers) == (1, 0, 0, 1)


def test_the_rate():
    found = compared(said("i met MARTHA JONES"), heard("i met the ."))
    assert found.identifiers.rate == 1
    assert found.others.rate == 0
    assert compared([], []).others.rate is None


def test_channels_are_aligned_apart():
    spoken = sorted([*said("yes MARTHA", 0), *said("no", 1)], key=lambda word: word.start)
    words = [*heard("no", 1), *heard("yes martha", 0)]
    assert all(one.right for one in compared(spoken, words).heard)
    mixed = [Word(word.text, word.start, word.end) for word in words]
    assert not all(one.right for one in compared(spoken, mixed).heard)


words = st.lists(st.sampled_from(["a", "b", "c", "D", "E"]), max_size=12).map(" ".join)


@given(words, words)
def test_the_number_of_errors_is_the_edit_distance(spoken, recognised):
    from rapidfuzz.distance import Levenshtein

    found = compared(said(spoken), heard(recognised))
    errors = [sum(counts(one)[1:]) for one in (found.identifiers, found.others)]
    keys = [text.lower().split() for text in (spoken, recognised)]
    assert sum(errors) == Levenshtein.distance(*keys)
    assert found.identifiers.words + found.others.words == len(spoken.split())
    assert all(one.word is not None for one in found.heard if one.right)
