"""``anonfilter redteam attack``: names and values of the originals in filtered text."""

from __future__ import annotations

import json

import pytest

ORIGINAL = "Wilma Quillfeather spoke.\nThen Wilma left, and Quillfeather's case was closed.\n"
FILTERED = "[PERSON_1] spoke.\nThen [PERSON_1] left, and [PERSON_1]'s case was closed.\n"


@pytest.fixture
def pair(folder):
    def write(filtered: str, name: str = "a.txt", original: str = ORIGINAL) -> None:
        for kind, text in (("raw", original), ("red", filtered)):
            (folder / kind).mkdir(exist_ok=True)
            (folder / kind / name).write_text(text)

    return write


def test_filtered_text_without_remains_passes(run, pair):
    pair(FILTERED)
    result = run("redteam", "attack", "--json", "raw", "red")
    found = result.json()["found"]
    assert (result.code, result.json()["places"]) == (0, [])
    assert found["a name in full"]["before"] == {"places": 1, "documents": 1, "values": 1}
    assert found["a part of a name"]["before"]["places"] == 2


def test_remaining_values_are_reported_by_kind_and_place_only(run, pair):
    pair(FILTERED + "Ask w.quillfeather@example.org. It is Q-U-I-L-L-F-E-A-T-H-E-R.\n")
    result = run("redteam", "attack", "raw", "red")
    assert result.code == 1
    assert "red/a.txt:3:5: a surname with an initial (PERSON)" in result.out
    assert "red/a.txt:3:39: letter by letter (PERSON)" in result.out
    assert "uillfeather" not in result.out + result.err
    assert "w.quillfeather" in run("redteam", "attack", "--show-values", "raw", "red").out


def test_names_of_files_are_searched(run, pair):
    pair(FILTERED, "quillfeather_1.txt")
    result = run("redteam", "attack", "raw", "red")
    assert result.code == 1
    assert "in the name of the file (PERSON)" in result.out


def test_names_of_a_list_are_searched_in_all_documents(run, pair, folder):
    pair(FILTERED + "Bertram Oddlington wrote this down.\n")
    assert run("redteam", "attack", "raw", "red").code == 0
    (folder / "names.txt").write_text("# who was there\nOddlington, Bertram\n")
    assert run("redteam", "attack", "--known", "names.txt", "raw", "red").code == 1
    (folder / "people.roster.yaml").write_text("people: [{name: B. Oddlington, aliases: [Bert]}]")
    assert run("redteam", "attack", "--known", "people.roster.yaml", "raw", "red").code == 1


@pytest.mark.usefixtures("home")
def test_the_attacker_knows_the_originals_of_the_corpus(run, pair, folder, repository):
    run("key", "new")
    (folder.parent / "names.txt").write_text("Bertram Oddlington\n")
    run("roster", "add", str(folder.parent / "names.txt"))
    said = "Bertram Oddlington wrote it.\n"
    pair(FILTERED + said, original=ORIGINAL + said)
    result = run("redteam", "attack", "raw", "red")
    assert (result.code, "red/a.txt:3:1: a name in full (PERSON)" in result.out) == (1, True)


def test_rare_combinations(run, pair):
    said = "I'm 63 years old, I was a nurse, and my three daughters came.\n"
    pair(said, original=said)
    pair(FILTERED, "b.txt")
    result = run("redteam", "attack", "raw", "red")
    assert result.code == 1
    assert (
        ": a rare combination of what is said of a person (age, family, occupation)" in result.out
    )
    assert "daughters" not in result.out


def test_rows_with_entities(run, folder):
    marked = [{"start": 4, "end": 22, "label": "PERSON"}, {"start": 26, "end": 31, "label": "CITY"}]
    rows = [
        {"text": "Ask Bertram Oddlington in Leeds.", "entities": marked},
        {"text": "And so on.", "entities": []},
    ]
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "red.jsonl").write_text(
        '{"text": "Ask [PERSON_1] in Leeds."}\n{"text": "And so on."}'
    )
    assert run("redteam", "attack", "--rows", "text", "gold.jsonl", "red.jsonl").code == 0
    (folder / "red.jsonl").write_text('{"text": "Ask."}\n{"text": "And Oddlington, Bertram."}')
    result = run("redteam", "attack", "--rows", "text", "gold.jsonl", "red.jsonl")
    assert result.code == 1
    assert "red.jsonl:2 (line 1, column 5 of its text): a name, surname first" in result.out


@pytest.mark.parametrize(
    "rows",
    [
        '{"text": "Ask."}',
        '{"text": "Ask."}\n{"text": "b"}\n{"text": "c"}',
        '{"text": "Ask."}\n{}',
        '{"text": "Ask."}\n{"text": ',
    ],
)
def test_rows_that_do_not_fit_are_incomplete(run, folder, rows):
    (folder / "raw.jsonl").write_text('{"text": "Ask."}\n{"text": "Wilma Quillfeather"}')
    (folder / "red.jsonl").write_text(rows)
    result = run("redteam", "attack", "--rows", "text", "raw.jsonl", "red.jsonl")
    assert (result.code, result.out) == (3, "")


@pytest.mark.parametrize("entities", [[{"start": 0, "end": 99, "label": "PERSON"}], [{}], 1])
def test_entities_that_cannot_be_read_are_incomplete(run, folder, entities):
    (folder / "raw.jsonl").write_text(json.dumps({"text": "Ask.", "entities": entities}))
    (folder / "red.jsonl").write_text('{"text": "Ask."}')
    assert run("redteam", "attack", "--rows", "text", "raw.jsonl", "red.jsonl").code == 3


def test_an_original_without_a_filtered_copy_is_incomplete(run, pair, folder):
    pair(FILTERED)
    (folder / "raw/b.txt").write_text(ORIGINAL)
    result = run("redteam", "attack", "raw", "red")
    assert (result.code, result.out) == (3, "")
    assert "red/b.txt" in result.err
    assert run("redteam", "attack", "raw", "missing").code == 3
    assert run("redteam", "attack", "raw", "red/a.txt").code == 2
