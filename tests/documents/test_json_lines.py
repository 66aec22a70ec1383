"""JSON and JSON lines: strings, keys and long numbers are read; all else stays as it was."""

from __future__ import annotations

import io
import json
import math
from typing import Any

import pytest
from anonfilter_documents.json.json_lines import JsonLines
from anonfilter_documents.json.json_syntax import MAX_DEPTH
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from anonfilter.errors import Incomplete
from tests.documents.read_documents import (
    NAME,
    NASTY,
    accepts,
    damaged,
    fields,
    read,
    replaced,
    texts,
    write_rules,
)

WORDS = st.lists(
    st.sampled_from([NAME, " ", '"', "\\", "/", "\n", "\r", "\t", "é", "\u2028", "😀", "\x7f", "{"])
).map("".join)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


def with_names_replaced(value: Any, by: str) -> Any:
    """What the file should say after the name was replaced in it."""
    if isinstance(value, str):
        return value.replace(NAME, by)
    if isinstance(value, list):
        return [with_names_replaced(one, by) for one in value]
    if isinstance(value, dict):
        return {key.replace(NAME, by): with_names_replaced(one, by) for key, one in value.items()}
    return value


@given(VALUES, st.booleans(), st.sampled_from([None, 2]))
def test_only_the_name_changes(value: Any, ascii_only: bool, indent: int | None) -> None:
    written = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    document = read(JsonLines, written, "any.json")
    assert json.loads(replaced(document, by=NASTY)) == with_names_replaced(value, NASTY)


@given(
    VALUES, st.integers(0, 200), st.sampled_from(['"', "\\", ",", "}", "]", "0", "", "\x01", "u"])
)
def test_only_text_that_json_rejects_is_incomplete(value: Any, at: int, put: str) -> None:
    text = damaged(json.dumps(value), at, put)
    try:
        json.loads(text)
        valid = True
    except ValueError:
        valid = False
    assert accepts(JsonLines, text, "any.json") == valid


@pytest.mark.parametrize(
    ("name", "written", "place"),
    [
        ("a.json", "", "1:1"),
        ("a.json", '{"a": 1,}', "1:9"),
        ("a.json", '{"a": [1, 2}', "1:12"),
        ("a.json", '{"a"\n: 01}', "2:4"),
        ("a.json", '{"a": "no end}', "1:7"),
        ("a.json", '{"a": "\\x"}', "1:7"),
        ("a.json", '{"a": "tab\there"}', "1:7"),
        ("a.json", "{'a': 1}", "1:2"),
        ("a.json", '{"a": 1}\n{"a": 2}', "2:1"),
        ("a.jsonl", '{"a": 1}\n{"a":\n2}', "2:6"),
        ("a.jsonl", '{"a": 1}\r\n\r\n[1,\r\n', "3:5"),
        ("a.json", "[" * 100_000, f"1:{MAX_DEPTH + 1}"),
        ("a.json", "9" * 5000, "1:1"),
    ],
)
def test_invalid_json_is_reported_with_its_place(name: str, written: str, place: str) -> None:
    with pytest.raises(Incomplete) as caught:
        read(JsonLines, written, name)
    assert caught.value.where == f"{name}:{place}"


def test_each_line_is_a_value_except_empty_lines() -> None:
    written = '{"text": "one"}\r\n\n  \n{"text": "two\u2028more"}'
    assert texts(read(JsonLines, written, "a.jsonl")) == ["one", "two\nmore"]
    assert texts(read(JsonLines, written, "a.json", lines=True)) == ["one", "two\nmore"]
    assert texts(read(JsonLines, '["one",\n"two"]', "A.JSON")) == ["one", "two"]


def test_text_that_is_not_replaced_keeps_its_notation() -> None:
    written = (
        '{ "b" : "\\u00e9 \\/ caf\\u00E9 Quill \\ud83d\\ude00" ,"b":1.50e+3,\t"a":[ ],'
        '"n":123456789012345678901234567890,"x":-0.0,"i":NaN}\r\n'
    )
    changed = replaced(read(JsonLines, written, "a.jsonl"), by="[PERSON_1]")
    assert changed == written.replace("Quill", "[PERSON_1]")


@pytest.mark.parametrize(
    "written",
    ['"Ren\\u00e9e"', '"Rene\\u0301e"', '"Ren\\u00ad\\u00e9e"', '"\\u0052en\u00e9e"', '"Renée"'],
)
def test_a_name_is_read_however_it_is_escaped(written: str) -> None:
    document = read(JsonLines, f"[{written}]", "a.json")
    assert texts(document) == ["Renée"]
    assert replaced(document, "Renée", "[P]") == '["[P]"]'


def test_a_name_across_an_escaped_line_end_keeps_it() -> None:
    document = read(JsonLines, '["so Wilma\\nQuill said"]', "a.json")
    assert replaced(document, "Wilma\nQuill", "[P]") == '["so [P]\\n said"]'


def test_long_strings_have_paragraphs_and_turns() -> None:
    document = read(
        JsonLines, json.dumps({"text": "ANN: Hello.\nBOB: Well,\nyes.\n\nEnd"}), "a.json"
    )
    assert texts(document) == ["ANN: Hello.", "BOB: Well,\nyes.", "End"]
    spoken = read(
        JsonLines,
        json.dumps({"text": "THE WITNESS: Hello.\nMR. QUILL: Yes.\nTHE WITNESS: So."}),
        "a.json",
        speakers=True,
    )
    assert ("speech", " So.") in fields(spoken)
    assert ("speaker", "MR. QUILL") in fields(spoken)


def test_strings_without_meaning_are_still_text() -> None:
    written = '["data:text/plain;base64,UXVpbGw=", "\\ud800 \\u0000"]'
    assert texts(read(JsonLines, written, "a.json")) == [
        "data:text/plain;base64,UXVpbGw=",
        "\ufffd  ",
    ]


# keys


def test_keys_of_a_schema_are_not_read_but_names_are() -> None:
    written = '{"start_time":"", "speakerId":"", "Wilma":"", "wilma q":"", "jane":"", "mark":""}'
    assert texts(read(JsonLines, written, "a.json")) == ["Wilma", "wilma q", "jane", "mark"]
    assert texts(read(JsonLines, written, "a.json", keys="leave")) == []


def test_schema_terms_of_linked_data_are_not_text() -> None:
    written = '{"@context": "https://a.example/", "@type": "So", "@mark": "", "@graph": []}'
    text = [said for role, said in fields(read(JsonLines, written, "a.json")) if role == "text"]
    assert text == ["So", "@mark"]


def test_a_name_as_a_key_is_replaced() -> None:
    document = read(JsonLines, '{"Quill \\"Q\\"": {"text": "hm"}}', "a.json")
    assert json.loads(replaced(document, by="[P]")) == {'[P] "Q"': {"text": "hm"}}


# numbers


@pytest.mark.parametrize(
    ("number", "read_as"),
    [
        ("4155550100", ["4155550100"]),
        ("-4155550100", ["4155550100"]),
        ("4155550100.0", ["4155550100"]),
        ("12345", ["12345"]),
        ("1234", []),
        ("37.774929", []),
        ("1e10", []),
        ("true", []),
    ],
)
def test_long_whole_numbers_are_read(number: str, read_as: list[str]) -> None:
    assert texts(read(JsonLines, f'{{"n": {number}}}', "a.json")) == read_as
    assert texts(read(JsonLines, f'{{"n": {number}}}', "a.json", numbers=None)) == []


def test_a_replaced_number_is_a_string() -> None:
    document = read(JsonLines, '{"n": [4155550100, -12345.0, 7]}', "a.json")
    changed = replaced(document, r"\d{10}|234", NASTY)
    assert json.loads(changed) == {"n": [NASTY, f"-1{NASTY}5.0", 7]}


# roles


def roles(value: Any, *rules: tuple[str, str], **config: Any) -> list[tuple[str, str]]:
    named = [{"path": path, "role": role} for path, role in rules]
    return fields(read(JsonLines, json.dumps(value), "a.json", fields=named, **config))


TALK = {
    "title": "Talk",
    "turns": [{"who": "Ann", "text": "Hi"}, {"who": "Bob", "text": "Yes"}],
    "meta": {"text": "M", "by": {"name": "Ann"}, "a b": "x"},
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$.turns[*].text", ["Hi", "Yes"]),
        ("$.turns[1].text", ["Yes"]),
        ("$['turns'][0]['who']", ["Ann"]),
        ('$.meta["a b"]', ["x"]),
        ("$..text", ["Hi", "Yes", "M"]),
        ("$..name", ["Ann"]),
        ("$.*", ["Talk", "Ann", "Hi", "Bob", "Yes", "M", "Ann", "x"]),
        ("$.turns", ["Ann", "Hi", "Bob", "Yes"]),
        ("$..[0].who", ["Ann"]),
        ("$", ["Talk", "Ann", "Hi", "Bob", "Yes", "M", "Ann", "x"]),
        ("$.turns..who", ["Ann", "Bob"]),
    ],
)
def test_paths_lead_to_values(path: str, found: list[str]) -> None:
    spoken = [text for role, text in roles(TALK, (path, "speech")) if role == "speech"]
    assert spoken == found
    assert [text for _, text in roles(TALK, (path, "text"), others="leave")] == found


def test_the_nearest_path_counts_and_of_two_the_first() -> None:
    rules = (
        ("$.meta", "leave"),
        ("$..name", "speaker"),
        ("$..text", "speech"),
        ("$..text", "text"),
    )
    assert roles(TALK, *rules) == [
        ("text", "Talk"),
        ("text", "Ann"),
        ("speech", "Hi"),
        ("text", "Bob"),
        ("speech", "Yes"),
        ("speech", "M"),
        ("speaker", "Ann"),
    ]


def test_keys_in_a_left_value_are_left() -> None:
    value = {"meta": {"in": {"Wilma": 1}}, "Wilma": "x"}
    assert roles(value, ("$.meta", "leave")) == [("text", "Wilma"), ("text", "x")]
    assert roles(value, ("$.meta", "text"), others="leave") == [
        ("text", "Wilma"),
        ("text", "Wilma"),
    ]


def test_paths_that_lead_nowhere_leave_nothing_in_silence() -> None:
    with pytest.raises(Incomplete, match="no value at the paths"):
        roles({"utterance": "Hi, Quill"}, ("$.text", "speech"), others="leave")
    assert roles({"utterance": "Hi"}, ("$.text", "speech")) == [("text", "Hi")]


@pytest.mark.parametrize("path", ["turns", "$.", "$.a[", "$.a[-1]", "$.a[?(@.b)]", "$.a b", "$x"])
def test_an_invalid_path_is_an_error_of_the_rules(path: str) -> None:
    with pytest.raises(ValidationError):
        JsonLines.Config(fields=[{"path": path}])


# files of others


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_other_encodings(codec: str) -> None:
    bom = "\ufeff" if codec == "utf-16-le" else ""
    data = (bom + '{"a": "Renée Quill"}\r\n').encode(codec)
    document = read(JsonLines, data, "a.jsonl")
    changed = document.source.encode(replaced(document, by="[P]"))
    assert changed == (bom + '{"a": "Renée [P]"}\r\n').encode(codec)


def test_a_file_written_by_python_in_pieces() -> None:
    out = io.StringIO()
    for at in range(3):
        json.dump(
            {"id": at, "score": math.pi, "text": f"Quill\n№ {at}"}, out, ensure_ascii=at % 2 > 0
        )
        out.write("\n")
    changed = replaced(read(JsonLines, out.getvalue(), "a.jsonl"), by="[P]")
    assert [json.loads(line)["text"] for line in changed.splitlines()] == [
        f"[P]\n№ {at}" for at in range(3)
    ]


# the command line

FORMATS = """\
- use: jsonl
  fields: [{path: '$.turns[*].who', role: speaker}, {path: $.source, role: leave}]"""
LINE = (
    '{"turns": [{"who": "Wilma Quillfeather", '
    '"text": "It\\u2019s Wilma\\nQuillfeather, \\"W\\"."}], '
    '"tel": 4155550100, "quillfeather": 1, "source": "Tamsin Works", "also": "Tamsin Works"}\n'
)


def test_filter_and_check(run, folder):
    write_rules(folder, FORMATS)
    (folder / "talk.jsonl").write_text('{"a": "\\u00e9"}\n' + LINE)
    found = run("check", "--rules", "formats.yaml", "talk.jsonl", "--output", "json").json()[
        "findings"
    ]
    originals = ("Wilma Q", "Wilma\\n", "415", "quill", 'Tamsin Works"}')
    assert [(one["line"], one["column"]) for one in found] == [
        (2, LINE.index(original) + 1) for original in originals
    ]
    result = run("--rules", "formats.yaml", "-i", "talk.jsonl")
    assert result.code == 0, result.err
    assert (folder / "talk.jsonl").read_text().splitlines() == [
        '{"a": "\\u00e9"}',
        '{"turns": [{"who": "[PERSON_1] [PERSON_2]", '
        '"text": "It\\u2019s [PERSON_1]\\n[PERSON_2], \\"W\\"."}], '
        '"tel": "[PHONE_1]", "[PERSON_2]": 1, "source": "Tamsin Works", "also": "[COMPANY_1]"}',
    ]
    assert run("check", "--rules", "formats.yaml", "talk.jsonl").code == 0
    again = run("--rules", "formats.yaml", "--diff", "talk.jsonl")
    assert (again.code, again.out) == (0, "")


def test_standard_input_is_read_by_the_suffix_of_its_name(run, folder):
    write_rules(folder, FORMATS)
    data = b'{"a": "Wilma \\u0051uillfeather"}'
    result = run("--rules", "formats.yaml", "--stdin-filename", "x.jsonl", stdin=data)
    assert (result.code, result.out) == (0, '{"a": "[PERSON_1] [PERSON_2]"}')


def test_invalid_json_is_never_read_as_plain_text(run, folder):
    write_rules(folder, FORMATS)
    result = run(
        "--rules", "formats.yaml", "--stdin-filename", "x.jsonl", stdin=b'{"a": 1}\n{"a": Wil}'
    )
    assert (result.code, result.out) == (3, "")
    assert "x.jsonl:2:7: is not valid JSON: a value is expected" in result.err
    checked = run("check", "--rules", "formats.yaml", "--stdin-filename", "x.json", stdin=b"[1")
    assert checked.code == 3
    assert "incomplete: x.json:1:3: is not valid JSON" in checked.err
    assert "Wil" not in result.err.replace("Wilma", "")


def test_an_invalid_path_is_reported_with_its_place_in_the_rules(run, folder):
    write_rules(folder, "- use: jsonl\n  fields: [{path: turns}]")
    result = run("--rules", "formats.yaml", stdin=b"x")
    assert result.code == 2
    assert "formats.yaml:10:" in result.err
    assert "a path begins with $" in result.err


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ('["Q", "u", "i", "l", "l"]', ["Quill"]),
        ('["Q","U","I","N","N"]', ["QUINN"]),
        ('["R", "e", "n", "\\u00e9", "e", " ", "Q"]', ["Ren\u00e9e Q"]),
        ("[81, 117, 105, 108, 108]", ["Quill"]),
        ("[82, 101, 110, 233, 101]", ["Ren\u00e9e"]),
        ("4.15555010e9", ["4155550100"]),
        ("-41555.501E5", ["4155550100"]),
        ("1e10", []),
        ("1.5e9", []),
        ('["A", "B", "C", "D"]', ["A", "B", "C", "D"]),
        ('["y", "no"]', ["y", "no"]),
        ("[72, 110, 85, 99]", []),
        ("[5, 5, 5, 0, 1, 9, 9]", []),
        ('["5", "5", "5", "0", "1", "9", "9"]', ["5", "5", "5", "0", "1", "9", "9"]),
        ("[[1, 2, 3], [4]]", []),
    ],
)
def test_arrays_and_numbers_that_spell_a_value(value: str, said: list[str]) -> None:
    assert texts(read(JsonLines, f'{{"v": {value}, "w": "so"}}', "a.json")) == [*said, "so"]


@pytest.mark.parametrize("key", ["phone", "homePhone", "account_number", "id"])
def test_digits_of_an_array_are_a_number_under_keys_of_numbers(key: str) -> None:
    data = f'{{"{key}": [4, 1, 5, 5, 5, 5, 0, 1, 0, 0], "scores": [4, 1, 5, 5, 5, 5, 0, 1]}}'
    document = read(JsonLines, data, "a.json")
    assert texts(document) == ["4155550100"]
    assert json.loads(replaced(document, "4155550100", "[P]"))[key] == ["[P]"]
    assert texts(read(JsonLines, "[4, 1, 5, 5, 5, 5, 0]", "a.json")) == ["4155550"]


@pytest.mark.parametrize("key", ["lat", "home_lon", "Longitude", "geoLatitude", "coordinates"])
def test_decimals_are_read_under_keys_of_coordinates(key: str) -> None:
    data = (
        f'{{"{key}": [-74.005974, 40.71], "translation": 40.712776, "weight": 0.5, "{key}": 5.5}}'
    )
    document = read(JsonLines, data, "a.geojson")
    assert texts(document) == ["-74.005974", "40.71"]
    assert json.loads(replaced(document, "-74.005974", "[P]").replace(", 5.5", ""))["weight"] == 0.5


@pytest.mark.parametrize(
    ("value", "after"),
    [
        ('["Q", "u", "i", "l", "l"]', ["[P]", "", "", "", ""]),
        ("[81, 117, 105, 108, 108]", ["[P]"]),
        ("8.1117e4", "8.1117e4"),
    ],
)
def test_a_replaced_list_of_letters_stays_json(value: str, after: object) -> None:
    data = f'{{"v": {value}, "w": ["a", "b", "c"]}}'
    changed = json.loads(replaced(read(JsonLines, data, "a.json"), by="[P]"))
    assert changed == {
        "v": json.loads(value) if isinstance(after, str) else after,
        "w": ["a", "b", "c"],
    }


def test_arrays_that_are_left_are_not_read() -> None:
    data = '{"v": ["Q", "u", "i", "l", "l"], "w": "so"}'
    rules = [{"path": "$.v", "role": "leave"}]
    assert texts(read(JsonLines, data, "a.json", fields=rules)) == ["so"]
