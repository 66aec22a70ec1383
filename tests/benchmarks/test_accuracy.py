"""`make eval`: what is scored of a folder of corpora, and what its page says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from anonfilter_english.knowledge.people.name_parts import name_tokens
from anonfilter_measure.evaluation import filtered_gold
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError
from benchmarks.accuracy import corpora, page, systems
from benchmarks.accuracy.__main__ import main
from benchmarks.accuracy.ruleset_scores import Extent, Row, rows, speeds
from benchmarks.accuracy.systems import System

ROOT = Path(__file__).parents[2]
EXTENT = Extent(words=20, part_words=8, documents=None, seed=0)
SEEN = "Jane Smith went to Port Ellery"
UNSEEN = "then Abel Tamsin saw Jane Smith"


def line(text: str, genre: str = "", **names: str) -> dict[str, Any]:
    """A text and the first place of each of its names, by label."""
    entities = [
        {"start": text.index(name), "end": text.index(name) + len(name), "label": label}
        for label, name in names.items()
    ]
    return {"id": text[:8], "genre": genre, "text": text, "entities": entities}


@pytest.fixture
def folder(write):
    """Makes a folder with a corpus of each name."""

    def make(**named: list[dict[str, Any]]) -> Path:
        for name, lines in named.items():
            write(f"corpora/{name}.jsonl", "".join(json.dumps(one) + "\n" for one in lines))
        return Path(write("corpora/README.md", "what is here")).parent

    return make


def read(folder: Path, name: str, seed: int = 0) -> list[corpora.Corpus]:
    return corpora.read(folder / f"{name}.jsonl", systems.labels(), seed)


def test_a_missing_folder_is_reported(tmp_path, capsys):
    assert main([str(tmp_path / "nowhere"), "--out", str(tmp_path / "page.md")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert not (tmp_path / "page.md").exists()


def test_so_is_one_without_corpora(folder, capsys):
    assert main([str(folder())]) == 2
    assert "make eval CORPORA=folder" in capsys.readouterr().err


def test_only_what_people_marked_throughout_is_scored(folder):
    [corpus] = read(folder(dialogue=[line(SEEN, PERSON="Jane", LOCATION="Ellery")]), "dialogue")
    assert corpus.labels == {"PERSON"}
    [document] = corpus.documents
    assert {one.label: one.certain for one in document.mentions} == {
        "PERSON": True,
        "LOCATION": False,
    }


def test_bare_words_for_bodies_are_not_scored(folder):
    lines = [line("Then the Court heard Abel.", ORGANIZATION="Court", PERSON="Abel")]
    [corpus] = read(folder(newshour_ne=lines), "newshour_ne")
    [document] = corpus.documents
    assert {one.label: one.certain for one in document.mentions} == {
        "ORGANIZATION": False,
        "PERSON": True,
    }


def test_a_title_that_the_gold_marks_may_stay(folder):
    lines = [line("Then Pres. Abel Tamsin spoke.", PERSON="Pres. Abel Tamsin")]
    [corpus] = read(folder(newshour_ne=lines), "newshour_ne")
    [document] = corpus.documents
    [mention] = document.mentions
    assert [document.text[start:end] for start, end in mention.tokens] == ["Abel", "Tamsin"]


def test_an_unknown_corpus_is_scored_on_all_its_labels(folder):
    [corpus] = read(folder(mine=[line(SEEN, PERSON="Jane", GPE="Ellery")]), "mine")
    assert (corpus.name, corpus.trained, corpus.labels) == ("mine", False, {"PERSON", "LOCATION"})


def test_genres_that_the_model_learnt_from_stand_apart(folder):
    lines = [line(SEEN, "news", PERSON="Jane"), line(UNSEEN, "fiction", PERSON="Abel")]
    learnt, rest = read(folder(general=lines), "general")
    assert (learnt.trained, [one.context for one in learnt.documents]) == (True, ["news"])
    assert (rest.trained, [one.context for one in rest.documents]) == (False, ["fiction"])
    assert learnt.name != rest.name


def test_samples_are_drawn_by_the_seed_and_a_smaller_begins_a_larger(folder):
    made = folder(mine=[line(f"Abel met {number} others", PERSON="Abel") for number in range(30)])
    [corpus], [again], [other] = read(made, "mine"), read(made, "mine"), read(made, "mine", seed=1)
    assert corpus.documents == again.documents
    assert corpus.documents != other.documents
    assert len(corpus.sample(words=8)) == 2
    assert corpus.sample(words=16)[:2] == corpus.sample(words=8)
    assert len(corpus.sample(words=16, most=3)) == 3


@pytest.fixture
def measured(folder, terms_engine: Engine) -> list[Row]:
    """Two corpora through a few terms: one name of them is known."""
    made = folder(
        mine=[line(f"{UNSEEN} {at}", PERSON="Abel Tamsin") for at in range(3)],
        novels=[line(SEEN, PERSON="Jane Smith", LOCATION="Port Ellery")],
    )
    found = [System(systems.DEFAULT, lambda gold: filtered_gold.filter_gold(terms_engine, gold))]
    found += [
        System(f"only {name}", lambda gold, engine=engine: filtered_gold.filter_gold(engine, gold))
        for name, engine in filtered_gold.engines_with_one_detector(terms_engine).items()
    ]
    return [
        row
        for name in ("mine", "novels")
        for corpus in read(made, name)
        for written in corpora.WRITTEN
        for system in found
        for row in rows(system, corpus, written, EXTENT)
    ]


def test_whole_systems_are_scored_on_more_text(measured):
    mine = [row for row in measured if (row.corpus, row.written) == ("mine", "as it is")]
    assert [(row.system, row.short, row.tally.documents) for row in mine] == [
        ("default", True, 2),
        ("default", False, 3),
        ("only dictionary", True, 2),
        ("only patterns", True, 2),
    ]


def test_counts(measured):
    by_corpus = {
        row.corpus: row.tally
        for row in measured
        if (row.system, row.written, row.short) == ("default", "as it is", False)
    }
    people = by_corpus["mine"].labels["PERSON"]
    assert (people.gold, people.masked, people.found, people.overlap_found) == (3, 0, 3, 0)
    assert by_corpus["mine"].false == 6
    assert by_corpus["novels"].labels["PERSON"].masked == 1
    assert speeds(measured).keys() == {"default", "only dictionary", "only patterns"}


def test_the_page(measured):
    found = list(page.tables(measured, EXTENT, ["terms 1"], {"thorough": "a model is missing"}))
    text = "\n".join(found)
    assert "- terms 1" in found
    assert any(
        one.startswith("| mine | people | 3 | default | 0.000 (0.000 to 0.000) |") for one in found
    )
    assert "- `thorough` was not measured: a model is missing" in found
    tables = [one for one in found if one.startswith(("| mine", "| novels"))]
    assert tables[0].startswith("| mine |  | 21 | 3 | 0.000 / 0.000 / 0.000 |")
    assert tables[1].startswith("| novels | yes | 6 | 1 | 1.000 / ")
    assert "These detectors find nothing alone in these texts: `patterns`." in text
    assert "| only dictionary |" in text
    assert "| only patterns | 0.000" not in text
    assert "| default | 1.00 |" in found


def test_measured_parts_stand_at_their_places():
    written = "# Page\n\n<!-- measured: a -->\n\nmore\n"
    filled = page.filled(written, {"a": ["| 1 |", ""]})
    assert filled == "# Page\n\n<!-- measured: a -->\n\n| 1 |\n\n<!-- end of a -->\n\nmore\n"
    with pytest.raises(ValueError, match="no place for b"):
        page.filled(written, {"a": [], "b": []})


def test_figures_that_were_not_measured_stay_unchanged():
    written = "# Page\n\n<!-- measured: a -->\n\nold\n\n<!-- measured: b -->\n"
    first = page.filled(written, {"a": ["| 1 |"], "b": ["| 2 |"]})
    again = page.filled(written.replace("old", "new"), {"b": ["| 3 |"]}, first)
    assert again == first.replace("old", "new").replace("| 2 |", "| 3 |")
    with pytest.raises(AnonfilterError, match="has no block 'a' yet"):
        page.filled(written, {"b": ["| 3 |"]}, "# Page\n")


def test_the_committed_page_says_what_the_written_one_says():
    written = (ROOT / "benchmarks/accuracy.md").read_text(encoding="utf-8")
    standing = (ROOT / "docs/accuracy.md").read_text(encoding="utf-8")
    assert page.filled(written, {}, standing) == standing


@pytest.mark.slow
def test_presidio_is_scored_by_the_same_measure():
    from benchmarks.accuracy.peer import Peer

    text = "I met Jane Smith in Paris on 3 May 2019, and she gave me jane@example.org."
    names = {"PERSON": "Jane Smith", "LOCATION": "Paris", "DATE": "3 May 2019"}
    mentions = tuple(
        GoldMention(at, at + len(name), label, tokens=name_tokens(text, at, at + len(name)))
        for label, name in names.items()
        for at in [text.index(name)]
    )
    [scored] = Peer(systems.labels()).score([GoldDocument("1", text, mentions, "", "a", 1)])
    assert not any(scored.unmasked_words(mention) for mention in mentions)
    assert {(text[one.start : one.end], one.label) for one in scored.found} >= {
        (name, label) for label, name in names.items()
    }
    ends = [one.end for one in scored.found]
    assert all(end <= one.start for end, one in zip(ends, scored.found[1:], strict=False))


@pytest.mark.slow
def test_from_a_folder_to_the_page(folder, tmp_path):
    made = folder(mine=[line("I met Jane Smith in Paris.", PERSON="Jane Smith", LOCATION="Paris")])
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks.accuracy",
            made,
            "--jobs",
            "1",
            "--out",
            tmp_path / "page.md",
            "--details",
            tmp_path / "rows.jsonl",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "page.md").read_text()
    for title in ("# Accuracy", "## default by corpus", "## Speed", "## `hearing` with `hearing`"):
        assert f"\n{title}\n" in f"\n{text}"
    assert "None of the corpora says which mentions are of one person." in text
    assert "None of the corpora is for choosing alone." in text
    details = [json.loads(one) for one in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert {"default", "fast", systems.PEER} <= {one["system"] for one in details}
