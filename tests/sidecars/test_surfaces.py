"""A filtered text and its map restore the original byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from anonfilter_documents.captions.webvtt import WebVTT
from anonfilter_documents.csv.csv_table import CsvTable
from anonfilter_documents.json.json_lines import JsonLines
from anonfilter_documents.plaintext import Plaintext
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import (
    Document,
    Label,
    Mention,
    Replacement,
    Span,
    Survives,
    TaggedMention,
)
from anonfilter.contract.tags import tag_shapes
from anonfilter.engine.rewrite import rewrite
from anonfilter.errors import Incomplete
from anonfilter.sidecars.entries import LITERAL, Entry, Map
from anonfilter.sidecars.surfaces import record_tags, restore_text
from tests.documents.read_documents import read

LABEL = Label("PERSON")
TAGS = ["[PERSON_1]", "[PERSON_2]", "[MONTH]", "[PERSON_k7f3m2qa4x]"]
BITS = [
    "Ann",
    "Bo",
    "ANN",
    " ",
    "\n",
    "\r\n",
    ", ",
    "-",
    "é",
    "e\u0301",
    "\u00ad",
    "[",
    "]",
    "[PERSON_",
    "1]",
    "[MON",
    "TH]",
    '"',
    "a,b",
    "\t",
    *TAGS,
]
TEXTS = st.lists(st.sampled_from(BITS), max_size=25).map("".join)


def spans_in(draw: Callable[[Any], Any], document: Document) -> list[tuple[int, int]]:
    """Disjoint stretches of a document's text, in order, none across a field or in a tag."""
    cuts = sorted(draw(st.sets(st.integers(0, len(document.text)), max_size=12)))
    return [
        (max(start, one.start), min(end, one.end))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        for one in document.fields
        if max(start, one.start) < min(end, one.end)
    ]


def replaced(
    document: Document, spans: Sequence[tuple[int, int]], tags: Sequence[str]
) -> list[TaggedMention]:
    return [
        TaggedMention(
            Mention(Span(start, end, "PERSON", "test"), document.text[start:end], LABEL),
            (Replacement(start, end, tag),),
        )
        for (start, end), tag in zip(spans, tags, strict=True)
    ]


def filtered(
    document: Document, tagged: Sequence[TaggedMention], earlier: Map | None = None
) -> tuple[str, Map]:
    rewritten = rewrite(document, [part for one in tagged for part in one.replacements])
    text = document.source.text
    own = [match[0] for match in tag_shapes(text)]
    entries = record_tags("any", text, rewritten, tagged, own, earlier)
    for tag, entry in entries.items():
        assert Entry.of(tag, entry.label, entry.payload()) == entry
    return rewritten.text, Map("d", entries=entries)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Document, list[TaggedMention]]:
    kind = draw(st.sampled_from(["txt", "jsonl", "csv", "vtt"]))
    texts = draw(st.lists(TEXTS, min_size=1, max_size=4))
    if kind == "txt":
        document = read(Plaintext, "\n\n".join(texts), "any.txt")
    elif kind == "jsonl":
        lines = (json.dumps({"text": one, "id": 7, "who": one[:3]}) + "\n" for one in texts)
        document = read(JsonLines, "".join(lines), "any.jsonl")
    elif kind == "csv":
        cells = (one.replace('"', '""') for one in texts)
        document = read(CsvTable, "name,said\n" + "".join(f'x,"{c}"\n' for c in cells), "any.csv")
    else:
        cues = (
            f"00:0{at}.000 --> 00:0{at}.900\n<v Ann Lee>{' '.join(one.split())} <b>Bo</b> x\n\n"
            for at, one in enumerate(texts)
        )
        document = read(WebVTT, "WEBVTT\n\n" + "".join(cues).replace("[", "("), "any.vtt")
    spans = spans_in(draw, document)
    tags = draw(st.lists(st.sampled_from(TAGS), min_size=len(spans), max_size=len(spans)))
    return document, replaced(document, spans, tags)


@given(cases())
def test_a_filtered_text_is_restored(case: tuple[Document, list[TaggedMention]]) -> None:
    document, tagged = case
    output, known = filtered(document, tagged)
    assert restore_text(output, "any", known) == document.source.text


@given(st.data())
def test_a_text_filtered_twice_is_restored(data: st.DataObject) -> None:
    first = read(Plaintext, data.draw(TEXTS), "any.txt")
    spans = spans_in(data.draw, first)
    draw_tags = st.lists(st.sampled_from(TAGS), min_size=len(spans), max_size=len(spans))
    output, known = filtered(first, replaced(first, spans, data.draw(draw_tags)))
    again = read(Plaintext, output, "any.txt")
    outside = [
        span
        for span in spans_in(data.draw, again)
        if not any(m.start() < span[1] and span[0] < m.end() for m in tag_shapes(again.text))
    ]
    more = st.lists(st.sampled_from(TAGS), min_size=len(outside), max_size=len(outside))
    try:
        last, merged = filtered(again, replaced(again, outside, data.draw(more)), known)
    except Incomplete:
        return  # a character beside a tag, that goes with it, was replaced
    assert restore_text(last, "any", merged) == first.source.text


def months(text: str) -> tuple[str, Map]:
    """A text in which all months are one tag."""
    document = read(Plaintext, text, "any.txt")
    spans = [
        (at, at + len(month))
        for month in ("March", "June", "MARCH")
        for at in range(len(text))
        if text.startswith(month, at)
    ]
    return filtered(document, replaced(document, sorted(spans), ["[MONTH]"] * len(spans)))


TWO = "She was born in March.\n\nHe says that he went in June, or so.\n"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("She was born in [MONTH].\n\n", "", "1:25"),
        ("or so", "[MONTH]", "3:34"),
        ("born in [MONTH].", "gone, or so.", "3:25"),
        (
            "She was born in [MONTH].\n\nHe says that he went in [MONTH], or so.",
            "He says that he went in [MONTH], or so.\n\nShe was born in [MONTH].",
            "1:25",
        ),
    ],
)
def test_moved_and_removed_tags_are_reported_with_their_place(
    old: str, new: str, place: str
) -> None:
    output, known = months(TWO)
    assert old in output
    with pytest.raises(Incomplete) as error:
        restore_text(output.replace(old, new), "any.txt", known)
    assert error.value.where == f"any.txt:{place}"
    assert "March" not in str(error.value)
    assert "June" not in str(error.value)


def test_edits_beside_tags_stay() -> None:
    output, known = months(TWO)
    assert "went out in June" in restore_text(
        output.replace("went in", "went out in"), "any", known
    )


def test_a_tag_that_is_always_the_same_may_come_again() -> None:
    document = read(Plaintext, "Ann and Bo", "any.txt")
    output, known = filtered(document, replaced(document, [(0, 3)], ["[PERSON_1]"]))
    assert restore_text(output + ", and [PERSON_1]", "any", known) == "Ann and Bo, and Ann"


def test_text_like_a_tag_in_the_original_has_an_entry() -> None:
    document = read(Plaintext, "In [MONTH], or June.", "any.txt")
    output, known = filtered(document, replaced(document, [(15, 19)], ["[MONTH]"]))
    assert output == "In [MONTH], or [MONTH]."
    assert restore_text(output, "any", known) == "In [MONTH], or June."
    alone = read(Plaintext, "In [MONTH].", "any.txt")
    assert filtered(alone, [])[1].entries["[MONTH]"].label == LITERAL


def test_names_in_parts_are_known_whole() -> None:
    label = Label("PERSON", survives=Survives.FAIL)
    document = read(Plaintext, "Mark\nStone came.", "any.txt")
    parts = (Replacement(0, 4, "[PERSON_1]"), Replacement(5, 10, "[PERSON_2]"))
    mention = Mention(Span(0, 10, "PERSON", "test"), "Mark\nStone", label)
    _, known = filtered(document, [TaggedMention(mention, parts)])
    assert known.entries["[PERSON_1]"].names == ("Mark Stone",)
    assert known.entries["[PERSON_2]"].names == ()
