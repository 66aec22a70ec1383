"""A live stream: when text is written, and what is reported."""

from __future__ import annotations

import json

import pytest

from anonfilter.errors import Incomplete
from anonfilter.streams.live import LiveDelay, LiveFilter
from tests.conftest import TERMS_RULES
from tests.filtering import UNSETTLED
from tests.streams.long_texts import engine_of

ENGINE = engine_of()
LATE = engine_of(TERMS_RULES.replace("term: Quill,", "term: Quillon Jonesby,"))


def live(lines: int = 1, seconds: float = 2.0, name: str = "a.txt", engine=ENGINE) -> LiveFilter:  # type: ignore[no-untyped-def]
    return LiveFilter(engine, name, LiveDelay(lines, seconds))


def printed(stream: LiveFilter, text: str, now: float = 0.0) -> str:
    stream.feed(text.encode(), now)
    step = stream.due(now)
    return "" if step is None else step.output.decode()


def test_a_line_waits_for_those_after_it_or_for_its_time() -> None:
    stream = live(lines=2)
    assert stream.wait(0.0) is None
    assert printed(stream, "Quill came\n", 10.0) == ""
    assert stream.wait(10.5) == 1.5
    assert printed(stream, "and sat\n", 11.0) == ""
    assert stream.due(11.9) is None
    step = stream.due(12.0)
    assert step is not None
    assert step.output == b"[PERSON_1] came\n"
    assert printed(stream, "QX-1234\nthen\n", 12.5) == "and sat\n"
    step = stream.end()
    assert step is not None
    assert step.output == b"[CODE_1]\nthen\n"


def test_a_name_over_two_lines_is_replaced_as_one() -> None:
    stream = live(lines=0)
    assert printed(stream, "here is Jane\nSmith of\nPort\nEll") == (
        "here is [PERSON_1]\n[PERSON_2] of\nPort\n"
    )
    stream.feed(b"ery, Jane Smith", 1.0)
    step = stream.end()
    assert step is not None
    assert step.output.decode().startswith("[PLACE_1]")
    assert step.output.endswith(b", [PERSON_1] [PERSON_2]")
    assert [(one.line, one.label) for one in step.late] == [(3, "PLACE")]


def test_a_name_recognised_late_is_reported_once_by_place_and_never_by_value() -> None:
    stream = live(lines=0, engine=LATE)
    printed(stream, "one\ntwo of quillon\n")
    stream.feed(b"Quillon Jonesby came\n", 1.0)
    step = stream.due(1.0)
    assert step is not None
    assert step.output == b"[PERSON_1] [PERSON_2] came\n"
    assert [(one.line, one.column, one.label, one.value) for one in step.late] == [
        (2, 8, "PERSON", "")
    ]
    assert stream.all_late() == ()


def test_names_written_long_before_are_reported_at_the_end() -> None:
    stream = live(lines=0, engine=LATE)
    printed(stream, "one\ntwo of quillon\n")
    for _ in range(3):
        printed(stream, "nothing of note was said about the weather\n" * 200)
    printed(stream, "Quillon Jonesby came\n")
    assert [(one.line, one.column, one.label) for one in stream.all_late()] == [(2, 8, "PERSON")]


def test_a_person_has_one_tag_however_much_is_between() -> None:
    stream = live(lines=0)
    assert printed(stream, "Quill, Jane Smith\n") == "[PERSON_1], [PERSON_2] [PERSON_3]\n"
    printed(stream, "nothing of note was said about the weather\n" * 200)
    assert printed(stream, "Jane Smith, Quill\n") == "[PERSON_2] [PERSON_3], [PERSON_1]\n"


NEVER = "      - {label: DAY, regex: 'STUCK|(?<=\\ufffc *)after\\d'}\n"
STUCK = engine_of(TERMS_RULES.replace("    patterns:\n", f"    patterns:\n{NEVER}"))
LEFT = f"Quill\n{UNSETTLED}then\n"


def test_a_remaining_finding_is_held_back_and_earlier_text_written() -> None:
    stream = live(lines=0, engine=STUCK)
    assert printed(stream, LEFT) == "[PERSON_1]\n"
    step = stream.due(0.0)
    assert step is not None
    assert step.output == b""
    assert [(one.line, one.label) for one in step.left] == [(2, "DAY")]


def test_keep_output_writes_and_reports_remaining_findings() -> None:
    stream = LiveFilter(STUCK, "a.txt", LiveDelay(0, 2.0), keep_output=True)
    stream.feed(LEFT.encode(), 0.0)
    step = stream.due(0.0)
    assert step is not None
    assert step.output.decode().splitlines()[::2] == ["[PERSON_1]", "then"]
    assert [(one.line, one.label) for one in step.left] == [(2, "DAY")]


def test_json_lines_are_filtered_each_by_itself() -> None:
    stream = live(lines=0, name="a.jsonl")
    written = "".join(json.dumps({"text": word}) + "\n" for word in ("Quill", "naïve"))
    assert printed(stream, written) == '{"text": "[PERSON_1]"}\n{"text": "na\\u00efve"}\n'


@pytest.mark.parametrize("name", ["a.csv", "a.vtt", "a.srt", "a.json"])
def test_files_that_are_not_read_by_lines_are_refused(name: str) -> None:
    with pytest.raises(Incomplete, match="line by line"):
        live(name=name).feed(b'"', 0.0)


def test_bytes_of_one_character_may_come_apart() -> None:
    stream = live(lines=0)
    data = "naïve 😀 Quill\n".encode()
    for at in range(len(data)):
        stream.feed(data[at : at + 1], 0.0)
    step = stream.due(0.0)
    assert step is not None
    assert step.output.decode() == "naïve 😀 [PERSON_1]\n"


def test_binary_data_and_other_languages_are_incomplete() -> None:
    with pytest.raises(Incomplete, match="NUL"):
        printed(live(lines=0), "a\0b\n")
    german = "der Mann und die Frau sind nicht mit dem Hund in der Stadt und das ist für sie gut\n"
    with pytest.raises(Incomplete, match="German"):
        printed(live(lines=0), german * 8)


def test_tags_whose_numbers_are_in_use_are_refused() -> None:
    stream = live(lines=0)
    printed(stream, "Quill came\n")
    with pytest.raises(Incomplete, match="contains tags of an earlier run") as raised:
        printed(stream, "[PERSON_1] left\n")
    assert raised.value.hint.startswith("Filter the text as it was")
