"""Says what was converted, and what is not in the transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from anonfilter.text.plural import counted
from anonfilter_pdf.document import Beside
from anonfilter_pdf.transcript import HEADERS, INDEX, NUMBERS, TIMES, Transcript


def account(done: Transcript) -> list[str]:
    """Return what was done, line by line, without values."""
    said = done.said
    if said.spoken:
        labels = counted(len(said.labels), "label")
        first = f"{counted(said.spoken, 'utterance')} of {labels} in {counted(done.pages, 'page')}"
    else:
        first = (
            f"{counted(done.pages, 'page')}, and no labels of speakers in them: their paragraphs "
            "were joined"
        )
    left, beside = "; ".join(_left_out(done)), ", ".join(_beside(done.beside))
    lines = [first]
    lines += [f"left out: {left}"] if left else []
    lines += [f"not read: {beside}"] if beside else []
    if done.pictures:
        lines.append(f"not read: pictures on {_pages(done.pictures)}")
    if done.machine:
        lines.append(f"read as a machine recognised it, with its errors: {_pages(done.machine)}")
    return lines


def left_out(done: Transcript) -> str:
    """Return all text of pages that is not in the transcript, a line each with its place."""
    return "".join(f"page {one.page}, {one.why}: {one.text}\n" for one in done.left_out)


_COUNTED = {NUMBERS: "line numbers", TIMES: "times of lines", HEADERS: "headers and footers"}


def _left_out(done: Transcript) -> Iterator[str]:
    counts = Counter(out.why for out in done.left_out)
    for why, many in _COUNTED.items():
        if counts[why]:
            yield counted(counts[why], why, many)
    others = sorted({(out.why, out.page) for out in done.left_out if out.why not in _COUNTED})
    for why, pages in groupby(others, key=lambda other: other[0]):
        what = "the index" if why == INDEX else f"text {why}"
        yield f"{what} on {_pages(page for _, page in pages)}"


def _beside(beside: Beside) -> Iterator[str]:
    if beside.properties:
        yield f"properties of the document ({', '.join(beside.properties)})"
    if beside.annotations:
        kinds = ", ".join(sorted(beside.annotations))
        yield f"{counted(beside.annotations.total(), 'annotation')} ({kinds})"
    for number, one in (
        (beside.fields, "field of a form"),
        (beside.attachments, "attachment"),
        (beside.bookmarks, "bookmark"),
    ):
        if number:
            yield counted(number, one, "fields of forms" if number > 1 and "form" in one else "")


def _pages(numbers: Iterable[int]) -> str:
    """ "page 3", "pages 1-4, 7"."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    shown = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)
    return f"page{'s' if ',' in shown or '-' in shown else ''} {shown}"
