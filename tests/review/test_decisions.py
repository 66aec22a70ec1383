"""Decisions beside a text after a part of it was replaced."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.decisions.decisions_file import Decision
from anonfilter_review.decision_updates import moved, names_tags

from anonfilter.contract.document import Replacement, RewrittenText

# 0123456789 with [3:5] -> "[PERSON_1]"
REWRITTEN = RewrittenText("012[PERSON_1]56789", (Replacement(3, 5, "[PERSON_1]"),), ((13, 5),))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Decision(keep=((0, 3), (5, 7))), [Decision(keep=((0, 3), (13, 15)))]),
        (Decision(keep=((3, 5),)), []),
        (Decision(keep=((2, 4), (8, 9)), label="CASE"), [Decision(keep=((16, 17),), label="CASE")]),
        (Decision(merge=((0, 2), (3, 5))), []),
        (Decision(merge=((0, 2), (8, 9))), [Decision(merge=((0, 2), (16, 17)))]),
        (Decision(role="JUDGE", of=((5, 6),)), [Decision(role="JUDGE", of=((13, 14),))]),
        (Decision(add=((5, 6),), to=(3, 5)), [Decision(add=((13, 14),))]),
        (Decision(add=((5, 6),), to=(0, 1)), [Decision(add=((13, 14),), to=(0, 1))]),
    ],
)
def test_decisions_move_with_their_places_unless_replaced(before, after):
    assert list(moved([before], REWRITTEN)) == after


def test_tags_are_no_places():
    assert names_tags([Decision(keep=((0, 1),)), Decision(keep=("[PERSON_1]",))])
    assert names_tags([Decision(add=((0, 1),), to="[PERSON_1]")])
    assert not names_tags([Decision(add=((0, 1),), to=(2, 3))])
