"""Report a conversion: the counts of utterances and pages, and the content that was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from anonfilter.text.plural import counted
from anonfilter_pdf.pdf_document import OtherContent
from anonfilter_pdf.pdf_transcript import HEADERS, INDEX, NUMBERS, TIMES, Transcript


def report_lines(transcript: Transcript) -> list[str]:
    """Return the lines of the report. They contain no text of the PDF."""
    utterances, pages = transcript.utterances, counted(transcript.pages, "page")
    if utterances.spoken:
        labels = counted(len(utterances.labels), "label")
        first = f"{counted(utterances.spoken, 'utterance')} of {labels} in {pages}"
    else:
        first = f"{pages} without speaker labels: the paragraphs were joined"
    left_out = "; ".join(_left_out_counts(transcript))
    beside = ", ".join(_counts_beside(transcript.beside))
    lines = [first]
    lines += [f"left out: {left_out}"] if left_out else []
    lines += [f"not read: {beside}"] if beside else []
    if transcript.pictures:
        lines.append(f"not read: pictures on {_page_numbers(transcript.pictures)}")
    if transcript.machine:
        numbers = _page_numbers(transcript.machine)
        lines.append(f"read from text recognition, with its errors: {numbers}")
    return lines


def left_out_text(transcript: Transcript) -> str:
    """Return the text of pages that is not in the transcript, one line for each place."""
    return "".join(f"page {out.page}, {out.why}: {out.text}\n" for out in transcript.left_out)


_COUNTED = {NUMBERS: "line numbers", TIMES: "times of lines", HEADERS: "headers and footers"}


def _left_out_counts(transcript: Transcript) -> Iterator[str]:
    left_out = transcript.left_out
    counts = Counter(out.why for out in left_out)
    for why, plural in _COUNTED.items():
        if counts[why]:
            yield counted(counts[why], why, plural)
    others = sorted({(out.why, out.page) for out in left_out if out.why not in _COUNTED})
    for why, pages in groupby(others, key=lambda other: other[0]):
        what = "the index" if why == INDEX else f"text {why}"
        yield f"{what} on {_page_numbers(page for _, page in pages)}"


def _counts_beside(beside: OtherContent) -> Iterator[str]:
    if beside.properties:
        yield f"properties of the document ({', '.join(beside.properties)})"
    if beside.annotations:
        kinds = ", ".join(sorted(beside.annotations))
        yield f"{counted(beside.annotations.total(), 'annotation')} ({kinds})"
    for number, singular, plural in (
        (beside.fields, "field of a form", "fields of forms"),
        (beside.attachments, "attachment", "attachments"),
        (beside.bookmarks, "bookmark", "bookmarks"),
    ):
        if number:
            yield counted(number, singular, plural)


def _page_numbers(numbers: Iterable[int]) -> str:
    """Return numbers of pages as text: "page 3", "pages 1-4, 7"."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    shown = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)
    return f"page{'s' if ',' in shown or '-' in shown else ''} {shown}"
