"""Trains the model of plugins/anonfilter_english/detectors/caseless/

    python -m training CORPORA --out FOLDER            (needs: pip install '.[train]')
    python -m training CORPORA --out FOLDER --steps teacher soften taught export compare

CORPORA is the folder with the annotated corpora that corpora.py names. Nothing of them is copied
into the project. Each step writes to its own folder in FOLDER. If the command is run again, it
skips finished work, and resumes interrupted work. Without --steps, it runs `student` and `export`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from training.corpora import SHIPPABLE
from training.steps import STEPS, Work


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="python -m training",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=["student", "export"])
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--epochs", type=int, default=0, help="0: the default of the step")
    parser.add_argument("--share", type=float, default=1.0, help="size of an epoch")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument(
        "--begin", type=Path, help="begin with this model-static.onnx or weights.pt"
    )
    parser.add_argument(
        "--layers",
        type=int,
        nargs="+",
        default=(),
        help="layers that a network with rectifiers keeps: of `lean` (default: all), or of `early` "
        "(default: the network keeps its layers, and has no rectifiers)",
    )
    parser.add_argument(
        "--without",
        nargs="+",
        choices=SHIPPABLE,
        default=(),
        metavar="CORPUS",
        help="leave these corpora out of the training, and measure on all of them",
    )
    parser.add_argument("--by", type=Path, help="an ONNX model that labels speech")
    parser.add_argument(
        "--model",
        choices=("student", "taught", "lean", "early"),
        default="",
        help="the step with the network (default: taught, else student)",
    )
    parser.add_argument(
        "--surely",
        nargs=2,
        type=float,
        default=(),
        metavar="CHANCE",
        help="export with exits: after layers 1 and 2, a word stops if its probability to be a "
        "name is below CHANCE (0: no word stops there)",
    )
    parser.add_argument("--present", type=Path, help="a folder with a model to compare with")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    work = Work(
        options.corpora,
        options.out,
        options.seed,
        options.epochs,
        options.share,
        options.present,
        options.begin,
        options.model,
        options.by,
        tuple(options.layers),
        tuple(options.without),
        tuple(options.surely),
    )
    for step in options.steps:
        torch.manual_seed(options.seed)
        STEPS[step](work)


if __name__ == "__main__":
    main()
