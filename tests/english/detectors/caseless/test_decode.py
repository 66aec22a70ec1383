"""Names are read off the network's outputs."""

from __future__ import annotations

import numpy as np
import pytest
from anonfilter_english.detectors.caseless.decode import found
from anonfilter_english.detectors.caseless.pieces import TAGS, Window, Word


@pytest.mark.parametrize(("lead", "label"), [(0.5, "PERSON"), (1.5, "OTHER")])
def test_a_title_must_be_likelier_than_a_person_by_a_margin(lead: float, label: str) -> None:
    logits = np.zeros((2, len(TAGS)), dtype=np.float32)
    logits[1, TAGS.index("I-PERSON")] = -9
    logits[1, TAGS.index("B-PERSON")] = 8
    logits[1, TAGS.index("B-OTHER")] = 8 + lead
    word = Word(0, 10, 0, 1)
    finds = found([word], Window(0, 1, 0, 1), logits, bias=1)
    assert [find.label for find in finds] == [label]


@pytest.mark.parametrize(
    ("first", "opens", "ends"),
    [(14, True, [14, 20]), (1, True, [15, 20]), (14, False, [20])],
    ids=["Daniel Brandt. Dan", "D. Dan", "Dr. Brandt"],
)
def test_a_name_ends_where_its_sentence_ends(first: int, opens: bool, ends: list[int]) -> None:
    words = [
        Word(14 - first, 14, 0, 1),
        Word(14, 15, 1, 2, mark=True),
        Word(16, 20, 2, 3, opens=opens),
    ]
    logits = np.zeros((4, len(TAGS)), dtype=np.float32)
    logits[1, TAGS.index("B-PERSON")] = logits[2:, TAGS.index("I-PERSON")] = 8
    finds = found(words, Window(0, 3, 0, 3), logits, bias=1)
    assert [find.end for find in finds] == ends
