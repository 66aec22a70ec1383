"""CHAT: utterances, participants, headers and dependent tiers are read; codes and times stay."""

from __future__ import annotations

import pylangacq
import pytest
from anonfilter_documents.timed.chat import CHAT
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import fields, read, replaced, texts, times
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged

HEAD = "@UTF8\n@Begin\n@Languages:\teng\n@Participants:\tCHI Target_Child, MOT Mother\n"
TALK = """@UTF8
@PID:\t11312/c-00021340-1
@Begin
@Languages:\teng
@Participants:\tCHI Wilma_Quillfeather Target_Child, MOT Mother, QUILLFEATHER Visitor
@ID:\teng|Quillfeather|CHI|2;00.|female|||Target_Child|||
@ID:\teng|Quillfeather|MOT|||||Mother||Wilma Quillfeather|
@ID:\teng|Quillfeather|QUILLFEATHER|||||Visitor|||
@Birth of CHI:\t14-JAN-1992
@Media:\twilma_quillfeather_01, audio
@Comment:\tTaped by Wilma
\tQuillfeather
*CHI:\tI am Wi:lma Quill(feather) [% Quillfeather] . \x15100_2500\x15
%mor:\tpro:sub|I cop|be&1S n:prop|Wilma n:prop|Quillfeather~poss|s .
%gra:\t1|2|SUBJ 2|0|ROOT 3|4|NAME 4|2|PRED 5|2|PUNCT
%pho:\taI &m wIlm@ kwIlfED@
%wor:\tI \x15100_300\x15 am \x15300_500\x15 Wilma \x15500_900\x15 Quillfeather \x15900_2500\x15 .
%com:\tsays Wilma Quillfeather
*MOT:\tso call 415
\t555 0100 (.) now . \x153000_4000\x15
%pho:\tsoU kOl
*QUILLFEATHER:\twell (be)cause .
@End
"""


def parsed(text: str) -> list[tuple[str, str, object]]:
    """What pylangacq makes of a file: who speaks, how it is parsed, when."""
    [*utterances] = pylangacq.CHAT.from_strs([text]).utterances()
    return [(one.participant, type(one).__name__, one.time_marks) for one in utterances]


def test_names_everywhere(run, folder):
    changed = cleared(run, folder, "chat", "a.cha", TALK.replace("\n", "\r\n").encode())
    lines = changed.replace("\r\n", "\n").splitlines()
    assert lines[4] == (
        "@Participants:\tCHI [PERSON_1]_[PERSON_2] Target_Child, MOT Mother, [PERSON_2] Visitor"
    )
    assert lines[9] == "@Media:\t[PERSON_1]_[PERSON_2]_01, audio"
    assert lines[10:12] == ["@Comment:\tTaped by [PERSON_1]", "\t[PERSON_2]"]
    assert lines[12] == "*CHI:\tI am [PERSON_1] [PERSON_2] [% [PERSON_2]] . \x15100_2500\x15"
    assert lines[13].split(" ")[2:4] == ["n:prop|[PERSON_1]", "n:prop|[PERSON_2]~poss|s"]
    assert lines[15] == "%pho:\txxx"
    assert lines[18:21] == [
        "*MOT:\tso call ",
        "\t[PHONE_1] (.) now . \x153000_4000\x15",
        "%pho:\txxx",
    ]
    assert lines[21] == "*[PERSON_2]:\twell (be)cause ."
    before, after = parsed(TALK), parsed(changed.replace("\r\n", "\n"))
    assert after[:2] == before[:2]
    assert len(after) == len(before)


def test_nothing_to_redact(run, folder):
    data = TALK.replace("Quill", "Well").replace("quill", "well").replace("QUILL", "WELL")
    data = data.replace("Wilma", "Child").replace("wilma", "child").replace("0100", "01")
    unchanged(run, folder, "chat", "a.cha", data.replace("\n", "\r\n").encode("utf-8-sig"))


def test_detect_reports_the_time_of_a_finding(run, folder):
    found = reported(run, folder, "chat", "a.cha", TALK.encode())
    assert ("[PHONE_1]", [3.0, 4.0]) in found
    assert ("[PERSON_1] [PERSON_2]", [0.1, 2.5]) in found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("so Ada_Lovelace .", "so Ada Lovelace ."),
        ("[PHONE_NUMBER_1] PERSON_1 person_1", "[PHONE_NUMBER_1] PERSON_1 person_1"),
        ("Wi::lma Quill(feather)'s (be)cause (.) (1.2)", "Wilma Quillfeather's because (.) (1.2)"),
        ("\u02c8Wil^ma \u2308Quill\u23092 \u2191so", "Wilma Quill so"),
        ("at 10:30 \x150_12\x15", "at 10:30 "),
        ("<Ada> [/] Ada@n &-uh +...", "<Ada> [/] Ada@n &-uh +..."),
        ("so\n\tit is", "so it is"),
    ],
)
def test_speech_is_read(said: str, found: str) -> None:
    assert texts(read(CHAT, f"{HEAD}*CHI:\t{said}\n@End\n", "a.cha"))[2:] == [found]


def test_headers_codes_and_tiers() -> None:
    text = (
        HEAD + "@ID:\teng|Brown|CHI|||\n@Situation:\tat Ada's\n@Adastuff\n"
        "*CHI:\tso \x150_9\x15\n%mor:\tco|so n:prop|Ada_L\n"
        "%xpho:\ts\n%gra:\t1|0|x\n"
    )
    document = read(CHAT, text, "a.cha")
    assert fields(document)[2:] == [
        ("text", "Brown"),
        ("text", "at Ada's"),
        ("text", "Adastuff"),
        ("speech", "so "),
        ("text", "so Ada L"),
        ("text", "1|0|x"),
    ]
    assert [time for _, time in times(document)] == [(0, 0.009)] * 4
    assert replaced(document, "so", "[A b]").endswith(
        "*CHI:\t[A b] \x150_9\x15\n%mor:\tco|[A b] n:prop|Ada_L\n%xpho:\txxx\n%gra:\t1|0|x\n"
    )


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("Hello, Quill\n", "1:1", "does not begin with @UTF8"),
        (HEAD + "CHI:\tso\n", "5:1", "does not begin with"),
        (HEAD + "* so\n", "5:1", "does not begin with"),
    ],
)
def test_an_invalid_chat_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(CHAT, text, "a.cha")
    assert caught.value.where == f"a.cha:{place}"


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    stands_damage(CHAT, TALK, "a.cha", at, put)


@pytest.mark.parametrize(
    "unit", ["so ", "a:", "(", "n|", "a-#", "\n\tso", "\n*CHI:\tso\n%pho:\tso"]
)
def test_time_grows_with_size(unit: str) -> None:
    text = f"{HEAD}*CHI:\t"
    assert grows_no_faster(lambda size: read(CHAT, text + unit * size, "a.cha"), 16_000)
    text = f"{text}so\n%mor:\t"
    assert grows_no_faster(lambda size: read(CHAT, text + unit * size, "a.cha"), 16_000)


def test_empty_files() -> None:
    assert texts(read(CHAT, "", "a.cha")) == []
