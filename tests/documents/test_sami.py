"""SAMI: what is shown is read as what goes on, and each language alone."""

from __future__ import annotations

import pysubs2
import pytest
from anonfilter_documents.captions.sami import SAMI
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.documents.read_documents import accepts, damaged, fields, read, replaced, times
from tests.documents.timed.promises import PUT, cleared, reported, unchanged

HEAD = """<SAMI>
<HEAD>
<TITLE>Wilma Quillfeather</TITLE>
<STYLE TYPE="text/css"><!--
P { margin-left: 8pt; }
.ENCC {Name: English; lang: en-US;}
--></STYLE>
</HEAD>
<BODY>
"""
TALK = HEAD + (
    "<SYNC Start=1000><P Class=ENCC>I am Wil<i>ma</i><br>Quillfeather &amp; call 415\n"
    "<P Class=FRCC>Je suis Wilma\n"
    "<SYNC Start=3000><P Class=ENCC>555 0100\n<P Class=FRCC>Quillfeather\n"
    "<SYNC Start=5000><P Class=ENCC>&nbsp;\n<!-- by Wilma Quillfeather -->\n</BODY>\n</SAMI>\n"
)


def test_each_language_has_its_own_sentences() -> None:
    document = read(SAMI, TALK, "a.smi")
    assert [text for role, text in fields(document) if role == "speech"] == [
        "I am Wilma\nQuillfeather & call 415\n555 0100",
        "Je suis Wilma\nQuillfeather",
    ]
    assert [time for _, time in times(document)] == [(1, 3), (3, 5)] * 2


def test_names_everywhere(run, folder):
    changed = cleared(run, folder, "sami", "a.smi", TALK.encode())
    assert "<TITLE>[PERSON_1] [PERSON_2]</TITLE>" in changed
    assert "I am [PERSON_1]<i></i><br>[PERSON_2] &amp; call [PHONE_1]" in changed
    assert changed.count("<SYNC Start=") == 3


def test_pysubs2_reads_the_result(run, folder):
    changed = cleared(run, folder, "sami", "a.smi", TALK.replace("FRCC", "ENCC").encode())
    before, after = (pysubs2.SSAFile.from_string(one, format_="sami") for one in (TALK, changed))
    assert [one.start for one in after] == [one.start for one in before]


def test_nothing_to_redact(run, folder):
    text = TALK.replace("Wil", "Well").replace("Quillfeather", "so").replace("0100", "so")
    unchanged(run, folder, "sami", "a.smi", text.replace("\n", "\r\n").encode())


def test_detect_reports_the_time_of_a_finding(run, folder):
    assert ("[PHONE_1]", [1.0, 5.0]) in reported(run, folder, "sami", "a.smi", TALK.encode())


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    broken = damaged(TALK, at, put)
    if accepts(SAMI, broken, "a.smi"):
        assert replaced(read(SAMI, broken, "a.smi"), "no such name") == broken


def test_a_tag_that_does_not_end_is_incomplete() -> None:
    with pytest.raises(Incomplete):
        read(SAMI, f"{HEAD}<SYNC Start=1", "a.smi")
