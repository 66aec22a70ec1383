"""Offsets in the units of browsers."""

from __future__ import annotations

from anonfilter_review.web.web_page import Units
from hypothesis import given
from hypothesis import strategies as st


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@given(st.text(st.sampled_from("a\U0001f600é\n\U00010000"), max_size=12))
def test_offsets_in_units_and_back(text):
    known = Units(text)
    for offset in range(len(text) + 1):
        assert known.of(offset) == units(text[:offset])
        assert known.offset(known.of(offset)) == offset
