"""Findings in a field are stored, and used as long as their inputs are unchanged."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anonfilter.cache.detections import (
    KIND,
    Detections,
    packed_spans,
    unpacked_spans,
    use_earlier_findings,
)
from anonfilter.cache.sealed import Cache, folder
from anonfilter.contract.document import Doubt, Span
from anonfilter.engine.detection import detect
from anonfilter.engine.pipeline import Engine, Options
from anonfilter.rules import parse_ruleset
from tests.checking.probe import Probe
from tests.plugin_file import detector_file
from tests.streams.long_texts import in_parts

RULES = r"""
anonfilter: 1
labels:
  PERSON: {kind: direct, survives: fail}
  CODE: {kind: direct, survives: fail}
formats: [{use: text}]
detectors:
  - {use: patterns, name: people, patterns: [{label: PERSON, regex: '\b(?:Wilma|Abel|Tamsin)\b'}]}
  - {use: patterns, name: codes, patterns: [{label: CODE, regex: '\b[A-Z]{2}-\d{4}\b'}]}
resolvers: [{use: propagate}]
taggers: [{use: numbered}]
"""
TEXT = "Wilma has QX-1234.\n\nIt rained.\n\nAbel: Did it?\n\nTamsin said so.\n"
WORDS = ("Wilma", "Abel", "it", "QX-1234", "AB-99", "[PERSON_1]", "rained", ":", "\n\n", "Tamsin's")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache = Cache.of_user()
    assert cache is not None
    return cache


def engine(rules: str = RULES, options: Options | None = None, *, trusted: bool = False) -> Engine:
    made = Engine(parse_ruleset(rules, "here.yaml", trust_local=trusted), options)
    use_earlier_findings(made, time.time_ns())
    return made


def fields_for(made: Engine, text: str, name: str = "talk.txt") -> list[str]:
    """The detectors that have something to read in a text."""
    asked: list[str] = []
    assert made.resources.findings_store is not None
    document = made.read_document(text.encode(), name)
    detectors = {one.name: part for one, part in made.parts() if one.kind == "detectors"}
    detect(detectors, document, made.resources.findings_store.load(document), asked.extend)  # type: ignore[arg-type]
    return asked


def filtered(made: Engine, text: str, name: str = "talk.txt") -> bytes:
    return made.redact(made.read_document(text.encode(), name)).output


def test_stored_findings_serve_other_runs(cache: Cache) -> None:
    assert fields_for(engine(), TEXT) == ["people", "codes"]
    first = filtered(engine(), TEXT)
    assert b"Wilma" not in first
    assert fields_for(engine(), TEXT) == []
    assert fields_for(engine(), first.decode()) == []  # the verification has read it
    assert filtered(engine(), TEXT) == first


def test_only_changed_fields_are_read_again(cache: Cache) -> None:
    filtered(engine(), TEXT)
    changed = TEXT.replace("It rained.", "It rained on Abel.")
    made = engine()
    assert made.resources.findings_store is not None
    document = made.read_document(changed.encode(), "talk.txt")
    seen = made.resources.findings_store.load(document)
    texts = [document.prose[one.start : one.end] for one in document.fields]
    known = [
        ("people", one.role, (one.name, *one.beside), None, text) in seen
        for one, text in zip(document.fields, texts, strict=True)
    ]
    assert [text for text, is_known in zip(texts, known, strict=True) if not is_known] == [
        "It rained on Abel."
    ]


def test_changed_rules_of_one_detector_do_not_affect_another(cache: Cache) -> None:
    filtered(engine(), TEXT)
    changed = RULES.replace("|Tamsin", "")
    assert fields_for(engine(changed), TEXT) == ["people"]
    assert b"Tamsin" in filtered(engine(changed), TEXT)
    assert b"Tamsin" not in filtered(engine(), TEXT)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("PERSON: {kind: direct", "PERSON: {kind: indirect"),
        ("name: codes", "name: numbers"),
        ("labels:", "language: de\nlabels:"),
    ],
)
def test_the_input_of_a_detector_is_part_of_the_key(cache: Cache, before: str, after: str) -> None:
    filtered(engine(), TEXT)
    assert "people" in fields_for(engine(RULES.replace(before, after)), TEXT)


def test_results_depend_on_the_options(cache: Cache) -> None:
    only = Options(only=frozenset({"CODE"}))
    assert b"Wilma" in filtered(engine(options=only), TEXT)
    assert b"Wilma" not in filtered(engine(), TEXT)
    assert fields_for(engine(options=only), TEXT) == []


def test_findings_of_code_in_the_repository_are_not_stored(cache: Cache, tmp_path: Path) -> None:
    plugin = tmp_path / "own.py"
    plugin.write_text(LOCAL)
    rules = RULES.replace("detectors:\n", "detectors:\n  - {use: own}\n")
    rules = rules.replace("formats:", f"plugins: ['{plugin}']\nformats:")
    for _ in range(2):
        filtered(engine(rules, trusted=True), TEXT)
    assert fields_for(engine(rules, trusted=True), TEXT) == ["own"]


LOCAL = detector_file("own", members="def needs(self): return Needs(pinned=True)")


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_damage_is_a_miss(cache: Cache, damage: bytes | None, tmp_path: Path) -> None:
    first = filtered(engine(), TEXT)
    (path,) = (tmp_path / "cache").rglob(f"{KIND}-*")
    path.write_bytes(path.read_bytes()[:-1] if damage is None else damage)
    assert fields_for(engine(), TEXT) == ["people", "codes"]
    assert filtered(engine(), TEXT) == first


def test_neither_text_nor_value_is_stored(cache: Cache, tmp_path: Path) -> None:
    filtered(engine(), TEXT)
    (path,) = (tmp_path / "cache").rglob(f"{KIND}-*")
    kept = cache.load(KIND, path.name.removeprefix(f"{KIND}-"))
    assert kept is not None
    assert b"PERSON" in kept
    for data in (kept, path.read_bytes()):
        assert not any(word in data for word in (b"Wilma", b"rained", b"QX", b"talk"))


def test_each_document_has_its_own_file(cache: Cache, tmp_path: Path) -> None:
    filtered(engine(), TEXT)
    assert fields_for(engine(), TEXT, "other.txt") == ["people", "codes"]
    filtered(engine(), TEXT, "other.txt")
    assert len([*(tmp_path / "cache").rglob(f"{KIND}-*")]) == 2


def test_a_file_does_not_grow_with_its_history(cache: Cache, tmp_path: Path) -> None:
    sizes = []
    for number in range(40):
        filtered(engine(), "\n\n".join(f"Wilma said {number}.{at}." for at in range(20)))
        (path,) = (tmp_path / "cache").rglob(f"{KIND}-*")
        sizes.append(path.stat().st_size)
    assert sizes[-1] < 2 * sizes[9]


def test_without_a_cache_nothing_is_stored(cache: Cache, tmp_path: Path) -> None:
    made = Engine(parse_ruleset(RULES, "here.yaml"))
    made.redact(made.read_document(TEXT.encode(), "talk.txt"))
    assert not [*(tmp_path / "cache").rglob(f"{KIND}-*")]


def test_spans_come_back_as_they_were() -> None:
    spans = (
        Span(0, 5, "PERSON", "people"),
        Span(
            1, 2, "X", "y", 0.1 + 0.2, "rule", "category", ("a", "b"), "p1", "", (Doubt.IDENTITY,)
        ),
    )
    data = packed_spans(spans)
    assert data is not None
    assert unpacked_spans(data) == spans
    assert packed_spans((Span(0, 5, "PERSON", "people", canonical="Wilma"),)) is None
    assert packed_spans((Span(0, 5, "PERSON", "people", object()),)) is None  # type: ignore[arg-type]


edits = st.lists(
    st.tuples(st.integers(0, 99), st.integers(0, 3), st.lists(st.sampled_from(WORDS), max_size=3)),
    min_size=1,
    max_size=4,
)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=30), edits)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_edited_text_has_the_findings_of_a_first_reading(
    cache: Cache, words: list[str], edits: list[tuple[int, int, list[str]]]
) -> None:
    cold, warm = Engine(parse_ruleset(RULES, "here.yaml")), engine()
    for at, removed, added in [(0, 0, []), *edits]:
        at = min(at, len(words))
        words = [*words[:at], *added, *words[at + removed :]]
        document = cold.read_document(" ".join(words).encode(), "talk.txt")
        assert warm.analyse(document) == cold.analyse(document)
        first, second = cold.redact(document), warm.redact(document)
        assert (second.output, second.findings) == (first.output, first.findings)
    assert isinstance(warm.resources.findings_store, Detections)


LISTED = RULES.replace(
    "detectors:\n",
    "detectors:\n"
    "  - {use: dictionary, label: CODE, files: [own.list]}\n"
    "  - {use: spacy, model: ./model/, labels: {PERSON: PERSON}}\n",
)
DEFAULT = "I spoke to Wilma Quillfeather in Oslo.\n\nShe said no.\n\nThen Abel Tamsin came in.\n"


@pytest.mark.slow
def test_keys_of_lists_and_models_depend_on_their_contents(tmp_path: Path, home: Path) -> None:
    """A detector's basis changes with its list, and with a file of its model."""
    rules = tmp_path / "rules.yaml"
    rules.write_text(LISTED)
    model = tmp_path / "model"
    model.mkdir()
    (model / "meta.json").write_text("{}")
    (tmp_path / "own.list").write_text("Zanzibar\n")
    bases = []
    for changed in ("", "own.list", "model/meta.json"):
        if changed:
            (tmp_path / changed).write_text('{"name": "another"}\n')
        Probe.settled()
        done = subprocess.run(
            [sys.executable, "-c", BASES, str(rules)], capture_output=True, text=True, check=True
        )
        bases.append(dict(line.split() for line in done.stdout.splitlines()))
    first, listed, modelled = bases
    assert {name for name in first if first[name] != listed[name]} == {"dictionary"}
    assert {name for name in first if listed[name] != modelled[name]} == {"spacy"}
    assert "None" not in first.values()


BASES = """
import sys, time
from anonfilter import Engine, load_ruleset
from anonfilter.cache.basis import CacheKeyInputs
since = time.time_ns()
engine = Engine(load_ruleset(sys.argv[1], trust_local=True))
inputs = CacheKeyInputs(engine, since)
for one, made in engine.parts():
    if one.kind == "detectors":
        basis = inputs.detector(one, made)
        print(one.name, basis and basis.digest.hex())
"""


@pytest.mark.slow
def test_a_model_reads_only_what_was_edited(tmp_path: Path, home: Path) -> None:
    probe = Probe(tmp_path / "data", tmp_path / "cache")
    rules = ("--rules", "default", "talk.txt")
    probe.write("talk.txt", DEFAULT)
    first = probe("filter", *rules)
    assert "onnxruntime" in first.imported
    assert "onnxruntime" not in probe("check", *rules).imported
    probe.write("talk.txt", DEFAULT.replace("came in", "came in with Greta Lindqvist"))
    edited, again = probe("filter", *rules), probe("filter", "--no-cache", *rules)
    assert edited.out == again.out
    assert "Lindqvist" not in edited.out
    assert "onnxruntime" in edited.imported
    again = probe("filter", *rules)
    assert (again.out, again.imported, again.scanned) == (edited.out, [], False)
    probe.write("other.txt", DEFAULT)
    both = ("filter", "--jobs", "2", "--output-dir", "out", *rules, "other.txt")
    assert "onnxruntime" in probe(*both).imported  # before the fork
    assert probe(*both).imported == []


def test_findings_of_a_part_are_reused_for_that_part(cache: Cache) -> None:
    data = ("It rained on Abel Quill of QX-1234.\n\n" * 40 + "I am Abel Quill.\n\n").encode()
    rules = RULES.replace(r"\b(?:Wilma|Abel|Tamsin)\b", "(?<=I am )Abel Quill")
    cold = in_parts(Engine(parse_ruleset(rules, "here.yaml")), data)
    first, second = (in_parts(engine(rules), data) for _ in range(2))
    assert b"Quill" not in cold.output
    assert cold.parts > 2
    assert first == second == cold
    assert len([*folder().glob(f"{KIND}-*")]) == cold.parts  # nothing new to keep in later looks
