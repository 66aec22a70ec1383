"""Has the checks for detectors, resolvers and taggers: offsets, reasons, tags, stable results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from anonfilter.contract.book import Book
from anonfilter.contract.document import Document, Span
from anonfilter.engine.detection import fields_for
from anonfilter.testing.case import Case
from anonfilter.testing.plugin_work import mentions_for, spans_before

_IDLE = "in none of the documents; add a document in which it does"


def settles(case: Case) -> None:
    """Check that a filtered document has no findings, and that a second run keeps it."""
    replaced = 0
    for name, data in case.data():
        redaction = case.engine.redact(case.engine.read_document(data, name))
        assert not redaction.findings, f"{name}: the result still contains personal data"
        again = case.engine.read_document(redaction.output, name)
        assert not case.engine.check(again), f"{name}: a check finds something in the result"
        assert case.engine.redact(again).output == redaction.output, (
            f"{name}: filtering the result again changes it"
        )
        replaced += len(redaction.tagged)
    assert replaced, f"{case.name} replaces something {_IDLE}"


def has_exact_offsets(case: Case) -> None:
    """Check that spans are inside the text, with a label of the rules and the detector's name."""
    instance, _ = case.find_plugin(case.engine)
    any_found = False
    for document in case.read():
        found = list(case.plugin.detect(document, fields_for(case.plugin, document)))
        _require_sound(case, document, found)
        named = {span.detector for span in found} <= {instance.name}
        assert named, f"{document.name}: a span does not have the detector {instance.name!r}"
        any_found |= bool(found)
    assert any_found, f"{case.name} finds something {_IDLE}"


def reads_each_field_alone(case: Case) -> None:
    """Check that a detector of scope "field" finds the same if it gets each field alone."""
    if case.plugin.scope != "field":
        return
    for document in case.read():
        fields = fields_for(case.plugin, document)
        together = sorted(case.plugin.detect(document, fields), key=_place)
        alone = list[Span]()
        for field in fields:
            alone += (found := list(case.plugin.detect(document, [field])))
            inside = all(field.start <= span.start and span.end <= field.end for span in found)
            assert inside, (
                f"{document.name}: a span is outside the field in which it was found, which begins "
                f"at offset {field.start}; count offsets from the start of the document"
            )
        assert sorted(alone, key=_place) == together, (
            f"{document.name}: the spans of a field depend on other fields, so the scope must be "
            '"document"'
        )


def _place(span: Span) -> tuple[int, int, str, str]:
    return span.start, span.end, span.label, span.rule


def _require_sound(case: Case, document: Document, found: Iterable[Span]) -> None:
    for span in found:
        place = f"{document.name}, offsets {span.start} to {span.end}"
        assert 0 <= span.start < span.end <= len(document.text), (
            f"{place}: the span is outside the text or empty"
        )
        assert span.label in case.engine.labels, f"{place}: the rules have no label {span.label}"
        assert 0 <= span.score <= 1, f"{place}: the score {span.score} is not from 0 to 1"


def explains_its_changes(case: Case) -> None:
    """Check that each span that a resolver drops, changes or adds is in a change with a reason."""
    any_changed = False
    for document in case.read():
        given = spans_before(case, document)
        kept, changes = case.plugin.resolve(document, tuple(given))
        _require_sound(case, document, kept)
        before_changes = {span for change in changes for span in change.before}
        after_changes = {span for change in changes for span in change.after}
        gone, new = set(given) - set(kept), set(kept) - set(given)
        _require_none(document, gone - before_changes, "is dropped or changed")
        _require_none(document, new - after_changes, "is new or changed")
        unexplained = [change for change in changes if not change.reason]
        assert not unexplained, f"{document.name}: a change has no reason"
        any_changed |= bool(gone or new)
    assert any_changed, f"{case.name} changes something {_IDLE}"


def _require_none(document: Document, unexplained: set[Span], what: str) -> None:
    for span in sorted(unexplained, key=_place):
        raise AssertionError(
            f"{document.name}, offsets {span.start} to {span.end}: a span {what}, but no "
            "`Change` has it"
        )


def writes_declared_tags(case: Case) -> None:
    """Check that replacements are tags of the tagger's templates, inside their mentions."""
    any_tagged = False
    for document in case.read():
        book = Book(document.tags)
        for mention in mentions_for(case, document):
            replacements = list(case.plugin.replace(mention, book))
            span, place = mention.span, f"{document.name}, offset {mention.span.start}"
            assert replacements, f"{place}: the mention gets no replacement"
            at = span.start
            for replacement in replacements:
                assert at <= replacement.start < replacement.end <= span.end, (
                    f"{place}: a replacement is outside its mention, or overlaps another"
                )
                at = replacement.end
                _require_tag(case, replacement.text, place)
            any_tagged = True
    assert any_tagged, f"{case.name} gets a mention {_IDLE}"


def _require_tag(case: Case, text: str, place: str) -> None:
    tags: Sequence[object] = case.engine.grammar.find(text)
    whole = len(tags) == 1 and text.startswith("[") and text.endswith("]")
    assert whole, (
        f"{place}: the replacement is no tag of the templates, so a later run would not know it; "
        "make it from a template that `templates` yields for the label"
    )
