"""The words beside a name show whether it is a person's or a place's."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.people.person_or_place import Context, context_of


@pytest.mark.parametrize(
    ("before", "name", "after", "context"),
    [
        ("I moved to ", "Austin", " then", Context.PLACE),
        ("I was in ", "Austin", ".", Context.INSIDE),
        ("I was in\n", "Austin", ".", Context.INSIDE),
        ("in\n\n", "Adaeze Okafor", "", Context.UNKNOWN),  # the folder of a file, and its name
        ("who met ", "Austin", " there", Context.PERSON),
    ],
)
def test_words_beside_a_name_show_its_kind(
    before: str, name: str, after: str, context: Context
) -> None:
    start = len(before)
    assert context_of(before + name + after, start, start + len(name)) is context
