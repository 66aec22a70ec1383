"""Findings that are asked about together, and the identity of a finding."""

from __future__ import annotations

from anonfilter_review.review_items import grouped

from tests.review.findings import findings

TEXT = "Abel Tamsin met Wilma Quillfeather. ABEL said: 21-CV-1234, abel tamsin.\n"


def test_equal_findings_are_asked_about_once():
    groups = grouped(findings(TEXT) + findings(TEXT, "other.txt"))
    assert [(one.first.label, len(one.items)) for one in groups] == [
        ("PERSON", 4),
        ("PERSON", 2),
        ("CASE", 2),
    ]
    assert groups[0].files == ("talk.txt", "other.txt")


def test_each_finding_may_be_asked_about_separately():
    assert [len(one.items) for one in grouped(findings(TEXT), each=True)] == [1, 1, 1, 1]


def test_a_finding_is_known_again_when_the_text_changes_elsewhere():
    before = findings(TEXT + "\n" * 80 + "Abel Tamsin left.\n")
    after = findings("Some more of it. " * 9 + "\n" * 80 + TEXT + "\n" * 80 + "Abel Tamsin left.\n")
    assert before[-1].mark == after[-1].mark
    assert before[-1].place != after[-1].place


def test_findings_in_equal_surroundings_are_numbered():
    marks = [one.mark for one in findings(("Abel Tamsin" + " -" * 60 + "\n") * 3)]
    assert len(set(marks)) == 3


def test_no_value_is_in_what_items_print():
    (item, *_) = findings(TEXT)
    assert "Tamsin" not in repr(item)
