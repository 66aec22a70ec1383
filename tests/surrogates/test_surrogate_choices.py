"""The same surrogate for the same original, never one of the text, never one for two."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from anonfilter_surrogates.surrogate_choices import Choices, Chooser
from hypothesis import given
from hypothesis import strategies as st

POOL = ("Odile", "Fenwick", "Tabor", "Quillon", "Merle")
SECRET = bytes(32)


def chooser(
    corpus: Choices | None = None,
    text: str = "",
    originals: Sequence[str] = (),
    known: Sequence[str] = (),
    secret: bytes = SECRET,
) -> Chooser:
    return Chooser(secret, corpus or Choices(), {}, text, originals, lambda name: name in known, 0)


def pool(names: Sequence[str] = POOL) -> Callable[[int], str]:
    return lambda number: names[number % len(names)]


@given(st.lists(st.sampled_from(["ann", "bo", "cy", "dee", "eve", "fay", "gus"]), max_size=9))
def test_each_original_has_its_own_surrogate(originals: list[str]) -> None:
    made = chooser()
    found = {one: made.choose("given", one, pool()) for one in originals}
    given_out = [name for name in found.values() if name]
    assert len(given_out) == len(set(given_out)) == min(len(found), len(POOL))
    assert found == {one: made.choose("given", one, pool()) for one in reversed(originals)}


def test_names_of_the_text_or_corpus_are_no_surrogates() -> None:
    made = chooser(text="Then odile said: FENWICK!", known=["Tabor"])
    assert {made.choose("given", str(at), pool()) for at in range(4)} == {"Quillon", "Merle", ""}


def test_no_surrogate_contains_an_original() -> None:
    made = chooser(originals=["Abel", "Ann"])
    assert made.choose("given", "abel", pool(["Annabella", "Abelard", "Hannah"])) == "Hannah"


def test_other_texts_of_the_corpus_get_the_same_surrogate() -> None:
    """Also where the first candidate of a text could not be taken."""
    corpus = Choices()
    first = chooser(corpus)
    best = first.choose("given", "ann", pool())
    elsewhere = chooser(corpus, text=best)
    second = elsewhere.choose("given", "ann", pool())
    assert second not in ("", best)
    corpus.add(elsewhere.made)
    assert chooser(corpus).choose("given", "ann", pool()) == second
    assert chooser(corpus).choose("given", "bo", pool([second])) == ""


def test_a_surrogate_of_two_branches_is_not_used_again() -> None:
    one, other = chooser(), chooser()
    one.choose("given", "ann", pool(["Odile"]))
    other.choose("given", "bo", pool(["Odile"]))
    corpus = Choices()
    corpus.add(one.made)
    corpus.add(other.made)
    assert chooser(corpus).choose("given", "ann", pool(["Odile", "Tabor"])) == "Tabor"


def test_another_key_gives_another_surrogate() -> None:
    names = [f"Name{at}" for at in range(1000)]
    made = {chooser(secret=bytes([at] * 32)).choose("given", "ann", pool(names)) for at in range(9)}
    assert len(made) > 6


def test_initials_may_be_shared_and_numbers_stand_as_a_whole() -> None:
    made = chooser(text="call 555 or 0142, in H.")
    assert made.choose("initial", "a", pool(["H"]), free=True) == "H"
    assert made.choose("initial", "b", pool(["H"]), free=True) == "H"
    assert made.choose("phone", "1", pool(["555-0142"]), whole=True) == "555-0142"
    assert made.choose("phone", "2", pool(["call 555"]), whole=True) == ""
