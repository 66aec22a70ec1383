"""A name that is cut off has the number of the whole name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from anonfilter_english.resolvers.cut_offs.cut_offs import CutOffs
from anonfilter_english.resolvers.cut_offs.page_furniture import find_page_furniture
from anonfilter_english.taggers.name_part_tags import NamePartsTagger

from anonfilter.contract.book import Book
from anonfilter.contract.document import Mention
from anonfilter.contract.plugin import Setting
from tests import shipped
from tests.english.resolvers.marking import accounted, marked_document


def tagged(marked: str) -> str:
    """Return the text with the tags after the resolver."""
    labels = shipped.ruleset().labels
    setting = Setting("cut-offs", folder=Path(), labels=labels)
    document, before = marked_document(marked)
    spans, changes = CutOffs(CutOffs.Config(), setting).resolve(document, before)
    accounted(before, spans, changes)
    tagger, book = NamePartsTagger(NamePartsTagger.Config(), setting), Book(())
    parts: list[str] = []
    done = 0
    for one in _replacements(spans, document.text, tagger, book, labels):
        parts += document.text[done : one[0]], one[2]
        done = one[1]
    return "".join((*parts, document.text[done:]))


def _replacements(spans, text, tagger, book, labels) -> Iterator[tuple[int, int, str]]:
    for span in sorted(spans, key=lambda span: span.start):
        mention = Mention(span, text[span.start : span.end], labels[span.label])
        for one in tagger.replace(mention, book):
            yield one.start, one.end, one.text.replace("PERSON_", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "MR. ROE: It was <PERSON Tomas> Ba-\nMS. LEE: <PERSON Barragan>?\nMR. ROE: Yes.",
            "MR. ROE: It was [1] [2]-\nMS. LEE: [2]?\nMR. ROE: Yes.",
        ),
        (
            "MR. ROE: It was <PERSON Tomas Ba>-\nMS. LEE: Barragan?\nMR. ROE: Yes.",
            "MR. ROE: It was [1] [2]-\nMS. LEE: [2]?\nMR. ROE: Yes.",
        ),
        (
            "MR. ROE: Ask Mr. Ba--\nMS. LEE: You mean Barragan?\nMR. ROE: Yes.",
            "MR. ROE: Ask Mr. [1]--\nMS. LEE: You mean [1]?\nMR. ROE: Yes.",
        ),
        (
            "MR. ROE: <PERSON Tomas> Ba-\nMS. LEE: Barragan?\n"
            "MR. ROE: Rich- (No.) -ardson, <PERSON Richardson>.",
            "MR. ROE: [1] [2]-\nMS. LEE: [2]?\nMR. ROE: [3]- (No.) -[3], [3].",
        ),
        ("I met B- <PERSON Barragan> there.", "I met [1]- [1] there."),
        ("I met Bar- um, <PERSON Barragan>.", "I met [1]- um, [1]."),
        (
            "<PERSON Kevin Hardesty>. It was Har- (Yes.) -desty who came.",
            "[1] [2]. It was [2]- (Yes.) -[2] who came.",
        ),
        (
            "MR. ROE: It was <PERSON Kevin> Har-\nMS. LEE: Yes.\nMR. ROE: -desty.",
            "MR. ROE: It was [1] [2]-\nMS. LEE: Yes.\nMR. ROE: -[2].",
        ),
        (
            "MR. ROE: It was <PERSON Kevin>--\nMS. LEE: Mm-hmm.\nMR. ROE: --Hardesty.",
            "MR. ROE: It was [1]--\nMS. LEE: Mm-hmm.\nMR. ROE: --[2].",
        ),
        (
            "<PERSON Kevin Hardesty> left.\n\nIt was Har-\n\n     45\n\ndesty who came.",
            "[1] [2] left.\n\nIt was [2]-\n\n     45\n\n[2] who came.",
        ),
        ("Then <PERSON Ilse>\n\n     45\n\nBrandvold came.", "Then [1]\n\n     45\n\n[2] came."),
        ("<ORGANIZATION Ba>- <PERSON Barragan>", "[1]- [1]"),
        # halves with dashes, of a name that is nowhere else
        ("He met Wil-- (crosstalk) --helm there.", "He met [1]-- (crosstalk) --[1] there."),
        (
            "MR. ROE: <PERSON Marj>--\nMS. LEE: Excuse me.\nMR. ROE: --orie, who saw it.",
            "MR. ROE: [1]--\nMS. LEE: Excuse me.\nMR. ROE: --[1], who saw it.",
        ),
        (
            "MR. ROE: Her and Con--\nMS. LEE: Slow.\nMR. ROE: --suelo.",
            "MR. ROE: Her and [1]--\nMS. LEE: Slow.\nMR. ROE: --[1].",
        ),
        (
            "K-K-<PERSON Kevin> and <PERSON J>-J-- <PERSON James> left. W-W-What.",
            "[1]-[1]-[1] and [2]-[2]-- [2] left. W-W-What.",
        ),
        (
            "<PERSON B-b-Barragan> left with <PERSON A-A-Anna>.",
            "[1]-[1]-[1] left with [2]-[2]-[2].",
        ),
        # a pause within a name; the whole name is elsewhere, or in the list of names
        (
            "<PERSON Barragan>: <PERSON Ramon Ba-rragan>, so Ba-rragan.",
            "[1]: [2] [1]-[1], so [1]-[1].",
        ),
        ("I am <PERSON Jef-ferson>.", "I am [1]-[1]."),
        ("Ask Ms. Van-- --derhoof.", "Ask Ms. [1]-- --[1]."),
        (
            "Ask Officer Castle-\n\nMS. LEE: No.\n\nMR. ROE: -<PERSON=0.2 bury> was hit.",
            "Ask Officer [1]-\n\nMS. LEE: No.\n\nMR. ROE: -[1] was hit.",
        ),
    ],
)
def test_pieces_have_the_number_of_the_whole_name(before: str, after: str) -> None:
    assert tagged(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "I- I was there. W-I",
        "The- <PERSON Theodore> came.",
        "A- <PERSON Ann> came.",
        "We went to Chi- Chicago.",
        "It was un-- (crosstalk) --believable. Un-- --til then. Car-- --pet.",
        "It was pre- and post-war.",
        "Yes, <PERSON Ann>. There- There's more.",
        "So- so <PERSON Sofia> left.",
        "<PERSON Ann> said the-\n\nother day.",
        "<PERSON Ilse> left.\n\n     45\n\nBrandvold came.",
        "He was well- known.",
        "<PERSON Jean>-luc, co-operation and Al-amin.",
    ],
)
def test_text_that_stays(text: str) -> None:
    again = tagged(text)
    assert again.count("[") == text.count("<")


def test_each_span_of_a_piece_has_the_number_of_the_whole_name() -> None:
    document, spans = marked_document("It was <PERSON Tomas Ba>- <PERSON Barragan>.")
    twice = [*spans, replace(spans[0], detector="other")]
    setting = Setting("cut-offs", labels=shipped.ruleset().labels)
    found, changes = CutOffs(CutOffs.Config(), setting).resolve(document, twice)
    accounted(twice, found, changes)
    assert sorted(span.canonical for span in found) == ["", "Tomas Barragan", "Tomas Barragan"]


def test_many_pieces_take_a_limited_time() -> None:
    text = "Ba- " * 5000 + "<PERSON Barragan>"
    assert tagged(text).endswith("[1]")


def test_page_numbers_and_running_headers_are_found() -> None:
    text = (
        "and so on\n\n   12\n\nILSE BRANDVOLD  K12345  1/4/05\n\nhe went\n\n"
        "   13\n\nILSE BRANDVOLD  K12345  1/4/05\n\nhome at\n5\nin the evening"
    )
    assert [text[a:b].strip() for a, b in find_page_furniture(text)] == [
        "12",
        "ILSE BRANDVOLD  K12345  1/4/05",
        "13",
        "ILSE BRANDVOLD  K12345  1/4/05",
    ]
