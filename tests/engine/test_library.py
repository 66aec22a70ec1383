"""The library as a program of a user's sees it: help, types, one call, threads, other processes."""

from __future__ import annotations

import json
import multiprocessing
import pickle
import pydoc
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import anonfilter
from anonfilter import Engine, load_ruleset
from anonfilter.errors import Incomplete

NAMES = ("Wilma Quillfeather", "Ada Thornbury", "Jane Fenwick", "Tom Ellery")
TYPED = """
from anonfilter import Engine, load_ruleset, redact

engine = Engine(load_ruleset("fast"))
redaction = engine.redact(engine.read_document(b"", "note"))
reveal_type(redaction)
reveal_type(redaction.output)
reveal_type(redact("")["text"])
"""


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load_ruleset("fast"))


def filtered(engine: Engine, name: str) -> bytes:
    data = f"I am {name}. My email is {name.split()[0]}@quill.org.\n".encode()
    return engine.redact(engine.read_document(data, "note.txt")).output


def test_help_shows_the_entry_points() -> None:
    text = pydoc.plain(pydoc.render_doc(anonfilter))
    assert {"Engine", "load_ruleset", "redact"} <= set(dir(anonfilter))
    assert "class Engine" in text
    assert "load_ruleset(" in text


@pytest.mark.slow
def test_results_have_types(tmp_path: Path) -> None:
    (tmp_path / "use.py").write_text(TYPED)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "use.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    revealed = [line.split('"')[1] for line in done.stdout.splitlines() if "Revealed" in line]
    assert revealed == ["anonfilter.contract.document.Redaction", "bytes", "str"]


def test_one_call_gives_plain_data() -> None:
    text = "\ufeffI am Wilma Quillfeather, age 37."
    result = anonfilter.redact(text, rules="fast")
    assert result["text"] == "\ufeffI am [PERSON_1], age [AGE]."
    assert json.loads(json.dumps(result)) == result
    assert [(text[each["start"] : each["end"]], each["label"]) for each in result["replaced"]] == [
        ("Wilma Quillfeather", "PERSON"),
        ("37", "AGE"),
    ]
    assert "Quillfeather" not in str(result)


GERMAN = "Wir haben gestern mit der Familie gesprochen, und ich war nicht sicher, ob das stimmt. "


@pytest.mark.parametrize("text", ["a\ud800b", GERMAN * 5])
def test_one_call_returns_nothing_that_was_not_read(text: str) -> None:
    with pytest.raises(Incomplete):
        anonfilter.redact(text, rules="fast")


@pytest.mark.parametrize("given", [b"I am here.", None, 3])
def test_one_call_takes_a_text(given: object) -> None:
    with pytest.raises(TypeError, match=r"takes a text as str, not \w+"):
        anonfilter.redact(given)  # type: ignore[arg-type]


def test_several_threads_may_use_one_engine(engine: Engine) -> None:
    with ThreadPoolExecutor(4) as threads:
        results = list(threads.map(lambda name: filtered(engine, name), NAMES * 3))
    assert results == [b"I am [PERSON_1]. My email is [EMAIL_ADDRESS_1].\n"] * len(results)


def test_a_pickled_engine_gives_the_same(engine: Engine) -> None:
    other = pickle.loads(pickle.dumps(engine))
    assert filtered(other, NAMES[0]) == filtered(engine, NAMES[0])
    assert other.options == engine.options


@pytest.mark.slow
def test_an_engine_can_be_sent_to_a_spawned_process(engine: Engine) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(filtered, (engine, NAMES[1])) == filtered(engine, NAMES[1])


def test_a_repr_of_rules_shows_none_of_their_terms(tmp_path: Path) -> None:
    terms = "detectors: [{use: dictionary, terms: [Quillfeather], label: PERSON}]"
    path = tmp_path / "rules.yaml"
    path.write_text(f"anonfilter: 1\nextends: fast\n{terms}\n")
    ruleset = load_ruleset(str(path))
    assert "Quillfeather" not in repr(ruleset) + repr(ruleset.instances["detectors"])


def test_other_wrong_types_are_named() -> None:
    with pytest.raises(TypeError, match=r"folder as pathlib.Path, not str"):
        load_ruleset("fast", folder="here")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Engine takes Options, not dict"):
        Engine(load_ruleset("fast"), {"only": "PERSON"})  # type: ignore[arg-type]
