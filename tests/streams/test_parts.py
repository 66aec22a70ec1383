"""Long files in parts: the result is that of the whole, wherever the edges are."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.streams.long_text import WindowSizes
from anonfilter.text.lines import count_lines
from tests.conftest import TERMS_RULES
from tests.filtering import UNSETTLED
from tests.streams.long_texts import engine_of, in_parts, whole

ENGINE = engine_of()
WORDS = [
    "the",
    "of",
    "naïve",
    "😀",
    "e\u0301",
    "QX-1234",
    "AB-9999",
    "Monday",
    "Quill",
    "Jane Smith",
    "Jane\nSmith",
    "Jane\r\nSmith",
    "Port Ellery",
]
BLANKS = [" ", " ", " ", " ", "\n", "\r\n", "\n\n", "\r\n\r\n"]
FILLER = "nothing of note was said about the weather that day\n"


texts = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(BLANKS)), min_size=60, max_size=300
).map(lambda some: "".join(word + blank for word, blank in some))


@settings(max_examples=15)
@given(texts, st.integers(1, 200), st.integers(100, 600))
def test_a_text_in_parts_comes_out_as_a_whole_one(text: str, chunk: int, part: int) -> None:
    data = text.encode()
    done = in_parts(ENGINE, data, sizes=WindowSizes(part, part // 5, 4_000), chunk=chunk)
    assert (done.output, done.findings) == (whole(ENGINE, data), ())
    assert done.lines == count_lines(text)


@settings(max_examples=15)
@given(texts, st.sampled_from(["utf-16-le", "utf-16-be", "utf-32-le"]))
def test_so_does_one_in_utf_16(text: str, codec: str) -> None:
    bom = {
        "utf-16-le": codecs.BOM_UTF16_LE,
        "utf-16-be": codecs.BOM_UTF16_BE,
        "utf-32-le": codecs.BOM_UTF32_LE,
    }[codec]
    data = bom + text.encode(codec)
    assert in_parts(ENGINE, data, chunk=33).output == whole(ENGINE, data)


def test_bytes_that_are_no_text_and_marks_stay_as_they_are() -> None:
    data = codecs.BOM_UTF8 + ("\ufeff" + FILLER * 3).encode() * 8 + b"Quill caf\xe9\r\rQX-1234" * 4
    assert in_parts(ENGINE, data, chunk=1).output == whole(ENGINE, data)


def test_a_name_that_is_seen_late_is_replaced_early_by_its_own_tag() -> None:
    text = f"xix: quillon was there\n{FILLER * 60}Then Quillon Jonesby spoke.\n{FILLER * 60}"
    rules = TERMS_RULES.replace("term: Quill,", "term: Quillon Jonesby,")
    done = in_parts(engine_of(rules), text.encode())
    assert done.parts > 5
    assert done.output.decode() == text.replace("quillon", "[PERSON_1]", 1).replace(
        "Quillon Jonesby", "[PERSON_1] [PERSON_2]"
    )


def test_a_person_has_one_tag_in_all_parts() -> None:
    text = "".join(
        f"Jane Smith saw {code} and Quill.\n{FILLER * 12}"
        for code in ("QX-1111", "QX-2222", "QX-1111", "QX-3333")
    )
    done = in_parts(ENGINE, text.encode())
    lines = [line for line in done.output.decode().splitlines() if "saw" in line]
    assert lines == [
        f"[PERSON_1] [PERSON_2] saw [CODE_{number}] and [PERSON_3]." for number in (1, 2, 1, 3)
    ]


@pytest.mark.parametrize(
    ("spelled", "again"),
    [
        ("V-A-N", "and V-A-N came"),
        ("V-A-N", "all V-A-N-shaped"),  # which is no spelled name to the detector
        ("V. A. N.", "then V. A. N. Smith"),
        ("V-A-N, D-Y", "and V-A-N, D-Y came"),
        ("double S-O-N", "and double S-O-N came"),
    ],
)
def test_a_name_that_is_spelled_out_has_one_tag_in_all_parts(spelled: str, again: str) -> None:
    of_letters = "detectors:\n  - use: spelled\n    label: PERSON\n"
    engine = engine_of(TERMS_RULES.replace("detectors:\n", of_letters, 1))
    text = f"My name is spelled {spelled}.\n{FILLER * 30}{again}\n"
    done = in_parts(engine, text.encode())
    assert done.parts > 2
    assert set(re.findall(r"\[\w+\]", done.output.decode())) == {"[PERSON_1]"}
    assert done.output == whole(engine, text.encode())


def test_numbers_of_tags_that_stand_in_the_file_are_not_given_again() -> None:
    text = f"[CODE_1] and QX-1234\n{FILLER * 40}QX-5678 and [CODE_1]\n"
    assert in_parts(ENGINE, text.encode()).output.decode() == text.replace(
        "QX-1234", "[CODE_2]"
    ).replace("QX-5678", "[CODE_3]")


def test_a_tag_that_is_met_when_its_number_is_given_is_refused() -> None:
    text = f"QX-1234\n{FILLER * 40}[CODE_1]\n"
    with pytest.raises(Incomplete, match="tags of an earlier run"):
        in_parts(ENGINE, text.encode())


def test_remaining_findings_are_reported_by_place_in_the_file() -> None:
    never = "      - {label: DAY, regex: 'STUCK|(?<=\\ufffc *)after\\d'}\n"
    rules = TERMS_RULES.replace("    patterns:\n", f"    patterns:\n{never}")
    text = f"{FILLER * 100}so {UNSETTLED}{FILLER * 100}"
    (found,) = {(one.line, one.label) for one in in_parts(engine_of(rules), text.encode()).findings}
    assert found == (101, "DAY")


def test_a_word_longer_than_the_limit_is_incomplete() -> None:
    with pytest.raises(Incomplete, match="cannot be divided") as reported:
        in_parts(ENGINE, b"word" * 10_000)
    assert "whole_megabytes" in reported.value.hint


def test_text_without_lines_is_divided_between_words() -> None:
    text = ("so then we all went home again " * 30 + "with Quill and Jane Smith ") * 4
    done = in_parts(ENGINE, text.encode())
    assert done.output == whole(ENGINE, text.encode())
    assert done.parts > 4
    assert done.lines == 1


@pytest.mark.parametrize("bad", [b"\0", b"caf\xe9 \xe8\xe9\xea\xeb " * 400])
def test_binary_data_anywhere_is_incomplete(bad: bytes) -> None:
    with pytest.raises(Incomplete):
        in_parts(ENGINE, FILLER.encode() * 100 + bad + FILLER.encode())


def test_another_kind_of_file_is_known_by_its_end_too() -> None:
    body = f"<p>{FILLER}</p>\n" * 100
    with pytest.raises(Incomplete, match="XML"):
        in_parts(ENGINE, f"<corpus>\n{body}</corpus>\n".encode())


# formats


cells = st.sampled_from([*WORDS, 'say "Quill"', "a,b", "Quill\n\nagain", ""])


@settings(max_examples=15)
@given(st.lists(st.tuples(cells, cells), min_size=60, max_size=150), st.integers(1, 200))
def test_a_table_is_divided_behind_its_rows(rows: list[tuple[str, str]], chunk: int) -> None:
    written = io.StringIO(newline="")
    csv.writer(written).writerows([("said", "note"), *rows])
    data = written.getvalue().encode()
    done = in_parts(ENGINE, data, "a.csv", chunk=chunk)
    assert (done.output, done.findings) == (whole(ENGINE, data, "a.csv"), ())


@settings(max_examples=15)
@given(st.lists(st.sampled_from(WORDS), min_size=60, max_size=200), st.integers(1, 200))
def test_json_lines_are_divided_behind_lines(words: list[str], chunk: int) -> None:
    data = "".join(json.dumps({"text": word, "n": 12}) + "\r\n" for word in words).encode()
    done = in_parts(ENGINE, data, "a.jsonl", chunk=chunk)
    assert (done.output, done.findings) == (whole(ENGINE, data, "a.jsonl"), ())


def test_one_value_of_json_is_not_divided() -> None:
    with pytest.raises(Incomplete, match="as a whole") as reported:
        in_parts(ENGINE, json.dumps(["Quill"] * 1_000).encode(), "a.json")
    assert "whole_megabytes" in reported.value.hint


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("suffix", ["vtt", "srt"])
def test_captions_are_divided_between_cues(suffix: str, end: str) -> None:
    lines = ["WEBVTT - of Quill", ""] if suffix == "vtt" else []
    for at in range(60):
        point = "." if suffix == "vtt" else ","
        time = f"00:{at:02}:01{point}000 --> 00:{at:02}:04{point}000"
        lines += [str(at + 1), time, f"Jane Smith said {at}", "QX-1234, - and 12", ""]
    data = end.join(lines).encode()
    done = in_parts(ENGINE, data, f"a.{suffix}", chunk=31)
    assert done.parts > 5
    assert (done.output, done.findings) == (whole(ENGINE, data, f"a.{suffix}"), ())


@pytest.mark.parametrize(
    ("name", "head", "line"),
    [
        ("a.sbv", "", "0:{0:02}:01.000,0:{0:02}:04.000\nJane Smith said {0}\nQX-1234, -\n\n"),
        ("a.stm", ";; of Quill\n", "rec1 A Quill {0} {0}.9 <o,f0> Jane Smith said {0} QX-1234\n"),
        (
            "a.cha",
            "@UTF8\n@Begin\n@Comment:\tof Quill\n",
            "*CHI:\tJane Smith\n\tsaid QX-1234 . \x15{0}_{0}9\x15\n"
            "%mor:\tn|Jane n|Smith\n%pho:\td\n",
        ),
    ],
)
def test_transcripts_are_divided_between_what_is_said(name: str, head: str, line: str) -> None:
    data = (head + "".join(line.format(at) for at in range(60))).encode()
    done = in_parts(ENGINE, data, name, chunk=31)
    assert done.parts > 5
    assert (done.output, done.findings) == (whole(ENGINE, data, name), ())


def test_a_table_that_breaks_later_is_incomplete() -> None:
    data = b"a,b\n" + b"Quill,2\n" * 300 + b"only one\n" + b"Quill,2\n" * 300
    with pytest.raises(Incomplete, match="is not a table"):
        in_parts(ENGINE, data, "a.csv")


@pytest.mark.slow
def test_with_the_model_no_name_is_left_that_the_whole_file_shows(default_engine: Engine) -> None:
    data = Path("examples/call.txt").read_bytes()[:9_000].rpartition(b"\n")[0]
    done = default_engine.redact(default_engine.read_document(data, "a.txt"))
    parts = in_parts(default_engine, data, sizes=WindowSizes(2_500, 800, 50_000))
    names = {
        word
        for one in done.tagged
        if one.mention.label.name == "PERSON"
        for word in one.mention.surface.split()
        if word[0].isupper()
    }
    assert parts.findings == ()
    assert parts.parts > 1
    assert names
    left = set(re.findall(r"\w+", parts.output.decode()))
    assert names & left <= set(re.findall(r"\w+", done.output.decode()))
