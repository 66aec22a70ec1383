"""Checks of detectors, resolvers and taggers: offsets, reasons, tags, and the fixed point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from anonfilter.contract.book import Book
from anonfilter.contract.document import Document, Span
from anonfilter.engine.detection import fields_for
from anonfilter.testing.case import Case
from anonfilter.testing.work import before, mentioned

_IDLE = "in none of the documents; give the case one in which it has something to do"


def settles(case: Case) -> None:
    """What is filtered is clean, and filtering it again changes nothing."""
    replaced = 0
    for name, data in case.data():
        redaction = case.engine.redact(case.engine.decode(data, name))
        assert not redaction.findings, f"{name}: personal data is left after the last round"
        again = case.engine.decode(redaction.output, name)
        assert not case.engine.check(again), f"{name}: what is filtered is not clean for a check"
        assert case.engine.redact(again).output == redaction.output, (
            f"{name}: filtering the filtered text changes it"
        )
        replaced += len(redaction.tagged)
    assert replaced, f"something is replaced {_IDLE}"


def has_exact_offsets(case: Case) -> None:
    """A detector's spans lie in the text, have a label of the rules and the detector's name."""
    instance, _ = case.used(case.engine)
    any_found = False
    for document in case.read():
        found = list(case.plugin.detect(document, fields_for(case.plugin, document)))
        _require_sound(case, document, found)
        named = {span.detector for span in found} <= {instance.name}
        assert named, f"{document.name}: a span is not of the detector {instance.name!r}"
        any_found |= bool(found)
    assert any_found, f"{case.name} finds something {_IDLE}"


def reads_each_field_alone(case: Case) -> None:
    """With the scope "field", what is found in a field is found without the others as well."""
    if case.plugin.scope != "field":
        return
    for document in case.read():
        fields = fields_for(case.plugin, document)
        together = sorted(case.plugin.detect(document, fields), key=_place)
        alone = list[Span]()
        for field in fields:
            alone += (found := list(case.plugin.detect(document, [field])))
            inside = all(field.start <= one.start and one.end <= field.end for one in found)
            assert inside, (
                f"{document.name}: a span lies outside the field that it was found in, which "
                f"begins at offset {field.start}; count offsets from the start of the document"
            )
        assert sorted(alone, key=_place) == together, (
            f"{document.name}: read one by one, fields give other spans than together, so the "
            'scope must be "document"'
        )


def _place(span: Span) -> tuple[int, int, str, str]:
    return span.start, span.end, span.label, span.rule


def _require_sound(case: Case, document: Document, found: Iterable[Span]) -> None:
    for span in found:
        place = f"{document.name}, offsets {span.start} to {span.end}"
        assert 0 <= span.start < span.end <= len(document.text), (
            f"{place}: is no stretch of the text"
        )
        assert span.label in case.engine.labels, f"{place}: the rules have no label {span.label}"
        assert 0 <= span.score <= 1, f"{place}: the score {span.score} is not from 0 to 1"


def says_what_it_changes(case: Case) -> None:
    """A resolver says of each span that it drops, changes or adds what it did, and why."""
    any_changed = False
    for document in case.read():
        given = before(case, document)
        kept, changes = case.plugin.resolve(document, tuple(given))
        _require_sound(case, document, kept)
        told_before = {span for change in changes for span in change.before}
        told_after = {span for change in changes for span in change.after}
        gone, new = set(given) - set(kept), set(kept) - set(given)
        _require_told(document, gone - told_before, "is dropped or changed")
        _require_told(document, new - told_after, "is new or changed")
        unexplained = [change for change in changes if not change.reason]
        assert not unexplained, f"{document.name}: a change has no reason"
        any_changed |= bool(gone or new)
    assert any_changed, f"{case.name} changes something {_IDLE}"


def _require_told(document: Document, untold: set[Span], what: str) -> None:
    for span in sorted(untold, key=_place):
        raise AssertionError(
            f"{document.name}, offsets {span.start} to {span.end}: a span {what}, and no change "
            "says so"
        )


def mints_what_it_declares(case: Case) -> None:
    """A tagger's replacements are tags of its templates, and lie in their mentions."""
    any_tagged = False
    for document in case.read():
        book = Book(document.tags)
        for mention in mentioned(case, document):
            replacements = list(case.plugin.replace(mention, book))
            span, place = mention.span, f"{document.name}, offset {mention.span.start}"
            assert replacements, f"{place}: a mention gets no tag"
            at = span.start
            for one in replacements:
                assert at <= one.start < one.end <= span.end, (
                    f"{place}: a replacement is outside its mention, or overlaps another"
                )
                at = one.end
                _require_tag(case, one.text, place)
            any_tagged = True
    assert any_tagged, f"{case.name} gets a mention {_IDLE}"


def _require_tag(case: Case, text: str, place: str) -> None:
    tags: Sequence[object] = case.engine.grammar.find(text)
    whole = len(tags) == 1 and text.startswith("[") and text.endswith("]")
    assert whole, (
        f"{place}: what it writes is no tag of its templates, so a later run would not know it: "
        "[UPPER_CASE] or [UPPER_CASE_7], by a template that `templates` yields for the label"
    )
