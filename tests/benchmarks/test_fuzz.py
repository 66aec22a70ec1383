"""The fuzzer: a seed gives the same documents, and failures are reported."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from anonfilter.engine.pipeline import Engine, Options
from anonfilter.errors import Exit
from benchmarks.fuzz import surrogates
from benchmarks.fuzz.commandline import disagreements
from benchmarks.fuzz.documents import document
from benchmarks.fuzz.growth import Grown, grows_too_fast
from benchmarks.fuzz.invariants import broken, outcome
from benchmarks.fuzz.shapes import SHAPES
from benchmarks.fuzz.summary import Summary
from tests import shipped

TEXT = b"Dr. Maria Duarte, maria.duarte@example.org\n"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(shipped.ruleset("fast"), Options(assume_language=True))


def test_a_seed_makes_the_same_documents_of_every_kind() -> None:
    made = [document(random.Random(f"1 {number}")) for number in range(300)]
    assert made == [document(random.Random(f"1 {number}")) for number in range(300)]
    kinds = Counter(name for name, _ in made)
    assert {name.partition(".")[0] for name in kinds} == {"talk", "mutated", "notation", "records"}
    assert {name.partition(".")[2] for name in kinds} == {
        "txt",
        "vtt",
        "srt",
        "json",
        "jsonl",
        "csv",
        "tsv",
        "sbv",
        "ctm",
        "stm",
        "cha",
        "TextGrid",
        "eaf",
        "ttml",
        "md",
        "html",
        "xml",
        "rtf",
        "ipynb",
        "eml",
        "docx",
        "zip",
        "tar",
        "parquet",
    }


def test_failures_of_the_library_are_reported(engine: Engine) -> None:
    one = outcome(engine, "talk.txt", TEXT)
    assert one.exit is Exit.OK
    assert one.done is not None
    assert list(broken(one, engine)) == []
    assert "no traceback: KeyError" in broken(replace(one, crash="KeyError"), engine)
    assert "comes_back" in broken(replace(one, data=b"another"), engine)
    leaky = replace(one, done=replace(one.done, output=TEXT))
    assert {"is_clean", "is_settled", "nothing_is_left"} <= set(broken(leaky, engine))


@pytest.mark.usefixtures("home")
def test_texts_with_surrogates_keep_their_promises() -> None:
    with surrogates.corpus("fast"):
        run = surrogates.session()
        one, promises = surrogates.tried(run, "talk.txt", TEXT)
        assert (one.exit, promises) == (Exit.OK, [])
        wrong = replace(one, data=b"another")
        assert list(surrogates.broken(run, wrong)) == [
            "restore brings back the original",
            "restore brings back the original with what was added",
        ]


@pytest.mark.slow
def test_differences_of_the_command_line_are_reported(engine: Engine) -> None:
    good = outcome(engine, "talk.txt", TEXT)
    empty = outcome(engine, "a.json", b"{")
    assert list(disagreements(engine, "fast", [good, empty])) == []
    wrong = replace(good, done=replace(good.done, output=TEXT))
    assert ("filter writes what the library writes", wrong) in disagreements(
        engine, "fast", [wrong]
    )
    refused = replace(good, exit=Exit.INCOMPLETE, done=None)
    promises = [promise for promise, _ in disagreements(engine, "fast", [refused])]
    assert promises == ["filter writes what the library writes", "filter ends with 3, not 0"]


def test_a_shape_grows_too_fast_only_if_it_takes_some_time() -> None:
    quadratic = Grown(SHAPES[0], 128_000, 1.0, 4.0)
    assert grows_too_fast(quadratic)
    assert not grows_too_fast(replace(quadratic, twice=2.1))
    assert not grows_too_fast(replace(quadratic, once=0.01, twice=0.04))


def test_the_summary_counts_and_names_what_is_broken(
    engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    summary = Summary("fast", 1)
    summary.count(outcome(engine, "talk.txt", TEXT))
    assert "promises broken: none" in summary.summary()
    summary.broken("is_clean", 1, None)
    assert "promises broken: 1 is_clean" in summary.summary()
    assert "1 filtered" in summary.summary()
    assert "is_clean: document 1 of seed 1" in capsys.readouterr().out
