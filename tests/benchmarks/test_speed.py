"""`make speed`: what is asked of the tools, what is made of their answers, and the page of it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from itertools import count, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from anonfilter_measure.evaluation import filtered_gold
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention

from anonfilter.errors import AnonfilterError
from benchmarks.accuracy.ruleset_scores import tallies
from benchmarks.speed import chart, environment, page, recall
from benchmarks.speed.__main__ import (
    RESULTS,
    WRITTEN,
    arguments,
    begun,
    keep,
    machine,
    main,
    read,
    wanted,
)
from benchmarks.speed.adapters import ferret_scan_spans, protocol, redact_transcripts_spans
from benchmarks.speed.tool_runs import LAUNCH, Bench, expected
from benchmarks.speed.tools import TOOLS, Tool
from training.apart import kept_apart

ROOT = Path(__file__).parents[2]
TEXT = "Jane met Abel.\n\nAbel left.\nJane stayed.\n"
READER = Tool(
    "reader",
    (),
    program=Path(sys.executable).name,
    options=("-c", "import sys; open(sys.argv[1]).read()"),
)
APART = next(name for name in (f"show_{n}_scene" for n in count()) if kept_apart("dialogue", name))


@pytest.fixture
def corpora(write) -> Path:
    """A folder with a corpus of which a document was kept apart and another was not."""
    kept = {"id": APART, "text": TEXT, "entities": [{"start": 0, "end": 4, "label": "PERSON"}]}
    other = next(name for name in (f"s_{n}_x" for n in count()) if not kept_apart("dialogue", name))
    lines = [kept, kept | {"id": other}]
    path = write("corpora/dialogue.jsonl", "".join(json.dumps(one) + "\n" for one in lines))
    return Path(path).parent


# the page


def test_the_committed_page_is_that_of_the_committed_results(tmp_path: Path) -> None:
    assert main(["--page", "--out", str(tmp_path)]) == 0
    for name in ("speed.md", *page.CHARTS):
        assert (tmp_path / name).read_text() == (ROOT / "docs" / name).read_text(), name


def test_every_tool_is_on_the_page() -> None:
    results = read(RESULTS)
    assert list(page.measured(results)) == [
        tool.name for tool in TOOLS if "missing" not in results["tools"][tool.name]
    ]


@pytest.fixture
def results(terms_engine) -> dict[str, Any]:
    """One tool measured, one over its budget and one not to be had."""
    gold = GoldDocument("1", "Jane Smith came.", (GoldMention(0, 10, "PERSON"),), "", "a", 1)
    [found] = tallies(list(filtered_gold.filter_gold(terms_engine, [gold])), frozenset({"PERSON"}))
    quick = {"words": 100, "seconds": 0.5, "cpu": 0.4, "megabytes": 31.2}
    some = {"measured": "2026-01-02", "budget": 60, "start": quick, "found": asdict(found)}
    large = {"words": 1000, "expected": 77.0}
    runs = {"1": {"100": quick, "1000": large}, "2": {"100": quick, "1000": {"killed": 180.2}}}
    return {
        "machine": "2 cores",
        "sizes": [100, 1000],
        "reference": 100,
        "recall_words": 10,
        "seed": 0,
        "tools": {
            "anonfilter": some | {"versions": {"anonfilter": "1"}, "runs": runs, "again": quick},
            "presidio": {"missing": "it cannot be installed here"},
        },
    }


def test_tools_that_were_not_run_are_reported_and_not_estimated(results) -> None:
    text = page.page(WRITTEN.read_text(encoding="utf-8"), results)
    assert "| anonfilter | 200 | not run: 77 s |" in text
    assert "| anonfilter | 200 | ended after 180 s |" in text
    assert "presidio was not measured: it cannot be installed here." in text
    assert "| anonfilter | 200 | 200 | 200 | 0.50 | 31 | 1.000 | 1.000 | 1.000 |" in text
    assert "nan" not in text


@pytest.mark.parametrize("name", page.CHARTS)
def test_a_chart_says_in_words_what_it_shows(results, name: str) -> None:
    drawn = ElementTree.fromstring(page.CHARTS[name](results))
    named = {one.get("id"): one.text or "" for one in drawn.iter() if one.get("id")}
    assert set((drawn.get("aria-labelledby") or "").split()) == set(named)
    assert "anonfilter: " in named["figures"]
    assert "anonfilter" in [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]


def test_labels_of_a_chart_do_not_meet() -> None:
    axis = chart.Axis("words", 1, 100)
    series = [chart.Series(f"tool {n}", "model", ((1, 10), (10, 10))) for n in range(4)]
    drawn = ElementTree.fromstring(chart.svg("Speed", axis, axis, series))
    heights = [
        float(one.get("y") or 0)
        for one in drawn.iter("{http://www.w3.org/2000/svg}text")
        if (one.text or "").startswith("tool")
    ]
    heights.sort()
    assert all(b - a >= 12 for a, b in pairwise(heights))


# the tools


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_versions_of_a_peer_are_pinned(tool: Tool) -> None:
    if not tool.environment:
        return
    lines = (environment.FOLDER / f"{tool.environment}.txt").read_text().splitlines()
    pinned = {line.partition("==")[0].partition("[")[0] for line in lines if "==" in line}
    assert set(tool.packages) <= pinned


def test_only_tools_that_can_use_more_cores_get_them() -> None:
    ours = next(tool for tool in TOOLS if tool.name == "anonfilter")
    python, text = Path("bin/python"), Path("talk.txt")
    assert ours.command(python, text, 1)[0] == "bin/anonfilter"
    assert ours.command(python, text, 2)[-3:] == ["--jobs", "2", "talk.txt"]
    scrubadub = next(tool for tool in TOOLS if tool.environment == "scrubadub")
    assert scrubadub.command(python, text, 2) == scrubadub.command(python, text, 1)


def test_a_run_that_was_interrupted_is_continued() -> None:
    done = {"anonfilter": {}, "presidio": {}}
    names = [tool.name for tool in TOOLS]
    resumed = [tool.name for tool in wanted(arguments(["folder", "--resume"]), done)]
    assert resumed == [name for name in names if name not in done]
    assert [tool.name for tool in wanted(arguments(["x", "--only", "presidio"]), done)] == [
        "presidio"
    ]


def test_continued_measurements_use_the_recorded_settings(results, tmp_path) -> None:
    path = tmp_path / "results.jsonl"
    keep(results | {"machine": machine()}, path)
    assert read(path) == results | {"machine": machine()}
    given = ["folder", "--only", "presidio", "--sizes", "5", "--results", str(path)]
    assert begun(arguments(given))["sizes"] == results["sizes"]
    assert begun(arguments(["folder", *given[3:]])) == {
        "machine": machine(),
        "sizes": [5],
        "reference": 100_000,
        "recall_words": 8_000,
        "seed": 0,
        "tools": {},
    }
    keep(results | {"machine": "another"}, path)
    with pytest.raises(AnonfilterError, match="of another machine"):
        begun(arguments(given))


# what they find


def names(texts: list[str]) -> list[list[protocol.Find]]:
    """An adapter's finder: Jane."""
    return [
        [(text.index("Jane"), text.index("Jane") + 4, "PER", 1.0)] if "Jane" in text else []
        for text in texts
    ]


def test_an_adapter_reads_documents_and_writes_finds(write, tmp_path, monkeypatch, capsys) -> None:
    texts = ["Rain.", TEXT]
    path = write("in.jsonl", "".join(json.dumps({"text": one}) + "\n" for one in texts))
    monkeypatch.setattr(sys, "argv", ["adapter", str(path), "--out", str(tmp_path / "out.jsonl")])
    protocol.run(lambda processes: names)
    written = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [[TEXT[start:end] for start, end, *_ in finds] for finds in written] == [
        [],
        ["Jane", "Jane"],
    ]
    assert [start for start, *_ in written[1]] == [0, TEXT.rindex("Jane")]
    reported = json.loads(capsys.readouterr().out)
    assert reported.keys() == {"load", "work", "found"}
    assert reported["found"] == 2


def test_any_other_file_is_one_document(write) -> None:
    assert protocol.documents(Path(write("a.txt", TEXT))) == [TEXT]


def test_ferret_scan_tells_line_and_text() -> None:
    result = {"line_number": 3, "text": "Abel", "validator": "PERSON_NAME", "confidence": 50}
    [(start, end, label, score)] = ferret_scan_spans.finds(TEXT, result)
    assert (TEXT[start:end], start, label, score) == ("Abel", 16, "PERSON_NAME", 0.5)


def test_removed_text_is_located_in_the_original() -> None:
    begin, end = redact_transcripts_spans.BEGIN, redact_transcripts_spans.END
    redacted = f"{begin}name{end} met Abel.\n\nAbel left.\n{begin}name{end} stayed.\n"
    found = list(redact_transcripts_spans.finds(TEXT, redacted))
    assert found == [(0, 4, "name", 1.0), (TEXT.rindex("Jane"), TEXT.rindex("Jane") + 4, "name", 1)]
    assert list(redact_transcripts_spans.finds(TEXT, TEXT)) == []
    with pytest.raises(ValueError, match="no redaction"):
        list(redact_transcripts_spans.finds(TEXT, "else"))


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("PER", "PERSON"),
        ("name", "PERSON"),
        ("dob", "DATE"),
        ("GPE", "LOCATION"),
        ("organization", "ORGANIZATION"),
        ("DATE_TIME", "DATE"),
        ("PERSON_NAME", "PERSON"),
    ],
)
def test_labels_of_peers_are_ours(theirs: str, ours: str) -> None:
    assert recall.span(0, 4, theirs, 1.0, "peer").label == ours


def test_only_what_was_kept_apart_is_scored(corpora: Path) -> None:
    [apart] = recall.apart(corpora, words=100, seed=0)
    assert [one.id for one in apart.documents] == [APART]
    assert apart.labels == {"PERSON"}


def test_counts_are_read_as_they_were_written(results) -> None:
    counted = results["tools"]["anonfilter"]["found"]
    assert asdict(recall.tally_of(json.loads(json.dumps(counted)))) == counted


@pytest.mark.slow
def test_a_peer_is_scored_by_what_its_adapter_writes(corpora: Path) -> None:
    spacy = next(tool for tool in TOOLS if tool.adapter == "spacy_ner")
    apart = recall.apart(corpora, words=100, seed=0)
    found = recall.tally_of(recall.measure(spacy, Path(sys.executable), apart))
    assert (found.documents, found.words) == (1, len(TEXT.split()))
    assert found.labels["PERSON"].masked == found.labels["PERSON"].gold == 1


# measuring


def test_without_corpora_nothing_is_measured(capsys) -> None:
    assert main([]) == 2
    assert "make speed CORPORA=folder" in capsys.readouterr().err


def test_runs_over_the_budget_are_skipped(tmp_path: Path) -> None:
    start, last = {"words": 0, "seconds": 1.0}, {"words": 100, "seconds": 3.0}
    assert expected(start, last, 1_000) == 21.0
    bench = Bench(tmp_path, (100, 1_000, 10_000), reference=100, budget=20)
    large, again = bench.sized(READER, Path(sys.executable), 1_000, 1, start, last, True)
    assert (large, again) == ({"words": 1_000, "expected": 21.0}, None)
    larger, _ = bench.sized(READER, Path(sys.executable), 10_000, 1, start, large, True)
    assert larger["expected"] == 201.0
    assert expected(start, {"words": 100, "killed": 61.0}, 1_000) == 601.0
    assert expected(start, {"words": 100, "failed": -9}, 1_000) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_each_size_is_read_and_one_of_them_twice(tmp_path: Path) -> None:
    bench = Bench(tmp_path, (20, 200), reference=200, budget=600)
    found = bench.measure(READER, Path(sys.executable))
    for runs in found["runs"].values():
        assert all(run["words"] >= int(size) for size, run in runs.items())
        assert all(run["megabytes"] > 1 for run in runs.values())
    assert found["again"]["words"] == found["runs"]["1"]["200"]["words"]


@pytest.mark.slow
def test_a_tool_that_fails_is_not_called_fast(tmp_path: Path) -> None:
    line = "import sys; sys.exit(len(open(sys.argv[1]).read()) > 1000)"
    tool = Tool("weak", (), program=Path(sys.executable).name, options=("-c", line))
    runs = Bench(tmp_path, (2_000, 3_000), 2_000, 600).measure(tool, Path(sys.executable))["runs"]
    assert runs["1"] == {
        "2000": {"words": len((tmp_path / "2000.txt").read_text().split()), "failed": 1},
        "3000": {"words": 3_000, "expected": None},
    }


@pytest.mark.slow
def test_a_command_is_measured_and_ended_in_time() -> None:
    def launched(seconds: str, *command: str) -> dict[str, Any]:
        line = [sys.executable, "-I", "-S", LAUNCH, "1", seconds, *command]
        done = subprocess.run(line, capture_output=True, check=True)
        reported: dict[str, Any] = json.loads(done.stdout)
        return reported

    quick = launched("600", sys.executable, "-c", "print('x' * 10); raise SystemExit(1)")
    assert (quick["exit"], quick["killed"]) == (1, False)
    assert 1 < quick["megabytes"] < 100
    assert launched("0.2", "sleep", "600")["killed"]


@pytest.mark.slow
def test_from_a_folder_to_the_page(corpora: Path, tmp_path: Path) -> None:
    name = "anonfilter, patterns only"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks.speed",
            corpora,
            "--only",
            name,
            "--sizes",
            "20",
            "--reference",
            "20",
            "--results",
            tmp_path / "results.jsonl",
            "--out",
            tmp_path,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert f"| {name} |" in (tmp_path / "speed.md").read_text()
    [measured] = read(tmp_path / "results.jsonl")["tools"].values()
    assert measured["found"]["labels"]["PERSON"]["gold"] == 1
