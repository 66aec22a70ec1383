"""Names found by a small real model are complete, in their places, and the same in any batch."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from anonfilter_models.token_classification.subword_windows import words
from anonfilter_models.transformers import pinned_models as models

from anonfilter.contract.plugin import Setting
from anonfilter.engine.pipeline import Engine
from tests.models.transformers.training import WINDOW, annotated
from tests.models.transformers.working import engine, names, spans, words_named


@pytest.fixture(scope="module")
def reading(trained: Path) -> Engine:
    return engine(trained / "ner")


@pytest.mark.slow
def test_most_names_of_new_text_are_found_whole_and_as_what_they_are(reading: Engine) -> None:
    chance = random.Random(99)
    right = wanted = 0
    kinds = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
    for _ in range(30):
        text, gold = annotated(chance, 4)
        expected = {(name, kinds[kind]) for name, kind in gold}
        right += len(expected & set(names(reading, text)))
        wanted += len(expected)
    assert right / wanted > 0.85


@pytest.mark.slow
def test_names_are_whole_words_of_many_sub_words(reading: Engine) -> None:
    from transformers import AutoTokenizer

    text, _ = annotated(random.Random(3), 12)
    found = spans(reading, text)
    assert len(found) > 8
    detector = next(made for part, made in reading.parts() if part.name == "token-classification")
    model = models.find(detector.needs().models[0], Setting("test", trusted=True))
    tokenizer = AutoTokenizer.from_pretrained(model.path)
    assert max(len(tokenizer.tokenize(text[span.start : span.end])) for span in found) > 3
    starts, ends = ({place[at] for place in words(text)} for at in (0, 1))
    assert all(span.start in starts and span.end in ends for span in found)


@pytest.mark.slow
def test_a_name_in_wrapped_prose_is_one_name_at_its_own_place(reading: Engine) -> None:
    text = "Yesterday  it rained  all week, and then I asked Stouba\n   Dreigason about the work."
    assert names(reading, text) == [("Stouba\n   Dreigason", "PERSON")]


@pytest.mark.slow
def test_names_one_per_line_stay_apart(reading: Engine) -> None:
    found = names(reading, "Stouba Dreigason\nWaze Moulaisen\nPraba Teheiova\n")
    assert found
    assert not any("\n" in name for name, _ in found)


@pytest.mark.slow
def test_every_word_of_a_name_is_found_in_each_of_many_windows(reading: Engine) -> None:
    sentence = "Then Stouba Dreigason asked for the figures of the year before. "
    filler = "It rained all week, and the committee had nothing new to say. "
    text = (sentence + filler) * 60
    assert words_named(reading, text) == ["Stouba", "Dreigason"] * 60


@pytest.mark.slow
def test_windows_show_each_sub_word_once_and_in_its_place(trained: Path) -> None:
    from anonfilter_models.token_classification.subword_windows import encode
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(trained / "ner")
    for sentences in (0, 1, 3, 9, 40):
        text, _ = annotated(random.Random(sentences), sentences)
        whole = tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        for longest, overlap in ((WINDOW, 16), (40, 20), (32, 0), (33, 7)):
            encoded = encode(tokenizer, text, longest, overlap)
            assert all(len(window.row["input_ids"]) <= longest for window in encoded.windows)
            table = encoded.table([window.row["input_ids"] for window in encoded.windows])
            assert table == whole["input_ids"]
            assert list(encoded.offsets) == [tuple(at) for at in whole["offset_mapping"]]


@pytest.mark.slow
def test_one_word_longer_than_any_window_is_read_to_its_end(reading: Engine) -> None:
    text = "x" * 5_000 + " and then Stouba Dreigason asked for the figures of the year before."
    assert words_named(reading, text)[-2:] == ["Stouba", "Dreigason"]


@pytest.mark.slow
def test_text_like_markers_of_the_model_is_text(reading: Engine) -> None:
    text = "Nobody knew [SEP] [PAD] [CLS]. Then Stouba Dreigason asked for the figures of the year."
    assert words_named(reading, text)[-2:] == ["Stouba", "Dreigason"]


@pytest.mark.slow
def test_neither_batches_nor_neighbours_change_anything(trained: Path, reading: Engine) -> None:
    chance = random.Random(21)
    fields = [annotated(chance, chance.choice((1, 1, 2, 6)))[0] for _ in range(60)]
    text = "\n\n".join(fields)
    expected = spans(reading, text)
    assert len(expected) > 100
    for size in (1, 3, 200):
        assert spans(engine(trained / "ner", more=f"batch_size: {size}"), text) == expected
    start = 0
    for field in fields:
        alone = [
            (span.start + start, span.end + start, span.label, span.score)
            for span in spans(reading, field)
        ]
        there = [
            (span.start, span.end, span.label, span.score)
            for span in expected
            if start <= span.start < start + len(field)
        ]
        assert alone == there
        start += len(field) + 2


@pytest.mark.slow
def test_a_row_next_to_a_border_is_computed_alone() -> None:
    import torch
    from anonfilter_models.transformers.batched_probabilities import probabilities
    from torch import nn

    class Echo(nn.Module):
        """Logits from its input; in company, off by as much as a batch may make it."""

        def forward(self, input_ids: Any) -> Any:
            chances = input_ids.double() / 1_000_000 + (1e-6 if len(input_ids) > 1 else 0)
            logits = torch.stack([chances, 1 - chances], -1).log()
            return type("Output", (), {"logits": logits})

    rows = [{"input_ids": [at]} for at in (344_999, 345_000, 345_001, 120_000, 999_998)]
    alone = [probabilities(Echo(), [row], 1)[0] for row in rows]
    assert alone[0] != alone[2]
    assert probabilities(Echo(), rows, 8) == alone


@pytest.mark.slow
def test_the_threshold_trades_misses_for_false_alarms(trained: Path) -> None:
    text, _ = annotated(random.Random(5), 40)
    text += " Grandmother never called Uncle before Tuesday, whatever Doctor Quill may think of it."
    found = [
        sum(map(len, spans(engine(trained / "ner", more=f"threshold: {threshold}"), text)))
        for threshold in (0.02, 0.5, 1.0)
    ]
    assert found[0] > found[1] > found[2]
