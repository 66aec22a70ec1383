"""Time stamps and labels of unnamed speakers are dropped."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.recording import Recording

from anonfilter.contract.plugin import Setting
from tests.english.resolvers.marking import Resolved, accounted, marked_document


def resolved(marked: str) -> Resolved:
    document, spans = marked_document(marked)
    found, changes = Recording(Recording.Config(), Setting("recording")).resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes)


@pytest.mark.parametrize("label", ["TIME", "DATE", "DURATION"])
@pytest.mark.parametrize(
    ("before", "stamp", "after"),
    [
        ("[", "00:04:51", "] I saw it."),
        ("", "[00:04:51]", " I saw it."),
        ("I saw it (", "4:51", ")."),
        ("[", "00:04:51.200", "] I saw it."),
        ("1\n", "00:04:51,200", " --> 00:04:53,000\nI saw it."),
        ("1\n00:04:51,200 --> ", "00:04:53,000", "\nI saw it."),
        ("", "04:51.200", " --> 04:53.000\nI saw it."),
        ("04:51.200 --> ", "04:53.000", "\nI saw it."),
        ("", "00:04:51", "\nI saw it."),
        ("", "00:04:51", " Moderator: I saw it."),
        ("", "00:04:51", " Dr. Bell: I saw it."),
        ("", "00:04:51", " O'Hale-Quist: I saw it."),
        ("So.\n  ", "00:04:51", " spk_0: I saw it."),
    ],
)
def test_a_time_stamp_is_no_time(label: str, before: str, stamp: str, after: str) -> None:
    made = resolved(f"{before}<{label} {stamp}>{after}")
    assert made.spans == []
    assert made.reasons == ["a time stamp of the recording"]
    assert all(change.excluded for change in made.changes)


@pytest.mark.parametrize(
    "marked",
    [
        "He came at <TIME 4:51>.",
        "He came at <TIME 00:04:51>.",
        "<TIME 00:04:51> is when he came.",
        "(<TIME 4:51 pm>)",
        "<TIME 4:51> Moderator: hi",
        "[<DATE May third>]",
        "[<NUMERIC 00:04:51>]",
        "[<PHONE_NUMBER 00:04:51>]",
    ],
)
def test_a_spoken_time_stays(marked: str) -> None:
    assert resolved(marked).marked == marked


@pytest.mark.parametrize("label", ["PERSON", "LOCATION", "ORGANIZATION"])
@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("", "spk_0", ": hi"),
        ("", "SPEAKER_01", ": hi"),
        ("So.\n", "Agent 3", " : hi"),
        ("So.\n  ", "S1", ": hi"),
        ("", "Speaker", " 2: hi"),
        ("[00:04:51] ", "spk_0", ": hi"),
        ("(4:51) ", "spk_0", ": hi"),
        ("00:04:51 ", "spk_0", ": hi"),
        ("", "Speaker 2", " (00:04:51): hi"),
        ("", "Speaker 2", " [4:51]: hi"),
    ],
)
def test_a_label_of_an_unnamed_speaker_is_no_name(
    label: str, before: str, name: str, after: str
) -> None:
    made = resolved(f"{before}<{label} {name}>{after}")
    assert made.spans == []
    assert made.reasons == ["a speaker label that software wrote"]


@pytest.mark.parametrize(
    "marked",
    [
        "<PERSON Jane>: hi",
        "<PERSON Agent Bell>: hi",
        "<PERSON spk_0 Jane>: hi",
        "[00:04:51] <PERSON Jane Bell>: hi",
        "00:04:51 <PERSON Jane Bell>: hi",
        "<PERSON Jane Bell> (00:04:51): hi",
        "He called <PERSON Speaker 2> there.",
        "<PERSON Speaker 2> said so.",
        "We met at <LOCATION S1>: it was cold.",
        "<GENERIC_ID S1>: hi",
    ],
)
def test_names_and_words_that_are_no_labels_stay(marked: str) -> None:
    assert resolved(marked).marked == marked


def test_time_stamps_and_labels_are_dropped_and_speech_stays() -> None:
    marked = (
        "[<TIME 00:04:51>] <PERSON spk_0>: I met <PERSON Tove Lindqvist> at <TIME 4:51>.\n"
        "[<TIME 00:04:58>] <LOCATION spk_1>: In <LOCATION Halvorsen>?"
    )
    assert resolved(marked).marked == (
        "[00:04:51] spk_0: I met <PERSON Tove Lindqvist> at <TIME 4:51>.\n"
        "[00:04:58] spk_1: In <LOCATION Halvorsen>?"
    )
