"""The page of the proof: texts are beginnings, tasks come of dialogue, and tables have a place."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from benchmarks.proof import tasks, texts
from benchmarks.proof.__main__ import ROOT, filled


@pytest.fixture
def corpora(tmp_path: Path):
    def write(name: str, *rows: dict[str, object]) -> Path:
        with gzip.open(tmp_path / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.write("".join(json.dumps(row) + "\n" for row in rows))
        return tmp_path

    return write


def test_a_text_is_the_beginning_of_a_document_with_its_marks(corpora) -> None:
    marked = [
        {"start": 0, "end": 5, "label": "PERSON"},
        {"start": 6, "end": 9, "label": "PERSON", "gold": "model"},
        {"start": 5000, "end": 5005, "label": "PERSON"},
    ]
    for name in texts.CORPORA:
        folder = corpora(name)
    text = "Wilma and Bram.\n" * 1000
    corpora("biographies", *({"id": str(at), "text": text, "entities": marked} for at in range(30)))
    found = texts.originals(folder, 0)
    assert len(found) == texts.MOST
    assert found[0]["text"] == "Wilma and Bram.\n" * texts.LINES
    assert found[0]["entities"] == marked[:1]


def test_training_documents_are_left_out(corpora) -> None:
    for name in texts.CORPORA:
        folder = corpora(name)
    corpora("calls", *({"id": str(at), "text": "Hello."} for at in range(120)))
    assert 0 < len(texts.originals(folder, 0)) < 20


def test_the_summary_of_a_dialogue_is_what_is_confirmed(corpora) -> None:
    said = [
        "A table for two.",
        "Please confirm: a table for two at Orla's at half past seven.",
        "Yes, confirm.",
    ]
    text = "\n".join(said)
    turns = [{"start": text.index(one), "end": text.index(one) + len(one)} for one in said]
    corpora("sgd_dialogues", {"text": text, "turns": turns}, {"text": "No.", "turns": []})
    for name in ("multidogo_customers", "nlu_eval_commands"):
        folder = corpora(name, *({"text": f"{at}", "genre": "ab"[at % 2]} for at in range(200)))
    made = tasks.tasks(folder, 0)
    assert made["summary"] == [{"text": f"{said[0]}\n{said[2]}", "summary": said[1]}]
    assert [len(made[name]) for name in ("topic", "intent")] == [120, 100]


def test_the_page_has_a_place_for_all_that_is_measured() -> None:
    page = (ROOT / "docs/proof.md").read_text(encoding="utf-8")
    for name in ("attack", "utility"):
        made = filled(page, name, "\n| a |\n\n\n\n| b |\n")
        assert f"<!-- measured: {name} -->\n\n| a |\n\n| b |\n\n<!-- end of {name} -->" in made
        assert filled(made, name, "| a |\n\n| b |") == made
    with pytest.raises(ValueError, match="no place for other"):
        filled(page, "other", "")
