"""Networks of a few hundred weights: trained, broken off, taken up, taught and exported."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers
from anonfilter_english.detectors.caseless.pieces import TAGS

from training import soft
from training.data import EITHER_TAG, NO_LABEL, Item, batched
from training.earlier import begin_with
from training.exits import Counting
from training.model import CLS, PAD, SEP, Answer, Student, Teacher, batch, leaner, loss
from training.reading import by_torch, rows_of
from training.train_network import Plan, reached, train, trained

pytestmark = pytest.mark.slow

PERSON, PLACE = TAGS.index("B-PERSON"), TAGS.index("B-LOCATION")


class Broken(Exception):
    pass


def small(kind: type = Student) -> Any:
    torch.manual_seed(1)
    sizes = {
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "vocab_size": 300,
        "max_position_embeddings": 64,
    }
    if kind is Student:
        config = transformers.BertConfig(**sizes)
        return Student(transformers.BertModel(config, add_pooling_layer=False))
    config = transformers.MPNetConfig(**sizes)
    return Teacher(transformers.MPNetModel(config, add_pooling_layer=False))


def windows(count: int, seed: int = 1) -> list[Item]:
    """Of words below 200 those from 150 on are people."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        ids = tuple(chance.choice((*range(103, 120), *range(150, 170))) for _ in range(9))
        labels = tuple(PERSON if one >= 150 else 0 for one in ids)
        found.append(Item(ids, (0,) * 9, labels))
    return found


def batches_of(number: int) -> list[list[Item]]:
    chance = random.Random(number)
    return batched(windows(60, number), chance, 110)


@pytest.mark.parametrize("kind", [Student, Teacher])
def test_a_network_learns(kind: type, tmp_path: Path) -> None:
    model = small(kind)
    train(model, batches_of, Plan(8, 5e-3, warm=3), tmp_path)
    model.eval()
    some = windows(5, seed=77)
    rows = model(**batch(some)).logits.argmax(dim=-1)
    said = [tuple(row[1:-1].tolist()) for row in rows]
    assert said == [one.labels for one in some]


def test_a_training_that_is_broken_off_ends_like_one_that_is_not(tmp_path: Path) -> None:
    plan = Plan(2, 1e-3, warm=3, every=0.0)  # a checkpoint after each batch
    whole = small()
    train(whole, batches_of, plan, tmp_path / "whole")

    torch.manual_seed(1)
    seen = 0

    def breaking(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == 9:
            raise Broken

    for _ in range(2):  # the second time it is taken up
        model = small()
        model.register_forward_pre_hook(breaking)
        try:
            train(model, batches_of, plan, tmp_path / "broken")
        except Broken:
            torch.manual_seed(99)
    own, other = (torch.load(tmp_path / name / "weights.pt") for name in ("whole", "broken"))
    assert all(torch.equal(own[name], other[name]) for name in own)


def test_a_training_that_goes_on_has_the_average_of_its_weights(tmp_path: Path) -> None:
    model = small()
    seen = 0

    def breaking(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == 20:
            raise Broken

    model.register_forward_pre_hook(breaking)
    with pytest.raises(Broken):
        train(model, batches_of, Plan(8, 5e-3, warm=3, every=0.0), tmp_path)
    assert reached(tmp_path) == " after 19 batches"
    averaged = trained(small(), tmp_path).state_dict()
    last = torch.load(tmp_path / "checkpoint.pt")["model"]
    assert not torch.equal(averaged["classifier.weight"], last["classifier.weight"])
    assert torch.equal(
        averaged["classifier.weight"],
        torch.load(tmp_path / "checkpoint.pt")["averaged"]["classifier.weight"],
    )


def test_words_that_are_surely_no_names_stop() -> None:
    model = small()
    train_to_tell_names(model)
    some = windows(5, seed=77)
    answer = model(**batch(some), surely=(0.5, 0.5))
    inputs = batch(some)
    marks = (inputs["ids"] == CLS) | (inputs["ids"] == SEP)
    assert torch.equal(answer.stopped[-1], ~(beside_names(inputs["ids"]) | marks))
    rows = by_torch(model, surely=(0.5, 0.5))(some)
    for item, row in zip(some, rows, strict=True):
        assert tuple(row.argmax(axis=1)[1:-1]) == item.labels


def test_a_word_stops_as_a_whole() -> None:
    model = small()
    train_to_tell_names(model)
    item = Item((105, 160, 106), (0, 0, 0), (), None, (0, 0, 2))
    stopped = model(**batch([item]), surely=(0.5, 0.5)).stopped[-1]
    assert stopped[0].tolist() == [False, True, True, True, False]


def test_exits_are_counted() -> None:
    model = small()
    train_to_tell_names(model)
    network = Counting(model, (0.5, 0.5))
    some = windows(5, seed=77)
    network(some)
    ids = batch(some)["ids"]
    ordinary = ~beside_names(ids) & (ids != CLS) & (ids != SEP) & (ids != PAD)
    assert network.pieces == sum(len(item.ids) + 2 for item in some)
    assert network.stopped[1] == ordinary.sum()
    assert network.stopped[0] <= ordinary.sum()
    assert network.layers == 1 - network.stopped[0] / (2 * network.pieces)  # of two layers


def beside_names(ids: Any) -> Any:
    """Return which pieces are names or have a name beside them."""
    names = ids >= 150
    beside = names.clone()
    beside[:, 1:] |= names[:, :-1]
    beside[:, :-1] |= names[:, 1:]
    return beside


def train_to_tell_names(model: Any) -> None:
    """Train the exit heads and all else on words of which a number says what they are."""
    optimiser = torch.optim.AdamW(model.parameters(), 1e-2)
    for number in range(8):
        for items in batches_of(number):
            loss(model(**batch(items)), items).backward()
            optimiser.step()
            optimiser.zero_grad()
    model.eval()


def test_a_word_that_has_stopped_teaches_the_last_layer_nothing() -> None:
    items = [Item((150, 151), (0, 0), (0, PERSON))]
    logits = torch.randn(1, 4, len(TAGS))
    stopped = torch.tensor([[False, True, False, False]])
    before = loss(Answer(logits, (), (stopped,)), items)
    logits[0, 1] = 7 * torch.rand(len(TAGS))
    assert loss(Answer(logits, (), (stopped,)), items) == before


def test_an_exit_head_learns_what_is_a_name() -> None:
    items = [Item((150, 151), (0, 0), (0, PERSON))]
    logits, none = torch.zeros(1, 4, len(TAGS)), torch.zeros(1, 4, dtype=torch.bool)

    def at(*scores: float) -> Any:
        return loss(Answer(logits, (torch.tensor([[0.0, *scores, 0.0]]),), (none, none)), items)

    assert at(-5, 5) < at(0, 0) < at(5, -5)


def test_words_without_a_label_teach_nothing() -> None:
    logits = torch.zeros(1, 5, len(TAGS))
    items = [Item((150, 151, 152), (0, 0, 0), (NO_LABEL, PERSON, NO_LABEL))]
    before = loss(Answer(logits), items)
    logits[0, 1] = 7 * torch.rand(len(TAGS))
    assert loss(Answer(logits), items) == before


def test_either_takes_an_ordinary_word_or_a_thing() -> None:
    items = [Item((150,), (0,), (EITHER_TAG,))]
    for tag, fine in ((0, True), (TAGS.index("B-OTHER"), True), (PERSON, False)):
        logits = torch.zeros(1, 3, len(TAGS))
        logits[0, 1, tag] = 20
        assert bool(loss(Answer(logits), items) < 0.01) is fine


def test_a_soft_label_is_learnt_as_it_is() -> None:
    wanted = np.zeros((1, len(TAGS)), dtype=np.float16)
    wanted[0, 0], wanted[0, PERSON] = 0.25, 0.75
    item = Item((150,), (0,), (), wanted)

    def at(share: float) -> Any:
        logits = torch.full((1, 3, len(TAGS)), -30.0)
        logits[0, 1, 0], logits[0, 1, PERSON] = np.log(1 - share), np.log(share)
        return loss(Answer(logits), [item])

    assert at(0.75) < min(at(0.6), at(0.9))


def test_a_name_that_is_sure_in_one_place_is_likelier_in_the_others() -> None:
    words = ["Oake", "said", "Oake", "oake", "Oake"]
    tags = np.zeros((5, len(TAGS)), dtype=np.float32)
    tags[0, PERSON] = tags[4, PERSON] = 1
    tags[1, 0] = 1
    tags[2, 0], tags[2, PERSON] = 0.6, 0.4
    tags[3, 0], tags[3, PERSON] = 0.6, 0.4
    after = soft.heard(words, tags)
    assert after[2].argmax() == PERSON
    assert np.array_equal(after[[0, 1, 3, 4]], tags[[0, 1, 3, 4]])  # sure, or another word
    assert after.sum(axis=1) == pytest.approx(1.0)


def test_soft_labels_are_given_in_windows() -> None:
    one = soft.Soft(
        np.arange(103, 123),
        np.ones(20, dtype=np.int8),
        np.arange(0, 20, 2),
        np.eye(len(TAGS), dtype=np.float16)[:10],
        np.arange(10) % 5 > 0,
    )
    for seed in range(10):
        for item in soft.items([one], random.Random(seed)):
            assert len(item.ids) == len(item.shapes) == len(item.soft)
            assert item.soft[::2].sum() == len(item.ids) / 2  # one row in two is a word's first
            assert item.soft[1::2].sum() == 0


@pytest.mark.parametrize("surely", [(), (0.5,), (0.49, 0.5)])
def test_an_exported_network_says_the_same_alone_and_among_others(
    tmp_path: Path, surely: tuple[float, ...]
) -> None:
    pytest.importorskip("onnx")
    tokenizers = pytest.importorskip("tokenizers")
    import onnxruntime

    from training.export import export, inputs
    from training.reading import by_onnx

    model = small()
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0}, unk_token="a"))
    some = [*windows(6), Item((105, 160), (0, 1), ())]
    export(model, tokenizer, tmp_path, some, surely)
    model.eval()
    stopped: set[bool] = set()
    for kind, near in (("whole", 1e-4), ("static", 0.3)):
        alone = by_onnx(tmp_path / f"model-{kind}.onnx")(some)
        session = onnxruntime.InferenceSession(str(tmp_path / f"model-{kind}.onnx"))
        given = next(inputs(some, size=7))
        names = [one.name for one in session.get_inputs()]
        (together,) = session.run(None, {name: given[name] for name in names})
        for own, other, item in zip(alone, together, some, strict=True):
            assert own == pytest.approx(other[: len(item.ids) + 2], abs=1e-4)
            if not surely:
                right = model(**batch([item])).logits[0].detach().numpy()
                assert np.abs(own - right).max() < near
            elif kind == "whole":
                answer = model(**batch([item]), surely=(*surely, 0.0)[:2])
                (right,) = rows_of(answer)
                assert own == pytest.approx(right, abs=1e-4)
                stopped |= {bool(row[0] == 30) for row in own}
    assert stopped == ({False, True} if surely else set())


def test_a_training_can_begin_with_an_exported_network(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    tokenizers = pytest.importorskip("tokenizers")
    from training.export import export

    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"a": 0}, unk_token="a"))
    for number, model in enumerate((small(), leaner(small(), (0, 1)))):
        for weights in model.parameters():  # equal ones would be one in the file
            weights.data += 0.05 * torch.randn(weights.shape)
        export(model, tokenizer, tmp_path / str(number), windows(6))
        other = small() if number == 0 else leaner(small(), (0, 1))
        begin_with(other, tmp_path / str(number) / "model-static.onnx")
        before, after = (by_torch(one)(windows(3)) for one in (model, other))
        for one, two in zip(before, after, strict=True):
            assert np.abs(one - two).max() < 0.3
