"""`make same`: what is compared of two sides, and what differs."""

from __future__ import annotations

import argparse
import copy
import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.same import compare, sample
from benchmarks.same.__main__ import Run, report
from benchmarks.same.checkout import ROOT, Side

SPAN = {"start": 0, "end": 4, "label": "PERSON", "replacement": "[PERSON_1]"}


def done(printed: str = "", code: int = 0, **files: str) -> dict[str, Any]:
    return {"exit": code, "stdout": printed, "stderr": "1 file\n", "files": files}


@pytest.fixture
def side() -> dict[str, Any]:
    sidecar = {"sidecar": "out/talks/a.txt.pseudonyms.yaml", "document": "x1", "entries": []}
    return {
        "detect": done(json.dumps({"path": "talks/a.txt", "spans": [SPAN]}) + "\n"),
        "filter": done(**{"out/talks/a.txt": "[PERSON_1] came.\n"}),
        "map": done(json.dumps({"sidecars": [sidecar]})),
        "restore": done(**{"back/out/talks/a.txt": "Jane came.\n"}),
        "restore theirs": done(**{"back/out/talks/a.txt": "Jane came.\n"}),
    }


def kinds(base: dict[str, Any], here: dict[str, Any]) -> set[tuple[str, str]]:
    """The corpora and kinds in which two sides differ."""
    sides = (compare.places("fast", "group", side) for side in (base, here))
    return {(place.corpus, place.kind) for place in compare.differing(*sides)}


def test_equal_results_do_not_differ(side):
    other = copy.deepcopy(side)
    sidecar = json.loads(other["map"]["stdout"])
    sidecar["sidecars"][0]["document"] = "y2"  # a new random name in each run
    other["map"]["stdout"] = json.dumps(sidecar)
    other["filter"]["files"]["out/talks/a.txt.pseudonyms.yaml"] = "sealed anew"
    assert kinds(side, other) == set()


@pytest.mark.parametrize(
    ("job", "part", "value", "where"),
    [
        ("filter", "files", {"out/talks/a.txt": "Jane came.\n"}, ("talks", "filter")),
        ("filter", "files", {}, ("talks", "filter")),
        ("filter", "exit", 1, ("group", "exit")),
        ("detect", "stdout", '{"path": "talks/a.txt", "spans": []}\n', ("talks", "detect")),
        ("detect", "stdout", "", ("talks", "detect")),
        ("detect", "stderr", "2 files\n", ("group", "stderr")),
        ("map", "stdout", "no map\n", ("talks", "map")),
        ("restore", "files", {"back/out/talks/a.txt": "Jane.\n"}, ("talks", "restore")),
    ],
)
def test_each_difference_is_reported_with_its_place(side, job, part, value, where):
    other = copy.deepcopy(side)
    other[job][part] = value
    assert where in kinds(side, other)


def test_text_that_is_not_restored_is_reported(side):
    files = {"talks/a.txt": b"Jane came.\n"}
    assert list(compare.unrestored("fast", "group", files, side)) == []
    assert list(compare.lost("fast", "group", side, side)) == []
    side["restore theirs"]["files"] = {}
    assert [place.kind for place in compare.lost("fast", "group", side, side)] == ["restore"]
    side["restore"]["files"]["back/out/talks/a.txt"] = "Jane\n"
    assert [place.kind for place in compare.unrestored("fast", "group", files, side)] == ["restore"]


def test_an_exception_says_what_it_covers_and_why(write):
    path = write("accept.yaml", "- {ruleset: fast, kind: explain, why: another detector's name}\n")
    (one,) = compare.accepted(path)
    assert one.covers(compare.Place("fast", "talks", "explain", "a.txt:1"))
    assert not one.covers(compare.Place("fast", "talks", "filter", "a.txt"))
    assert not one.covers(compare.Place("call", "talks", "explain", "a.txt:1"))


@pytest.mark.parametrize(
    "entry", ["{kind: explain}", "{kind: explain, why: ' '}", "{why: a, on: b}"]
)
def test_an_exception_without_a_reason_is_refused(write, entry):
    with pytest.raises(SystemExit):
        compare.accepted(write("accept.yaml", f"- {entry}\n"))


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    """A corpus of one talk of two turns, and one of a text alone."""
    folder = tmp_path / "corpora"
    folder.mkdir()
    text = "I am Jane Smith.\nHello, Jane.\n"
    turns = [{"start": 0, "end": 16, "speaker": "A"}, {"start": 17, "end": 29, "speaker": None}]
    for name, document in (("talks", {"text": text, "turns": turns}), ("texts", {"text": text})):
        data = (json.dumps(document) + "\n") * 30
        (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(data.encode()))
    return folder


def test_texts_are_written_in_all_forms(corpora):
    files = sample.corpus_files(corpora / "talks.jsonl.gz", 120, 0)
    assert files["talks/talk/00.txt"].startswith(b"A: I am Jane Smith.\nHello, Jane.\n")
    assert b"<v A>I am Jane Smith.</v>\n" in files["talks/vtt/00.vtt"]
    assert b"\r\nA: I am Jane Smith.\r\n" in files["talks/srt/00.srt"]
    assert files["talks/upper/00.txt"].isupper()
    assert json.loads(files["talks/json/00.json"])["turns"][0]["name"] == "A"
    assert {name.split("/")[1] for name in files} == {"text", *sample.FORMS}


@pytest.mark.slow
def test_a_side_is_the_same_as_itself_and_no_other(tmp_path, corpora, capsys):
    examples = tmp_path / "examples"
    examples.mkdir()
    (examples / "a.txt").write_text("I am Jane Smith.\nHello, Jane.\n\nBye.\n")
    line = {"text": "I am Jane Smith.", "entities": [{"start": 5, "end": 15, "label": "PERSON"}]}
    (examples / "a.gold.jsonl").write_text(json.dumps(line) + "\n")
    groups = list(sample.groups(corpora, examples, 100, 0))
    run = Run({"fast": groups}, tmp_path / "kept", 1)
    base, here = (Side(name, ROOT, Path(sys.executable), name) for name in ("base", "here"))
    run.do(base)
    run.do(here, base)
    options = argparse.Namespace(accept=None, show=False)
    assert report(run, base, here, options) == 0, capsys.readouterr().out
    assert "0 differ" in capsys.readouterr().out
    edited = run.result(here, "fast", groups[0])
    result = run.read(here, "fast", groups[0])
    assert "[PERSON_1]" in result["filter"]["files"]["out/examples/a.txt"]
    result["filter"]["files"]["out/examples/a.txt"] += "x"
    edited.write_bytes(gzip.compress(json.dumps(result).encode()))
    assert report(run, base, here, options) == 1
    said = capsys.readouterr().out
    assert "1 differ" in said
    assert "Jane" not in said
