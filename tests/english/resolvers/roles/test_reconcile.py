"""One role for each person, by the rules: party, no person, majority, default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from anonfilter_english.resolvers.roles.reconcile_roles import ReconcileRoles

from anonfilter.contract.document import Label, Span
from anonfilter.contract.plugin import Setting
from tests.english.resolvers.roles.casting import LABELS, decided, marked


def cast(roles: Sequence[str], labels: Sequence[str] = (), **config: object) -> list[Span]:
    """One person's mentions, as many as roles; what `reconcile-roles` makes of them."""
    document, spans = marked(" ".join(["[[Penhale]]"] * len(roles)) or "x")
    spans = [
        replace(span, entity="p1", category=role, label=label)
        for span, role, label in zip(spans, roles, labels or ["PERSON"] * len(roles), strict=True)
    ]
    return decided(document, spans, **config)


@pytest.mark.parametrize(
    ("shown", "role"),
    [
        (["JUDGE", "", ""], "JUDGE"),
        (["JUDGE", "LAWYER", "LAWYER"], "LAWYER"),
        (["JUDGE", "LAWYER", "LAWYER", "PARTY"], "PARTY"),
        (["", "", ""], "WITNESS"),
        (["CITED", "CITED"], "CITED"),
        (["CITED", "", ""], "WITNESS"),
        (["CITED", "CITED", "", "VICTIM"], "VICTIM"),
        (["LOCATION", "", "", ""], "WITNESS"),
    ],
)
def test_all_mentions_get_one_role(shown: list[str], role: str) -> None:
    found = cast(shown, default_role="WITNESS")
    assert {span.category for span in found} == {role}
    assert {span.label for span in found} == {"PERSON"}


@pytest.mark.parametrize(
    ("shown", "role"),
    [
        (["JUDGE", "JUDGE", ""], "JUDGE"),
        (["JUDGE", "JUDGE", "VICTIM"], "VICTIM"),
        (["JUDGE", "RELATIVE"], "RELATIVE"),
        (["CITED", "CITED", "CITED", "INMATE"], "INMATE"),
        (["JUDGE", "PARTY", "PARTY"], "PARTY"),
    ],
)
def test_a_kept_role_is_outweighed_by_any_other(shown: list[str], role: str) -> None:
    found = cast(shown, default_role="WITNESS", kept=("JUDGE", "CITED"))
    assert {span.category for span in found} == {role}


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Justice [[Quillon]] and [[Everard Quillon]]", "JUDGE"),
        ("Justice [[Quillon]] and [[E. Quillon]] and [[Everard Quillon]]", "JUDGE"),
        ("Mr. Justice [[Quillon]] and Ms. [[Quillon]]", "WITNESS"),
        ("Justice [[Quillon]] and [[Delia Quillon]] and [[Everard Quillon]]", "WITNESS"),
    ],
)
def test_people_with_contradicting_mentions_are_not_kept(text: str, role: str) -> None:
    document, spans = marked(text)
    spans = [replace(span, entity="p1") for span in spans]
    spans[0] = replace(spans[0], category="JUDGE")
    found = decided(document, spans, default_role="WITNESS", kept=("JUDGE",))
    assert {span.category for span in found} == {role}


@pytest.mark.parametrize(
    ("text", "role", "unsure"),
    [
        ("Ms. {} and {}", "AUTHOR", [True, False]),
        ("{} and {}", "AUTHOR", [False, False]),
        ("{} and {}", "JUDGE", [False, False]),
        ("{} and {}", "CITED", [True, False]),
    ],
)
def test_one_mention_decides_about_another(text: str, role: str, unsure: list[bool]) -> None:
    document, spans = marked(text.format("[[Karras]]", "[[Karras]]") + " and [[Karras]]")
    spans = [replace(span, entity="p1", category=role) for span in spans]
    spans[0] = replace(spans[0], category="")
    found = decided(document, spans, default_role="WITNESS", kept=("JUDGE", "AUTHOR", "CITED"))
    assert {span.category for span in found} == {role}
    assert [bool(span.doubts) for span in found[:2]] == unsure


def test_a_shared_surname_is_no_evidence_for_a_kept_role() -> None:
    document, spans = marked("Justice [[Quillon]], [[Delia Quillon]] and [[Everard Quillon]]")
    spans = [
        replace(span, entity=name) for span, name in zip(spans, ("p1", "p1", "p2"), strict=True)
    ]
    spans[0] = replace(spans[0], category="JUDGE")
    found = decided(document, spans, default_role="WITNESS", kept=("JUDGE",))
    assert {span.category for span in found} == {"WITNESS"}


def test_without_a_default_a_role_needs_evidence() -> None:
    assert {span.category for span in cast(["", ""])} == {""}


@pytest.mark.parametrize(
    ("shown", "labels", "label", "role"),
    [
        (["LOCATION", "", ""], [], "LOCATION", ""),
        (["LAW_FIRM", "", "LAW_FIRM"], [], "ORGANIZATION", "LAW_FIRM"),
        (["", "", ""], ["PERSON", "ORGANIZATION", "ORGANIZATION"], "ORGANIZATION", ""),
    ],
)
def test_a_person_with_mostly_other_labels_gets_that_label(
    shown: list[str], labels: list[str], label: str, role: str
) -> None:
    found = cast(shown, labels, default_role="WITNESS")
    assert {span.label for span in found} == {label}
    assert {span.category for span in found} == {role}


def test_labels_that_the_rules_leave_alone_are_not_assigned() -> None:
    document, spans = marked("[[Penhale]] [[Penhale]]")
    spans = [replace(span, entity="p1", category="LOCATION") for span in spans]
    labels = {**LABELS, "LOCATION": Label("LOCATION", redact=False)}
    assert {span.label for span in decided(document, spans, labels)} == {"PERSON"}


def test_namesakes_that_are_no_people_count() -> None:
    document, spans = marked("[[Penhale]] and {{Penhale}} and {{Penhale}}")
    found = decided(document, [replace(spans[0], entity="p1"), *spans[1:]])
    assert {span.label for span in found} == {"ORGANIZATION"}


def test_the_short_name_of_a_body_is_no_person() -> None:
    document, spans = marked("{{Corvin Harbour Ltd}} sued. [[Corvin]] paid. [[Osric Penhale]] too.")
    found = decided(document, spans, default_role="WITNESS")
    assert [span.label for span in found] == ["ORGANIZATION", "ORGANIZATION", "PERSON"]


def test_a_body_may_be_a_party_and_has_no_default_role() -> None:
    document, spans = marked("{{Corvin}} and {{Arden}}", {"Corvin": "o1", "Arden": "o2"})
    spans[0] = replace(spans[0], category="PARTY")
    found = decided(document, spans, default_role="WITNESS")
    assert [span.category for span in found] == ["PARTY", ""]


@pytest.mark.parametrize(
    ("roles", "reason"),
    [
        (["LAWYER", "LAWYER", "VICTIM"], "LAWYER: most mentions that show a role show this one"),
        (["LAWYER", "VICTIM"], "as many mentions show it as another role, which counts for less"),
        (["JUDGE", "JUDGE", "VICTIM"], "VICTIM: the rules keep JUDGE only where nothing speaks"),
        (["", ""], "WITNESS: nothing shows another role"),
    ],
)
def test_the_reason_is_why(roles: list[str], reason: str) -> None:
    document, spans = marked(" ".join(["[[Penhale]]"] * len(roles)))
    spans = [
        replace(span, entity="p1", category=role) for span, role in zip(spans, roles, strict=True)
    ]
    setting = Setting("reconcile-roles", labels=LABELS, kept_roles=("JUDGE",))
    config = ReconcileRoles.Config(default_role="WITNESS")
    _, [change] = ReconcileRoles(config, setting).resolve(document, spans)
    assert reason in change.reason
