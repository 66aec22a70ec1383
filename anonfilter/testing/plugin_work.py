"""Separates the work of one plugin on a document from other work, to measure its time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from anonfilter.contract.book import Book
from anonfilter.contract.document import Document, Mention, Span
from anonfilter.contract.plugin import MentionClassifier
from anonfilter.engine.detection import detect, fields_for
from anonfilter.engine.invariants import enforce_invariants
from anonfilter.testing.case import Case
from anonfilter.testing.report_checks import check_result


def work_of(case: Case, content: str | bytes) -> Callable[[], object]:
    """Return a function that runs only the plugin of a case, on a document with this content."""
    if case.kind == "report":
        result = check_result(findings=len(content) // 100)
        return lambda: list(case.plugin.write(result))
    engine, name = case.engine, next(iter(case.documents))
    data = content if isinstance(content, bytes) else content.encode()
    source = engine.decode_file(data, name)
    if case.kind == "format":
        return lambda: case.plugin.read(source)
    document = engine.read(source)
    engine.load()
    if case.kind == "detector":
        fields = fields_for(case.plugin, document)
        return lambda: list(case.plugin.detect(document, fields))
    if case.kind == "resolver":
        spans = spans_before(case, document)
        return lambda: case.plugin.resolve(document, spans)
    mentions = mentions_for(case, document)

    def replace_all() -> object:
        book = Book()
        return [list(case.plugin.replace(mention, book)) for mention in mentions]

    return replace_all


def spans_before(case: Case, document: Document) -> list[Span]:
    """Return the spans that a resolver gets from the plugins before it."""
    tools = case.engine.tools
    found = detect(tools.detectors, document, {}, tools.load)
    for resolver in tools.resolvers.values():
        if resolver is case.plugin:
            break
        found, _ = resolver.resolve(document, found)
    return found


def mentions_for(case: Case, document: Document) -> Sequence[Mention]:
    """Return the mentions that a tagger has to replace."""
    own = case.find_plugin(case.engine)[0].name
    tools, labels = case.engine.tools, case.engine.labels
    found: Any = detect(tools.detectors, document, {}, tools.load)
    changes: list[Any] = []
    for resolver in tools.resolvers.values():
        found, made = resolver.resolve(document, found)
        changes += made
    found, _ = enforce_invariants(document, found, changes, labels, tools.kept_roles)
    mentions = [
        Mention(span, document.text[span.start : span.end], labels[span.label])
        for span in found
        if labels[span.label].tag == own
    ]
    return (
        case.plugin.classify(document, mentions)
        if isinstance(case.plugin, MentionClassifier)
        else mentions
    )
