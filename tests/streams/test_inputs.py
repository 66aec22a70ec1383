"""Which files are read in parts although the rules would read them as a whole."""

from __future__ import annotations

import json

import pytest

from anonfilter import Engine, load_ruleset
from anonfilter.files.read import Input
from anonfilter.rules import parse_ruleset
from anonfilter.run.inputs import WHOLE, LongInput, in_parts_if_long, is_read_in_parts

FAST = Engine(load_ruleset("fast"))
LINE = "Nothing of note was said about the weather that day.\n"


def long(line: str, beginning: str = "") -> bytes:
    return (beginning + line * (1 + WHOLE // len(line))).encode()


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
    assert is_read_in_parts(FAST, name, data)
    assert not is_read_in_parts(FAST, name, data[: WHOLE // 2])


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
    assert not is_read_in_parts(FAST, name, data)


def test_roles_and_surrogates_hold_for_a_whole_file() -> None:
    surrogates = "anonfilter: 1\nname: s\nextends: fast\ntaggers: [{use: surrogate, labels: ['*']}]"
    for ruleset in (load_ruleset("legal"), parse_ruleset(surrogates, "s.yaml")):
        engine = Engine(ruleset)
        assert not is_read_in_parts(engine, "talk.txt", long(LINE))
        assert is_read_in_parts(engine, "talk.txt", long(LINE) * 16)


def test_all_of_it_is_there_if_it_is_wanted_whole() -> None:
    data = long(LINE, "[PERSON_7] spoke.\n")
    source = in_parts_if_long(FAST, Input("talk.txt", data))
    assert isinstance(source, LongInput)
    assert source.whole() == Input("talk.txt", data)
    assert (source.size, b"".join(source.chunks())) == (len(data), data)
    assert [tag.number for tag in source.standing(FAST.grammar)] == ["7"]
