"""Places in reports: files that hold other files give the place in the member."""

from __future__ import annotations

import pytest

from anonfilter.containers.member_text import join_members
from anonfilter.containers.places import Places
from anonfilter.errors import Incomplete

TALKS = join_members(
    [("talks/a.txt", "one\nAnna Reed\r\ntwo"), ("talks/b.png", None), ("c.txt", "")], 0
)
WHOLE = join_members([("a.zip", join_members([("in.txt", "x\ny")], 1))], 0)


@pytest.mark.parametrize(
    ("text", "sought", "place"),
    [
        ("one\nAnna", "Anna", ("", 2, 1)),
        ("", "", ("", 1, 1)),
        (TALKS, "Anna", ("talks/a.txt", 2, 1)),
        (TALKS, "one", ("talks/a.txt", 1, 1)),
        (TALKS, "b.png", ("talks/b.png (name)", 1, 7)),
        (WHOLE, "y", ("a.zip: in.txt", 2, 1)),
    ],
    ids=["second-line", "empty", "member", "its-first-line", "name", "member-of-member"],
)
def test_a_place_is_that_in_the_member(text: str, sought: str, place: tuple[str, int, int]) -> None:
    assert Places(text).at(text.index(sought)) == place


@pytest.mark.parametrize(
    ("where", "inside"),
    [
        ("d.zip", (None, None, None)),
        ("d.zip:3:1", (None, 3, 1)),
        ("d.zip: a: b.txt", ("a: b.txt", None, None)),
        ("d.zip: talks/a.txt:3:12", ("talks/a.txt", 3, 12)),
        ("e.zip:3:1", (None, None, None)),
    ],
)
def test_an_error_says_the_member_and_the_place_in_it(
    where: str, inside: tuple[str | None, int | None, int | None]
) -> None:
    assert Incomplete("is odd", where=where).place_inside("d.zip") == inside
