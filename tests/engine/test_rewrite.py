"""Rewriting a file: what is outside a replaced stretch comes out as it went in."""

from __future__ import annotations

import pytest
from anonfilter_documents.plaintext import Plaintext
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.containers.decoding import decode
from anonfilter.contract.document import Document, Field, Replacement, Source, Timing
from anonfilter.contract.plugin import Setting
from anonfilter.engine.rewrite import rewrite
from anonfilter.text.origin import Origin, Piece
from tests.text.test_cleaning import ODD


def document(data: bytes) -> Document:
    return Plaintext(Plaintext.Config(), Setting("text")).read(decode(data, "any"))


FILES = ODD.filter(lambda text: "\0" not in text).map(
    lambda text: (
        text.encode("utf-8", "surrogateescape")
        if all(not "\ud800" <= char <= "\udfff" or "\udc80" <= char <= "\udcff" for char in text)
        else text.encode("utf-8", "replace")
    )
)


@st.composite
def files_with_spans(draw: st.DrawFn) -> tuple[Document, list[tuple[int, int]]]:
    """A file and disjoint, ordered stretches of its text, none empty."""
    read = document(draw(FILES))
    cuts = sorted(draw(st.sets(st.integers(0, len(read.text)), max_size=12)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return read, [
        (max(start, one.start), min(end, one.end))
        for start, end in pairs
        for one in read.fields
        if max(start, one.start) < min(end, one.end)
    ]


@given(files_with_spans())
def test_nothing_changes_outside_the_spans(case: tuple[Document, list[tuple[int, int]]]) -> None:
    read, spans = case
    source = read.source.text
    done = rewrite(read, [Replacement(start, end, "[X]") for start, end in spans])
    at = place = 0
    for edit in done.edits:
        kept = source[at : edit.start]
        assert done.text[place : place + len(kept)] == kept
        place += len(kept) + len(edit.text)
        at = edit.end
    assert done.text[place:] == source[at:]
    replaced = [stretch for start, end in spans for stretch in read.origin.stretches(start, end)]
    inside = sum(end - start for start, end in replaced)
    assert sum(edit.end - edit.start for edit in done.edits) >= inside


@given(files_with_spans())
def test_text_outside_the_spans_is_preserved(case: tuple[Document, list[tuple[int, int]]]) -> None:
    read, spans = case
    source = read.source.text
    done = rewrite(read, [Replacement(start, end, "[X]") for start, end in spans])
    replaced = {at for edit in done.edits for at in range(edit.start, edit.end)}
    for at in set(range(len(source))) - replaced:
        assert done.text[done.now(at)] == source[at]
        assert done.original(done.now(at)) == at


def test_a_repeated_spelling_is_replaced_once() -> None:
    text = "ann lee went [1 2] [3]"
    timings = (
        Timing(0, 7, echoes=(Replacement(14, 17, ""),)),
        Timing(8, 12, echoes=(Replacement(20, 21, ""),)),
    )
    read = Document(
        Source("any", text),
        text,
        (Field(0, 12, timings=timings),),
        Origin([Piece(0, 12, 0, 12)]),
        text,
    )
    done = rewrite(read, [Replacement(0, 3, "[A]"), Replacement(4, 7, "[B]")])
    assert done.text == "[A] [B] went [] [3]"


@given(files_with_spans())
def test_replacing_text_by_itself_changes_nothing(
    case: tuple[Document, list[tuple[int, int]]],
) -> None:
    read, spans = case
    plain = [
        (start, end)
        for start, end in spans
        if read.source.text[slice(*read.origin.extent(start, end))] == read.text[start:end]
        and "\n" not in read.text[start:end]
    ]
    same = [Replacement(start, end, read.text[start:end]) for start, end in plain]
    assert rewrite(read, same).text == read.source.text
    assert rewrite(read, []).text == read.source.text


@given(files_with_spans())
def test_line_ends_stay(case: tuple[Document, list[tuple[int, int]]]) -> None:
    read, spans = case
    done = rewrite(read, [Replacement(start, end, "[X]") for start, end in spans])
    for end in "\r\n":
        assert done.text.count(end) == read.source.text.count(end)


@given(files_with_spans())
def test_offsets_lead_back(case: tuple[Document, list[tuple[int, int]]]) -> None:
    read, spans = case
    done = rewrite(read, [Replacement(start, end, "[X]") for start, end in spans])
    at = place = 0
    for edit in done.edits:
        for step in range(edit.start - at):
            assert done.original(place + step) == at + step
        place += edit.start - at + len(edit.text)
        at = edit.end
    for step in range(len(read.source.text) - at):
        assert done.original(place + step) == at + step


def test_overlapping_replacements_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        rewrite(document(b"abcdef"), [Replacement(0, 4, "x"), Replacement(2, 6, "y")])
