"""Marked text for tests of resolvers, such as ``I met <PERSON Dr. Bell>.``

``<PERSON@patterns Bell>`` states the detector; by default it is ``model``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from anonfilter_documents.plaintext import Plaintext

from anonfilter.contract.document import Change, Document, Source, Span
from anonfilter.contract.plugin import Setting

MARK = re.compile(
    r"<(?P<label>[A-Z_]+)(?:@(?P<detector>[a-z]+))?(?:=(?P<score>[\d.]+))? (?P<text>[^<>]*)>"
)


@dataclass
class Resolved:
    """The result of a resolver for a marked text."""

    document: Document
    before: list[Span]
    spans: list[Span]
    changes: list[Change]

    @property
    def marked(self) -> str:
        """The text with its spans marked, the detector left out."""
        parts: list[str] = []
        done = 0
        for span in sorted(self.spans, key=lambda s: (s.start, -s.end)):
            assert span.start >= done, "spans overlap"
            surface = self.document.text[span.start : span.end]
            parts += self.document.text[done : span.start], f"<{span.label} {surface}>"
            done = span.end
        return "".join((*parts, self.document.text[done:]))

    @property
    def reasons(self) -> list[str]:
        return [change.reason for change in self.changes]


def document_of(text: str) -> Document:
    setting = Setting("text")
    return Plaintext(Plaintext.Config(), setting).read(Source("test.txt", text))


def marked_document(marked: str) -> tuple[Document, list[Span]]:
    parts: list[str] = []
    spans: list[Span] = []
    done = length = 0
    for match in MARK.finditer(marked):
        parts.append(marked[done : match.start()])
        length += len(parts[-1])
        spans.append(
            Span(
                length,
                length + len(match["text"]),
                match["label"],
                match["detector"] or "model",
                float(match["score"] or 0.85),
            )
        )
        parts.append(match["text"])
        length += len(match["text"])
        done = match.end()
    parts.append(marked[done:])
    return document_of("".join(parts)), spans


def accounted(before: list[Span], after: list[Span], changes: list[Change]) -> None:
    """Assert that a change explains each span that was dropped, and each new span."""
    gone = {span for change in changes for span in change.before}
    made = {span for change in changes for span in change.after}
    assert set(before) <= set(after) | gone
    assert set(after) <= set(before) | made
    assert all(change.reason for change in changes)
