"""Line numbers of court transcripts are cut off spans, and stay in the text."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.recording import Recording, find_line_numbers

from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import Resolved, accounted, marked_document

LINES = [
    "1    Q.  Who was it?",
    "2    A.  That was <PERSON Ilse",
    "3    Brandvold>, on <DATE May third,",
    "4    2011>, in the morning.",
    "5    Q.  Of the",
    "<GENERIC_ID 6    12345> there?",
]
WANTED = [
    "1    Q.  Who was it?",
    "2    A.  That was <PERSON Ilse>",
    "3    <PERSON Brandvold>, on <DATE May third,>",
    "4    <DATE 2011>, in the morning.",
    "5    Q.  Of the",
    "6    <GENERIC_ID 12345> there?",
]


def test_a_span_over_two_lines_excludes_the_line_number() -> None:
    document, spans = marked_document("\n".join(LINES))
    resolver = Recording(Recording.Config(), Setting("recording"))
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    assert Resolved(document, spans, found, changes).marked == "\n".join(WANTED)


@pytest.mark.parametrize(
    "text", ["12  apples\n3  pears\n40  nuts\n", "1  He came.\n2  He left.\n", "in 11\n12 men came"]
)
def test_a_few_numbers_at_line_starts_are_no_line_numbers(text: str) -> None:
    assert find_line_numbers(text) == []
