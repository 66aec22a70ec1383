"""The automaton for many simple expressions."""

from __future__ import annotations

from anonfilter_english.knowledge import automaton


def test_an_automaton_that_cannot_be_made_does_not_tell() -> None:
    assert automaton.Automaton(["a("]).found("a") is None
    assert automaton.Automaton([f"(?:a{at}b{{900}}){{900}}" for at in range(90)]).found("a") is None
