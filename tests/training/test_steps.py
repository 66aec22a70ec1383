"""All steps of a training, one after another, with small networks and an invented corpus."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from anonfilter_english.detectors.caseless.caseless import FOLDER
from tokenizers import Tokenizer

from tests.training.test_corpora import store
from training import steps
from training.corpora import trainable
from training.model import Student, Teacher
from training.store import write

pytestmark = pytest.mark.slow

pytest.importorskip("names")
pytest.importorskip("faker")
pytest.importorskip("onnx")

PEOPLE = ("Oona Brackwater", "Lew Oake", "Tamsin Pell", "Idris Vane")
PLACES = ("Velmere", "Cold Harrow", "Port Amity")


def small(kind: type) -> Any:
    import transformers

    sizes = {
        "hidden_size": 16,
        "num_hidden_layers": 6,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 300,
    }
    if kind is Student:
        config = transformers.BertConfig(vocab_size=30522, **sizes)
        return Student(transformers.BertModel(config, add_pooling_layer=False))
    config = transformers.MPNetConfig(vocab_size=30527, **sizes)
    return Teacher(transformers.MPNetModel(config, add_pooling_layer=False))


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    chance = random.Random(1)
    folder = tmp_path / "corpora"
    folder.mkdir()
    for corpus in ("slue_voxpopuli", "dialogue", "wikigold"):
        store(folder, corpus, [_document(f"{corpus}{at}-x", chance) for at in range(30)])
    talk = [_document(f"talk{at}", chance) | {"entities": []} for at in range(8)]
    store(folder, "u_nasa_missions", talk)
    return folder


def _document(name: str, chance: random.Random) -> dict[str, Any]:
    text = ""
    entities = []
    for _ in range(chance.randrange(2, 6)):
        for label, some in (("PERSON", PEOPLE), ("LOCATION", PLACES)):
            text += chance.choice(("Then we heard from ", "So they went to see "))
            word = chance.choice(some)
            entities.append({"start": len(text), "end": len(text) + len(word), "label": label})
            text += word + chance.choice((".\n", ". "))
    return {"id": name, "genre": "speech", "text": text, "entities": entities}


def test_from_corpora_to_a_page_of_tables(corpora: Path, tmp_path: Path) -> None:
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    tokenizer.no_truncation()
    torch.manual_seed(1)
    out = tmp_path / "out"
    out.mkdir()
    write(trainable(corpora), out / "prepared.jsonl.gz")
    work = steps.Work(
        corpora,
        out,
        student=lambda: small(Student),
        teacher=lambda: small(Teacher),
        scenes=lambda: [("talk-1", "Hello {a.first}, from {city}.")],
        passages=lambda chance: [("lists", f"{chance.choice('ab')}: {{new.full}}, {{brand}}")],
    )
    work.tokenizer = tokenizer
    for step in steps.STEPS.values():
        step(work)
    exported = out / "export-taught"
    for made in ("model-whole.onnx", "model-static.onnx", "calibration.json"):
        assert (exported / made).stat().st_size
    assert set(json.loads((exported / "calibration.json").read_text())) == {"what", "labels"}
    page = (out / "RESULTS.md").read_text()
    assert all(f"| {name} |" in page for name in ("student", "taught", "lean", "early", "teacher"))
    assert "A line with its neighbours" in page

    soft = (out / "soft" / "0000.npz").read_bytes()
    shutil.rmtree(exported)
    for step in steps.STEPS.values():  # what is done is not done again
        step(work)
    assert (out / "soft" / "0000.npz").read_bytes() == soft
    assert (out / "RESULTS.md").read_text().splitlines()[:20] == page.splitlines()[:20]
