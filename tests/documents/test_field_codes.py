"""Instructions of fields: what is for people in them is text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from anonfilter_documents.shared.field_codes import split_field_code


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('HYPERLINK "https://a.example/x" \\o "As Wilma says"', ["As Wilma says"]),
        (" MACROBUTTON AcceptAll Write to Wilma ", [" Write to Wilma "]),
        ('ASK who "Is Wilma here?" \\d "As Tom says"', ["Is Wilma here?", "As Tom says"]),
        ("EQ \\f(Wilma,2)\\s\\up8(so)", ["(Wilma,2)", "8(so)"]),
        ("AUTHOR  Wilma \\* MERGEFORMAT", ["  Wilma "]),
        ("PAGE \\* MERGEFORMAT", []),
        ("REF who \\h", []),
        ('DATE \\@ "d MMMM yyyy"', []),
    ],
)
def test_instructions_for_people_are_text(text: str, said: list[str]) -> None:
    parts = list(split_field_code(text))
    assert [text[one.start : one.end] for one in parts if one.role == "text"] == said
    assert all(one.end <= other.start for one, other in pairwise(parts))
