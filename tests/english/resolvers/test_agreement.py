"""An uncertain span is kept only if another detector or another place confirms it."""

from __future__ import annotations

from dataclasses import replace

from anonfilter_english.resolvers.agreement import Agreement

from anonfilter.contract.document import Span

ALONE = {"model": {"PERSON": 0.6, "LOCATION": 0.0}}


def test_an_unconfirmed_uncertain_finding_is_dropped(resolve) -> None:
    made = resolve(Agreement, "<PERSON=0.4 Bell> rang. <PERSON=0.7 Okafor> came.", alone=ALONE)
    assert made.marked == "Bell rang. <PERSON Okafor> came."
    assert made.reasons == ["model is not sure of PERSON, and nothing else confirms it"]


def test_another_detector_in_the_same_place_confirms_it(resolve) -> None:
    document = "<PERSON=0.4 Bell> rang, <LOCATION@other Bell> too"
    made = resolve(Agreement, document, alone=ALONE)
    assert made.marked == "<PERSON Bell> rang, <LOCATION Bell> too"


def test_a_certain_span_of_the_name_elsewhere_confirms_it(resolve) -> None:
    made = resolve(Agreement, "<PERSON=0.9 Ada Bell>. So <PERSON=0.2 bell> rang.", alone=ALONE)
    assert made.marked == "<PERSON Ada Bell>. So <PERSON bell> rang."


def test_uncertain_findings_do_not_confirm_each_other(resolve) -> None:
    made = resolve(Agreement, "<PERSON=0.5 Bell> and <PERSON=0.5 Bell>", alone=ALONE)
    assert made.marked == "Bell and Bell"


TWO = {"model": {"PERSON": 0.6}, "other": {"PERSON": 0.9}}


def marked_by_both(resolve, model: float, other: float, least: float = 0) -> str:
    document = f"<PERSON={model} Bell> rang."
    made = resolve(Agreement, document, alone=TWO)
    [span] = made.before
    second = replace(span, detector="other", score=other)
    agreement = Agreement(Agreement.Config(alone=TWO, least={"model": least}), None)  # type: ignore[arg-type]
    kept, _ = agreement.resolve(made.document, [span, second])
    return " ".join(one.detector for one in kept)


def test_two_uncertain_detectors_confirm_each_other_unless_one_score_is_below_least(
    resolve,
) -> None:
    assert marked_by_both(resolve, 0.2, 0.8) == "model other"
    assert marked_by_both(resolve, 0.2, 0.8, least=0.2) == "model other"
    assert marked_by_both(resolve, 0.04, 0.8, least=0.1) == ""


def test_a_certain_span_confirms_a_span_with_a_score_below_least(resolve) -> None:
    """The other span may be longer."""
    assert marked_by_both(resolve, 0.04, 0.95, least=0.1) == "model other"
    document = "<PERSON@other=0.95 Ada Bell>. So <PERSON=0.04 bell> rang."
    made = resolve(Agreement, document, alone=TWO, least={"model": 0.1})
    assert made.marked == "<PERSON Ada Bell>. So <PERSON bell> rang."


def test_least_applies_to_labels_without_a_score_of_their_own(resolve) -> None:
    document = "<LOCATION@third=0.05 Bell>, <DATE@third=0.05 2011>"
    made = resolve(Agreement, document, alone=ALONE, least={"third": 0.1})
    assert made.marked == "Bell, <DATE 2011>"


def test_spans_of_other_labels_and_detectors_stay(resolve) -> None:
    marked = "<LOCATION=0.1 Leeds>, <PERSON@patterns=0.1 Bell>"
    made = resolve(Agreement, marked, alone=ALONE)
    assert made.changes == []
    assert len(made.spans) == 2


def test_a_number_beside_a_name_does_not_confirm_it(resolve) -> None:
    made = resolve(Agreement, "<PERSON=0.4 Case> and <PHONE_NUMBER@patterns 555-0100>", alone=ALONE)
    [person, number] = made.before
    wide = Span(person.start, number.end, "PERSON", "model", 0.4)
    agreement = Agreement(Agreement.Config(alone=ALONE), None)  # type: ignore[arg-type]
    assert agreement.resolve(made.document, [wide, number])[0] == [number]


def test_a_longer_span_of_another_detector_confirms_it(resolve) -> None:
    made = resolve(Agreement, "<PERSON=0.4 Bell> rang.", alone=ALONE)
    [span] = made.before
    other = Span(span.start, span.end + 5, "LOCATION", "other")
    agreement = Agreement(Agreement.Config(alone=ALONE), None)  # type: ignore[arg-type]
    assert agreement.resolve(made.document, [span, other]) == ([span, other], [])


def test_the_uncertain_half_of_a_name_stays_beside_the_certain_half(resolve) -> None:
    made = resolve(Agreement, "so <PERSON=0.7 b>. <PERSON=0.1 okafor> rang", alone=ALONE)
    assert made.marked == "so <PERSON b>. <PERSON okafor> rang"
    made = resolve(Agreement, "so <PERSON=0.7 ada> <PERSON=0.1 yesterday> rang", alone=ALONE)
    assert made.marked == "so <PERSON ada> yesterday rang"
    made = resolve(Agreement, "so <PERSON=0.7 ada>, <PERSON=0.1 okafor> rang", alone=ALONE)
    assert made.marked == "so <PERSON ada>, okafor rang"


def test_a_certain_span_of_another_kind_confirms_no_name(resolve) -> None:
    thing = "<OTHER=0.9 Covered Software>. So <PERSON=0.03 Covered Software> rang."
    made = resolve(Agreement, thing, alone=ALONE)
    assert made.marked == "<OTHER Covered Software>. So Covered Software rang."
    listed = "<USERNAME@patterns=0.9 okafor>. So <PERSON=0.03 Okafor> rang."
    made = resolve(Agreement, listed, alone=ALONE)
    assert made.marked == "<USERNAME okafor>. So <PERSON Okafor> rang."
    made = resolve(Agreement, thing.replace("OTHER=", "OTHER@listed="), alone=ALONE)
    assert made.marked == "<OTHER Covered Software>. So <PERSON Covered Software> rang."
