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
