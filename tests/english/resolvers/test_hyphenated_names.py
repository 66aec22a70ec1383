"""Names that are hyphenated at the end of a line or of a caption are replaced as a whole."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.hyphenated_names import HyphenatedNames

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset
from tests.documents.test_cues import captions
from tests.english.resolvers.marking import Resolved


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("<PERSON Ann Okafor> met Oka-\nfor.", "<PERSON Ann Okafor> met <PERSON Oka-\nfor>."),
        ("<PERSON Ann Oka>-\nfor came.", "<PERSON Ann Oka-\nfor> came."),
        ("<PERSON Wilma Quillfea>-\nther came.", "<PERSON Wilma Quillfea-\nther> came."),
        ("<PERSON Oka>-\n<LOCATION for> <PERSON Okafor>", "<PERSON Oka-\nfor> <PERSON Okafor>"),
        ("I saw <PERSON Ngozi>-\nand then left.", "I saw <PERSON Ngozi>-\nand then left."),
        ("I saw <PERSON Ngozi>-\nuh then left.", "I saw <PERSON Ngozi>-\nuh then left."),
        ("<PERSON Ann> is well-\nknown.", "<PERSON Ann> is well-\nknown."),
    ],
)
def test_both_halves_become_one_span(marked: str, expected: str, resolve) -> None:
    made: Resolved = resolve(HyphenatedNames, marked)
    assert made.marked == expected


@pytest.mark.parametrize("kind", ["srt", "vtt", "sbv", "ttml"])
def test_both_halves_in_two_cues_are_replaced(kind: str) -> None:
    engine = Engine(load_ruleset("fast"))
    cues = ["I spoke to Dr. Adaeze Oka-", "for, call 555-", "0142. Then", "Adaeze Okafor left."]
    done = engine.redact(engine.read_document(captions(kind, *cues).encode(), f"a.{kind}"))
    left = [part for part in ("Oka", "for", "555", "0142") if part in done.output.decode()]
    assert left == []
    assert done.output.decode().count("[PERSON_1]") == 2
