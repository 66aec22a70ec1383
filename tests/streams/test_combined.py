"""Changes of several passes as one, and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import Replacement
from anonfilter.engine.rewrite import apply_edits
from anonfilter.sidecars.stretches import combine_passes

CUTS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4), st.text("XY\n", max_size=4)))


def edits(text: str, cuts: list[tuple[int, int, str]]) -> list[Replacement]:
    """Edits of a text, each so far behind the one before, and so long."""
    found: list[Replacement] = []
    at = 0
    for gap, length, new in cuts:
        start, end = at + gap, at + gap + length
        if end > len(text) or (found and found[-1].start == start):
            break
        found.append(Replacement(start, end, new))
        at = end
    return found


@given(st.text("abc ", max_size=40), st.lists(CUTS, max_size=4))
def test_passes_are_combined_and_each_edit_has_its_original(
    text: str, cuts: list[list[tuple[int, int, str]]]
) -> None:
    passes, output = [], text
    for some in cuts:
        passes.append(edits(output, some))
        output = apply_edits(output, passes[-1]).text
    done = combine_passes(text, passes)
    assert done.text == output
    assert apply_edits(text, done.edits).text == output
