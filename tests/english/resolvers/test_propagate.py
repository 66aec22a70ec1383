"""A name that was found once is found everywhere; ordinary words are not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from anonfilter_english.resolvers.propagate import Propagate

from anonfilter.contract.document import Document, Field, Source, Span
from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from anonfilter.text.origin import Origin
from tests import shipped
from tests.english.resolvers.marking import marked_document


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "<PERSON Ana Okonkwo> left. ana okonkwo, OKONKWO.",
            "<PERSON Ana Okonkwo> left. <PERSON ana okonkwo>, <PERSON OKONKWO>.",
        ),
        ("<PERSON Okonkwo>. Okonkwo's car", "<PERSON Okonkwo>. <PERSON Okonkwo>'s car"),
        (
            "<PERSON Ana Okonkwo>: pre-Okonkwo, Okonkwo-led",
            "<PERSON Ana Okonkwo>: pre-<PERSON Okonkwo>, <PERSON Okonkwo>-led",
        ),
        (
            "<PERSON Richard Okonkwo> - I saw Richar- and Okonk--",
            "<PERSON Richard Okonkwo> - I saw <PERSON Richar>- and <PERSON Okonk>--",
        ),
        ("<PERSON Richard>: rich- people, Rich- er", "<PERSON Richard>: rich- people, Rich- er"),
        ("<PERSON Ana Okonkwo> and the Okonkwos", "<PERSON Ana Okonkwo> and the <PERSON Okonkwos>"),
        (
            "<PERSON Ana Richards>. The Richardses; Richar- no",
            "<PERSON Ana Richards>. The <PERSON Richardses>; <PERSON Richar>- no",
        ),
        ("<PERSON Tommy> came. Tommyyyy!", "<PERSON Tommy> came. <PERSON Tommyyyy>!"),
        (
            "<PERSON Ana Okonkwo>. J. Okonkwo, Okonkwo-Lindqvist",
            "<PERSON Ana Okonkwo>. <PERSON J. Okonkwo>, <PERSON Okonkwo-Lindqvist>",
        ),
        ("<PERSON Mary O'Brien>. O'Brien!", "<PERSON Mary O'Brien>. <PERSON O'Brien>!"),
        ("<LOCATION Winnipeg>. WINNIPEG", "<LOCATION Winnipeg>. <LOCATION WINNIPEG>"),
        ("<LOCATION New Denver>. Denver", "<LOCATION New Denver>. Denver"),
        (
            "<EMAIL_ADDRESS ana@example.org> or ANA@example.org",
            "<EMAIL_ADDRESS ana@example.org> or <EMAIL_ADDRESS ANA@example.org>",
        ),
        ("<PHONE_NUMBER 555 0199>, 555-0199", "<PHONE_NUMBER 555 0199>, <PHONE_NUMBER 555-0199>"),
        ("<IP_ADDRESS 9.8.7.6>, 9.8.7.6", "<IP_ADDRESS 9.8.7.6>, <IP_ADDRESS 9.8.7.6>"),
        ("<IP_ADDRESS 9.8.7.6>, 9.8.7, 6; 9.8.7/6", "<IP_ADDRESS 9.8.7.6>, 9.8.7, 6; 9.8.7/6"),
        ("<DATE June>. June", "<DATE June>. June"),
        ("<ORGANIZATION US Steel Works>. us", "<ORGANIZATION US Steel Works>. us"),
        ("<LOCATION US>, the US and us", "<LOCATION US>, the US and us"),
        ("<ORGANIZATION Corvin> and corvin", "<ORGANIZATION Corvin> and corvin"),
        (
            "<ORGANIZATION Corvin>, <ORGANIZATION Corvin> and corvin",
            "<ORGANIZATION Corvin>, <ORGANIZATION Corvin> and <ORGANIZATION corvin>",
        ),
        ("ten <ORGANIZATION Euro>, ten Euro", "ten <ORGANIZATION Euro>, ten Euro"),
        ("<PERSON Osric Sri Penhale>. Hon. Sri", "<PERSON Osric Sri Penhale>. Hon. Sri"),
        ("<PERSON Osric XIV>. Part XIV", "<PERSON Osric XIV>. Part XIV"),
    ],
)
def test_names_are_found_again(resolve, before: str, after: str) -> None:
    assert resolve(Propagate, before).marked == after


NAMED = "<PERSON Mark Will May Rose Young>. "


@pytest.mark.parametrize(
    "sentence",
    [
        "I told <PERSON Mark> that.",
        "<PERSON Mark>'s car.",
        "<PERSON Will> said so.",
        "Mr. <PERSON Young> left.",
        "<PERSON Rose>, can you hear me?",
        "Yes, <PERSON May>.",
        "<PERSON Mark>: I was there.",
        "We saw <PERSON Rose> there.",
        "I mark my words.",
        "Good luck with the will.",
        "Mark my words.",
        "Will you come?",
        "May I come in?",
        "It was in May 2011.",
        "A rose is a rose.",
        "The Young people.",
        "He was young.",
        "MARK MY WORDS, THEY MAY COME.",
        "Young people came.",
    ],
)
def test_names_that_are_words_need_a_capital_and_a_context(resolve, sentence: str) -> None:
    plain = sentence
    for word in ("Mark", "Will", "May", "Rose", "Young"):
        plain = plain.replace(f"<PERSON {word}>", word)
    assert resolve(Propagate, NAMED + plain).marked == NAMED + sentence


def test_one_false_span_does_not_spread(resolve) -> None:
    text = "<PERSON Right>. I told him. Right, he said. It was Right there."
    assert resolve(Propagate, text).changes == []


def test_several_spans_of_an_ordinary_word_spread(resolve) -> None:
    text = "<PERSON Rose>. <PERSON Rose>! <PERSON Rose>? I told Rose."
    assert resolve(Propagate, text).marked.endswith("I told <PERSON Rose>.")


def test_spans_of_two_detectors_spread_to_other_letter_cases(resolve) -> None:
    text = "at <ORGANIZATION Corvin>. They like corvin."
    document, spans = marked_document(text)
    setting = Setting("propagate", labels=shipped.ruleset().labels)
    resolver = Propagate(Propagate.Config(), setting)
    spans.append(replace(spans[0], detector="other"))
    found, _ = resolver.resolve(document, spans)
    assert [document.text[span.start : span.end] for span in found][2:] == ["corvin"]


def test_a_name_cut_off_gets_the_label_of_the_whole_name(resolve) -> None:
    made = resolve(Propagate, "<PERSON Richard Bell>. I saw <LOCATION Richar>- him.")
    assert made.marked == "<PERSON Richard Bell>. I saw <PERSON Richar>- him."


def test_particles_inside_a_name_do_not_spread(resolve) -> None:
    text = "<PERSON Maria Of Duarte In Lanes>. Of course, In time."
    assert resolve(Propagate, text).marked.endswith(". Of course, In time.")


def test_labels_can_be_excluded_from_spreading(resolve) -> None:
    made = resolve(Propagate, "<PERSON Okonkwo> okonkwo", labels={"PERSON": "no"})
    assert made.changes == []


def test_a_repetition_has_its_reason_and_detector(resolve) -> None:
    made = resolve(Propagate, "<PERSON Ana Okonkwo>. ANA OKONKWO. Okonkwo. Okonk- and.")
    new = [span for span in made.spans if span.detector == "propagate"]
    assert [span.rule for span in new] == ["letter case", "part of a name", "a name cut off"]
    assert new[-1].canonical == "okonkwo"
    assert made.reasons[0] == "found elsewhere: letter case"


@pytest.mark.slow
def test_time_grows_linearly_with_names_and_text(labels) -> None:
    assert grows_no_faster(lambda count: propagated(count, labels), 50_000)


def propagated(count: int, labels) -> None:
    """Propagate this number of names over a long text with one of them in capitals."""
    names = [
        f"Nom{at:05d}x Sur{at:05d}y".translate(str.maketrans("0123456789", "abcdefghij"))
        for at in range(count)
    ]
    listed = ". ".join(names)
    text = listed + ". " + "some words that are no name at all " * count + names[7].upper()
    spans, at = [], 0
    for name in names:
        spans.append(Span(at, at + len(name), "PERSON", "model"))
        at += len(name) + 2
    document = Document(Source("x", text), text, (Field(0, len(text)),), Origin([]), text)
    resolver = Propagate(Propagate.Config(), Setting("propagate", labels=labels))
    found, _ = resolver.resolve(document, spans)
    assert found[-1].end == len(text)


SMALL = "".join(f"<PERSON {one} penny>. " for one in ("joy", "hunter", "will", "mark", "dawn"))


@pytest.mark.parametrize(
    "sentence",
    [
        "okay <PERSON joy> can i help",
        "hi <PERSON joy> this is me",
        "thanks <PERSON hunter> bye",
        "an account with <PERSON hunter penny> on it",
        "<PERSON will> said that i will call him",
        "uncle <PERSON will> is on it too",
        "my son <PERSON mark> and my son will be there",
        "that is <PERSON dawn>'s car",
        "he is a good boy <PERSON hunter> he's twenty",
        "is it <PERSON mark> with a k",
        "to be hunter he said and the hunter she is",
        "at the mark he will mark it with an ink pen",
        "it would be a joy to mark it at dawn",
        "the hunter will come, okay mark it down",
        "the hunter said no",
        "We saw the Hunter at dawn, and my son mark it",
    ],
)
def test_without_capitals_the_words_beside_it_indicate_a_name(resolve, sentence: str) -> None:
    plain = sentence.replace("<PERSON ", "").replace(">", "")
    assert resolve(Propagate, SMALL + plain).marked == SMALL + sentence


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "<PERSON rae madison> and tyrell <PERSON madison> came",
            "<PERSON rae madison> and <PERSON tyrell> <PERSON madison> came",
        ),
        (
            "your host skip <PERSON lawson> is here. thanks skip we skip ahead",
            "your host <PERSON skip> <PERSON lawson> is here. thanks <PERSON skip> we skip ahead",
        ),
        (
            "<PERSON rae madison>. yeah <PERSON madison>",
            "<PERSON rae madison>. yeah <PERSON madison>",
        ),
        ("i told <PERSON lawson> that", "i told <PERSON lawson> that"),
        ("the inmate <PERSON lawson>", "the inmate <PERSON lawson>"),
    ],
)
def test_without_capitals_a_first_name_is_found_before_its_surname(
    resolve, before: str, after: str
) -> None:
    assert resolve(Propagate, before).marked == after


@pytest.mark.parametrize("label", ["PRIEST: And where?", "x\n\nPRIEST: Okay, go on."])
def test_a_speaker_label_in_capitals_is_found(resolve, label: str) -> None:
    made = resolve(Propagate, "Detective <PERSON Priest>.\n" + label)
    assert made.marked.endswith(label.replace("PRIEST", "<PERSON PRIEST>"))


@pytest.mark.parametrize(
    "text",
    [
        "<LOCATION Mule Creek State Prison>\n<LOCATION MULE CREEK STATE PRISON>\nMARCH",
        "<LOCATION mule creek state prison>. we left. <LOCATION mule creek state prison>",
        "<ORGANIZATION Good Start Project>. That is a good start project.",
        "<ORGANIZATION Good Start>\nA GOOD START\nIT IS",
    ],
)
def test_a_long_name_of_common_words_is_the_same_in_capitals(resolve, text: str) -> None:
    plain = text.replace("<LOCATION MULE CREEK STATE PRISON>", "MULE CREEK STATE PRISON")
    assert resolve(Propagate, plain).marked == text


def test_a_name_in_the_note_of_a_label_is_known(resolve) -> None:
    text = "Agent (<PERSON Hope>): My name is <PERSON Hope>, I hope."
    assert resolve(Propagate, text.replace("(<PERSON Hope>)", "(Hope)")).marked == text
