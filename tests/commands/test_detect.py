"""``anonfilter detect``: spans as data for programs, and as a table."""

from __future__ import annotations

import pytest

from anonfilter.contract.document import Label, Mention, Replacement, Span, TaggedMention
from anonfilter.reports.spans import Entities

TALK = "Wilma Quillfeather spoke.\nThen Abel Tamsin, then Wilma\nQuillfeather on 21-CV-1234.\n"


def test_json_output_has_one_object_and_line_per_file(run, folder):
    (folder / "a.txt").write_text(TALK)
    (folder / "b.txt").write_text("nothing\n")
    result = run("detect", "--json", "a.txt", "b.txt")
    first, second = result.objects()
    assert result.code == 0
    assert first["path"] == "a.txt"
    assert first["spans"][0] == {
        "start": 0,
        "end": 18,
        "line": 1,
        "column": 1,
        "label": "PERSON",
        "category": None,
        "entity": "PERSON:1",
        "detectors": ["patterns"],
        "score": 0.9,
        "replacement": "[PERSON_1] [PERSON_2]",
    }
    assert second == {"path": "b.txt", "spans": []}


def test_equal_entities_have_equal_numbers(run, folder):
    (folder / "a.txt").write_text("Abel Tamsin. Wilma Tamsin. ABEL, Abel Tamsin. 21-CV-1234")
    [found] = run("detect", "--json", "a.txt").objects()
    assert [span["entity"] for span in found["spans"]] == [
        "PERSON:1",
        "PERSON:2",
        "PERSON:1",
        "PERSON:1",
        "CASE:1",
    ]
    assert "amsin" not in str(found)


@pytest.mark.parametrize("last", ["3", "k"])
def test_a_part_of_a_name_has_the_entity_of_its_only_bearer(last: str) -> None:
    label = Label("PERSON", "")
    first, second = f"[PERSON_abcdefgh2{last}]", f"[PERSON_bcdefgh2{last}a]"

    def tagged(start: int, surface: str, *tags: str) -> TaggedMention:
        span = Span(start, start + len(surface), "PERSON", "names")
        parts = tuple(Replacement(start, start + 1, tag) for tag in tags)
        return TaggedMention(Mention(span, surface, label), parts)

    whole, part = tagged(0, "Abel Tamsin", first, second), tagged(20, "Abel", first)
    entities = Entities([whole, part])
    assert entities.identifier(part) == entities.identifier(whole)


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.encode().replace("é".encode(), b"\xe9"),
    ],
    ids=["utf-8", "bom", "utf-16", "crlf", "latin-1"],
)
def test_offsets_count_code_points_of_the_decoded_text(run, folder, encode):
    data = encode("é\n\U0001d49c says Abel Tamsin\nand Wilma\u00ad Tamsin.")
    (folder / "a.txt").write_bytes(data)
    codec = "utf-16" if data.startswith(b"\xff\xfe") else "utf-8-sig"
    text = data.decode(codec, "surrogateescape")
    [found] = run("detect", "--json", "--show-values", "a.txt").objects()
    surfaces = [text[span["start"] : span["end"]] for span in found["spans"]]
    assert surfaces == ["Abel Tamsin", "Wilma\u00ad Tamsin"]
    assert surfaces == [span["text"] for span in found["spans"]]


def test_the_spans_are_what_the_filter_replaces(run, folder):
    (folder / "a.txt").write_text(TALK)
    [found] = run("detect", "--json", "a.txt").objects()
    text, parts, done = TALK, [], 0
    for span in found["spans"]:
        parts += text[done : span["start"]], span["replacement"]
        done = span["end"]
    assert run("filter", "a.txt").out == "".join([*parts, text[done:]])


def test_text_output_is_a_table(run, folder):
    (folder / "a.txt").write_text(TALK)
    result = run("detect", "a.txt")
    assert result.out.splitlines()[0].startswith("a.txt: ")
    assert "21-CV" not in result.out
    assert "3:17" in result.out
    assert "21-CV-1234" in run("detect", "--show-values", "a.txt").out


def test_standard_input_is_read_and_files_that_are_not_text_are_refused(run, folder):
    (folder / "bad.txt").write_bytes(b"\0")
    result = run("detect", "--json", "bad.txt", "-", stdin=TALK.encode())
    assert result.code == 3
    assert "bad.txt: holds a NUL byte" in result.err
    assert [one["path"] for one in result.objects()] == ["standard input"]


def test_documents_in_folders_are_those_of_a_check(run, folder):
    for name in ("talks/a.txt", "talks/b/c.txt", "talks/d.pdf"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(TALK)
    rules = folder.parent / "rules" / "small.yaml"
    rules.write_text(rules.read_text() + "documents: ['*.txt']\n")
    result = run("detect", "--json", "talks", "talks/a.txt")
    assert [one["path"] for one in result.objects()] == ["talks/a.txt", "talks/b/c.txt"]
    assert result.err == "outside, though they may hold text: .pdf 1\n"
    checked = run("check", "--output", "jsonl", "talks").objects()
    assert {one["path"] for one in checked if "path" in one} == {"talks/a.txt", "talks/b/c.txt"}
    assert (
        run("stats", "--json", "talks").json()
        == run("stats", "--json", "talks", "talks/a.txt").json()
    )


@pytest.mark.parametrize(
    "command", [("detect", "a.txt"), ("explain", "a.txt:1"), ("people", "a.txt")]
)
def test_files_beyond_the_limits_are_refused(run, folder, command):
    (folder / "a.txt").write_text(TALK * 40)
    rules = folder.parent / "rules" / "small.yaml"
    rules.write_text(rules.read_text() + "limits: {whole_megabytes: 0.002}\n")
    result = run(*command)
    assert (result.code, result.out) == (3, "")
    assert "a.txt: has more than 0.002 MB, and this command reads files as a whole" in result.err
    assert "--diff" in result.err


def test_a_program_can_join_spans_with_the_findings_of_a_check(run, folder):
    (folder / "a.txt").write_text("On Monday\nwe met Abel Tamsin\n")
    [finding, *_] = run("check", "--output", "jsonl", "a.txt").objects()
    [span] = run("detect", "--json", "a.txt").objects()[0]["spans"]
    assert [span[key] for key in ("line", "column", "label")] == [2, 8, "PERSON"]
    assert [finding[key] for key in ("line", "column", "label")] == [2, 8, "PERSON"]
