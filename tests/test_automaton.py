"""Stretches of a text that may hold the words, found by an automaton."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonfilter import automaton
from anonfilter.contract.document import Label, Survives
from anonfilter.engine.original_search import Match, Search, words_of
from anonfilter.engine.survivors import OwnOriginals

PERSON = Label("PERSON", survives=Survives.FAIL)
ORIGINALS = ["Jane Okon", "José", "Anne-Marie", "AB-345-67-890", "O'Neil", "Bell", "Жук", "J.A.N."]
WORDS = [
    "jane",
    "Okon",
    "spkOkon",
    "spkÓkon",
    "MRBell",
    "JANE",
    "2",
    "\u041ekon",
    "J",
    "a",
    "n",
    "e",
    "jose",
    "JOSÉ",
    "AB",
    "345-67",
    "890",
    "anne",
    "marie",
    "o'neil",
    "x",
    "—",
    "²",
    "ﬁ",
    "Жук",
    "_bell_",
    "be-ll",
    "-",
    ".",
    "'",
    "\n",
    "\n\n",
    "\n \n",
    "-\n  ",
]


@pytest.fixture(autouse=True)
def _short_texts_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton, "ENOUGH", 0)
    monkeypatch.setattr(automaton, "_TOGETHER", 20)


@given(
    st.lists(st.sampled_from(ORIGINALS), min_size=1, max_size=3),
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", "", "\n", "\n\n"]))),
)
def test_originals_are_found_in_stretches_as_in_the_whole(
    originals: list[str], words: list[tuple[str, str]]
) -> None:
    text = "".join(word + gap for word, gap in words)
    own = OwnOriginals()
    own.add((original, PERSON) for original in originals)

    def place(match: Match) -> tuple[int, int, bool, str]:
        return match.start, match.end, match.always, match.spells

    whole = Search(own).matches(text, words_of(text))
    assert sorted(map(place, own.found(text))) == sorted(map(place, whole))


def test_other_stretches_are_passed_over() -> None:
    text = "So we went home.\n\n" * 9 + "Then J-a ne came.\n\n" + "Jan was late.\n\n" * 9
    stretches = list(automaton.near([b"jane"], text, 2))
    assert len(stretches) == 1
    assert "J-a ne" in text[stretches[0][0] : stretches[0][1]]
    assert text[: stretches[0][2]].endswith("Jan was")


def test_nothing_is_near_no_words() -> None:
    assert list(automaton.near([], "So we went home.", 0)) == []


def test_an_automaton_that_cannot_be_made_does_not_tell() -> None:
    assert automaton.Automaton(["a("]).found("a") is None
    assert automaton.Automaton([f"(?:a{at}b{{900}}){{900}}" for at in range(90)]).found("a") is None
