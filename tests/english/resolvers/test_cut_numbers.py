"""Numbers and addresses that the end of a turn or line cuts in two are found."""

from __future__ import annotations

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset

ENGINE = Engine(load_ruleset("fast"))


def filtered(text: str) -> str:
    return ENGINE.redact(ENGINE.read_document(text.encode(), "call.txt")).output.decode()


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        ("B: It's 555-\nA: Yes?\nB: -0142.\n", ("555", "0142")),
        ("B: The claim is V-4-\nB: -8-2-1-3.\n", ("V-4", "8-2-1-3")),
        ("B: I live on 415 Oak-\nA: Go on.\nB: -hurst Drive.\n", ("415", "Oak", "hurst")),
        ("A. I live on 415 Oak-\nA. -hurst Drive.\n", ("415", "Oak", "hurst")),
        ("Call 555-\n0142 today.\n", ("555", "0142")),
        ("My policy number is PLX-\n88213 now.\n", ("PLX", "88213")),
    ],
)
def test_both_halves_are_found(text: str, halves: tuple[str, ...]) -> None:
    written = filtered(text)
    assert not [half for half in halves if half in written]


@pytest.mark.parametrize(
    "text",
    ["The microchip is 985 112 003 456 789.", "My ID is FIN 4820 1957 3361, and hers too."],
)
def test_a_number_in_equal_groups_is_found_as_a_whole(text: str) -> None:
    assert not any(map(str.isdigit, filtered(text).partition("_")[0]))
    assert filtered(text).count("[") == 1


@pytest.mark.parametrize(
    "text",
    [
        "We sold 100 200 300 of them.",
        "It was a well-\nB: -known one.\n",
        "We had 2-\nA: Yes?\nB: -3 of them.\n",
        "We had 100-\n200 guests.\n",
    ],
)
def test_other_text_stays(text: str) -> None:
    assert filtered(text) == text
