"""From marks to tags, and scenes that hold names of things."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from anonfilter_plugins.detectors.caseless.caseless import FOLDER
from anonfilter_plugins.detectors.caseless.pieces import TAGS, pieces
from tokenizers import Tokenizer

from training.data import EITHER_TAG, NO_LABEL, parts, tagged
from training.example import EITHER, UNSURE, Example, Mark
from training.store import stored, write

EXAMPLE = Example(
    "Ask Oona Brackwater. Or the Perhaps, or Maybe.",
    (Mark(4, 19, "PERSON"), Mark(28, 35, EITHER), Mark(40, 45, UNSURE)),
    "calls",
)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    found = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    found.no_truncation()
    return found


def test_tags(tokenizer: Tokenizer) -> None:
    read = pieces(tokenizer, EXAMPLE.text)
    words = [EXAMPLE.text[word.start : word.end] for word in read.words]
    tags = dict(zip(words, tagged(EXAMPLE, read), strict=False))
    assert TAGS[tags["Oona"]] == "B-PERSON"
    assert TAGS[tags["Brackwater"]] == "I-PERSON"
    assert (tags["Ask"], tags["Perhaps"], tags["Maybe"]) == (0, EITHER_TAG, NO_LABEL)


def test_stretches_lose_neither_text_nor_marks() -> None:
    for seed in range(20):
        found = list(parts(EXAMPLE, random.Random(seed)))
        assert "".join(one.text for one in found) == EXAMPLE.text
        names = [one.text[mark.start : mark.end] for one in found for mark in one.marks]
        assert names == ["Oona Brackwater", "Perhaps", "Maybe"]


def test_examples_come_back_from_disk(tmp_path: Path) -> None:
    write([EXAMPLE], tmp_path / "some.jsonl.gz")
    assert list(stored(tmp_path / "some.jsonl.gz")) == [EXAMPLE]


def test_scenes_mark_things_or_leave_them_open() -> None:
    pytest.importorskip("names")
    pytest.importorskip("faker")
    from training.scenes import filled

    scene = "I drove [[OTH Thunder]] to the Horseshoe with {a.first}."
    for source, labels in (
        ("other-9", ["OTHER", "PERSON"]),
        ("talk-9", ["OTHER", EITHER, "PERSON"]),
    ):
        found = filled(scene, source, random.Random(1))
        assert [mark.label for mark in found.marks] == labels


def test_all_scenes_can_be_filled() -> None:
    pytest.importorskip("names")
    pytest.importorskip("faker")
    from training.scenes import filled, scenes

    chance = random.Random(1)
    for source, scene in scenes():
        example = filled(scene, source, chance)
        assert "{" not in example.text
        assert "[[" not in example.text
