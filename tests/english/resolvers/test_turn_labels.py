"""Speaker labels: initials are names, codes of roles are not."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.turn_labels import TurnLabels

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from anonfilter.engine.pipeline import Engine
from tests import shipped
from tests.english.resolvers.marking import Resolved, accounted, marked_document


def resolved(marked: str) -> str:
    resolver = TurnLabels(
        TurnLabels.Config(), Setting("turn-labels", labels=dict(shipped.ruleset().labels))
    )
    document, spans = marked_document(marked)
    found, changes = resolver.resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes).marked


def talk(one: str, other: str, said: str = "So.") -> str:
    return f"{one}: Who came?\n{other}: {said}\n{one}: And then?\n{other}: We left.\n"


@pytest.mark.parametrize(
    "code", ["R", "Q", "I", "R2", "P1", "Int", "INT", "MOD", "RES", "IV1", "Speaker 2", "Resp."]
)
@pytest.mark.parametrize("label", ["PERSON", "ORGANIZATION"])
def test_a_label_of_a_role_is_no_name(code: str, label: str) -> None:
    said = "<PERSON Wilma Quill> did."
    assert resolved(talk(f"<{label} {code}>", "A", said)) == talk(code, "A", said)


@pytest.mark.parametrize("name", ["Will", "Mo", "Quillfeather", "Page"])
def test_a_label_that_may_be_a_name_stays(name: str) -> None:
    marked = talk(f"<PERSON {name}>", "A")
    assert resolved(marked) == marked


@pytest.mark.parametrize("label", ["WQ", "WAQ", "WQ1"])
def test_initials_of_a_person_in_the_text_are_a_name(label: str) -> None:
    said = "<PERSON Wilma Ada Quill> did."
    named = f"<PERSON {label}>"
    assert resolved(talk(label, "I", said)) == talk(named, "I", said)


def test_all_labels_are_initials_if_one_is() -> None:
    said = "<PERSON Wilma Quill> did."
    assert resolved(talk("WQ", "TB", said)) == talk("<PERSON WQ>", "<PERSON TB>", said)
    assert resolved(talk("<PERSON WQ>", "TB")) == talk("<PERSON WQ>", "<PERSON TB>")


@pytest.mark.parametrize(
    ("label", "person"),
    [
        ("IR", "Ian Reed"),
        ("IE", "Ines Ek"),
        ("UM", "Una Mott"),
        ("VO", "Vera Orr"),
        ("IV", "Ilse Vane"),
        ("FAC", "Finn Ada Cole"),
        ("MOD", "Mara Olga Dunn"),
    ],
)
@pytest.mark.parametrize("taken", [False, True])
def test_the_letters_of_a_role_are_initials_if_a_person_has_them(
    label: str, person: str, *, taken: bool
) -> None:
    said, named = f"<PERSON {person}> did.", f"<PERSON {label}>"
    before = talk(named if taken else label, "TB", said)
    assert resolved(before) == talk(named, "<PERSON TB>", said)


@pytest.mark.parametrize("answering", ["R", "IE", "Resp", "P1"])
def test_the_letters_of_a_role_are_no_initials_beside_the_opposite_role(answering: str) -> None:
    said = "<PERSON Ian Reed> did."
    assert resolved(talk("<PERSON IR>", answering, said)) == talk("IR", answering, said)


@pytest.mark.parametrize("asking", ["INT", "I", "Q", "Mod", "Interviewer"])
def test_two_labels_for_the_asking_side_are_no_opposites(asking: str) -> None:
    said = "<PERSON Ian Reed> did."
    assert resolved(talk(asking, "IR", said)) == talk(asking, "<PERSON IR>", said)


@pytest.mark.parametrize("label", ["LOCATION", "PERSON"])
def test_a_letter_with_a_point_is_no_name(label: str) -> None:
    text = "{0} Who came?\nI. So did <PERSON Wilma>.\n{0} And then?\nI. We left.\n"
    assert resolved(text.format(f"<{label} R.>")) == text.format("R.")


def test_two_letters_without_evidence_are_no_initials() -> None:
    said = "<PERSON Wilma Quill> did."
    assert resolved(talk("TB", "GH", said)) == talk("TB", "GH", said)


def test_spans_outside_labels_stay() -> None:
    marked = talk("R", "I", "It was <PERSON R>, and <PERSON Mod>.")
    assert resolved(marked) == marked


INTERVIEW = """\
{0}: Thank you for coming. How did you hear about the study?
{1}: My sister Wilma Quillfeather told me. She works at the clinic.
{0}: And how long have you lived here?
{1}: Since I was a child. We moved around a lot, before that.
{0}: Was that hard?
{1}: At first, yes. Later it was not so bad.
"""


@pytest.mark.parametrize("labels", [("Q", "R"), ("I", "R"), ("Int", "P1"), ("MOD", "RES")])
@pytest.mark.parametrize("rules", ["default", "fast"])
def test_in_interviews_only_names_are_found(labels: tuple[str, str], rules: str) -> None:
    engine = Engine(shipped.ruleset(rules))
    document = engine.read_document(INTERVIEW.format(*labels).encode(), "a.txt")
    found = engine.analyse(document).spans
    assert [document.text[one.start : one.end] for one in found] == ["Wilma Quillfeather"]


@pytest.mark.parametrize("name", ["talk.jsonl", "talk.csv"])
def test_speaker_codes_under_a_key_are_no_names(name: str) -> None:
    rows = [("spk_0", "hello"), ("spk_1", "thank you"), ("SPEAKER_00", "bye")]
    if name.endswith("csv"):
        text = "speaker,text\n" + "".join(f"{who},{said}\n" for who, said in rows)
    else:
        text = "".join(f'{{"speaker": "{who}", "text": "{said}"}}\n' for who, said in rows)
    engine = Engine(shipped.ruleset())
    document = engine.read_document(text.encode(), name)
    resolver = TurnLabels(
        TurnLabels.Config(), Setting("turn-labels", labels=dict(shipped.ruleset().labels))
    )
    spans = [
        Span(at, at + len(who), label, "caseless")
        for who, _ in rows
        for label in ("PERSON", "ORGANIZATION")
        if (at := document.text.index(who)) >= 0
    ]
    assert resolver.resolve(document, spans)[0] == []
