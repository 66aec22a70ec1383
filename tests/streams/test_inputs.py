"""Which files are read in parts although the rules would read them as a whole."""

from __future__ import annotations

import json

import pytest

from anonfilter import Engine, load_ruleset
from anonfilter.files.read import LoadedFile
from anonfilter.rules import parse_ruleset
from anonfilter.run.inputs import LARGE, OpenedFile, Reading, plan_reading
from anonfilter.run.long_files import tags_in

FAST = Engine(load_ruleset("fast"))
LINE = "Nothing of note was said about the weather that day.\n"


def planned(engine: Engine, name: str, data: bytes) -> Reading:
    return plan_reading(engine, name, len(data), data)


def long(line: str, beginning: str = "") -> bytes:
    return (beginning + line * (1 + LARGE // len(line))).encode()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("talk.txt", long(LINE)),
        ("standard input", long(LINE)),
        ("talk.jsonl", long(json.dumps({"text": LINE}) + "\n")),
        ("talk.csv", long(f'1,"{LINE}"\n', "id,text\n")),
        ("talk.srt", long(f"1\n00:00:01,000 --> 00:00:02,000\n{LINE}\n")),
        ("talk.txt", long(LINE).decode().encode("utf-16")),
    ],
)
def test_divisible_files_are_read_in_parts(name: str, data: bytes) -> None:
    assert planned(FAST, name, data) is Reading.EITHER
    assert planned(FAST, name, data[: LARGE // 2]) is Reading.WHOLE


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("dump.sql", long("('Bo Obi', 536228714),\n", "create table t (name text, ssn text);\n")),
        ("table.txt", long("Bo Obi   536228714\n", "name     ssn\n")),
        ("page.md", long(LINE)),
        ("page.html", long(f"<p>{LINE}</p>")),
        ("one.json", long(f"{LINE!r},", '{"text": [').replace(b"'", b'"') + b'""]}'),
        ("standard input", long(json.dumps({"text": LINE}) + "\n")),
        ("talk.cha", long(f"*ANN:\t{LINE}", "@UTF8\n@Begin\n")),
        ("mail.mbox", long(LINE)),
        ("image.dat", long(LINE, "PK\x03\x04")),
    ],
)
def test_files_with_distant_dependencies_are_read_whole(name: str, data: bytes) -> None:
    assert planned(FAST, name, data) is Reading.WHOLE


def test_roles_and_surrogates_hold_for_a_whole_file() -> None:
    surrogates = "anonfilter: 1\nname: s\nextends: fast\ntaggers: [{use: surrogate, labels: ['*']}]"
    for ruleset in (load_ruleset("legal"), parse_ruleset(surrogates, "s.yaml")):
        engine = Engine(ruleset)
        assert planned(engine, "talk.txt", long(LINE)) is Reading.WHOLE
        assert planned(engine, "talk.txt", long(LINE) * 16) is Reading.IN_PARTS


def test_all_of_it_is_there_if_it_is_wanted_whole() -> None:
    data = long(LINE, "[PERSON_7] spoke.\n")
    opened = OpenedFile.planned(FAST, LoadedFile("talk.txt", data))
    assert opened.reading is Reading.EITHER
    assert opened.loaded == LoadedFile("talk.txt", data)
    assert (opened.size, b"".join(opened.chunks())) == (len(data), data)
    assert [tag.number for tag in tags_in(opened, FAST.grammar)] == ["7"]
