"""Loading of a stanza pipeline: from its folder alone, and of it no more than names need."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from anonfilter.contract.document import Model
from anonfilter.errors import ModelMissing
from anonfilter_plugins.detectors.stanza.stanza_files import Parts


def load(model: Model, parts: Parts) -> Any:
    """A pipeline of a tokenizer and a tagger, on the processor, with nothing fetched.

    stanza reads weights with ``weights_only``, in all versions that the extra admits: nothing
    in them is run. Nothing is written but by torch, which makes an empty folder for its compiler
    in the temporary directory.
    """
    import stanza

    with quiet():
        try:
            _check_complete(model, parts)
            pipeline = stanza.Pipeline(
                parts.language, dir=str(model.path), use_gpu=False, download_method=None,
                processors={"tokenize": parts.tokenizer.package, "ner": parts.ner.package},
            )  # fmt: skip
        except ModelMissing:
            raise
        except Exception as error:  # whatever the libraries raise on a file that is not theirs
            raise ModelMissing(
                f"the model {model.spec.text} cannot be loaded: {type(error).__name__}: "
                f"{(str(error).strip().splitlines() or [''])[0][:200]}",
                hint="Download it again, with the version of stanza that is installed.",
            ) from error
    # Words that are two ("don't") are taken apart for parsers only; the tagger reads them whole.
    pipeline.processors.pop("mwt", None)
    return pipeline


def known_labels(pipeline: Any) -> set[str]:
    """The labels that the tagger can give."""
    tagger = pipeline.processors["ner"].trainers[0]
    tags = tagger.vocab["tag"].items(tagger.args["predict_tagset"])
    return {tag[2:] for tag in tags if tag[:2] in ("B-", "I-", "E-", "S-")}


def _check_complete(model: Model, parts: Parts) -> None:
    """No part of the tagger may come from elsewhere, or be made up.

    stanza looks for a transformer in the user's cache, in whichever version is there; and where
    word vectors are not listed, it goes on with random ones.
    """
    import torch

    tagger = torch.load(parts.ner.path, map_location="cpu", weights_only=True)
    transformer = tagger["config"].get("bert_model")
    if transformer:
        raise ModelMissing(
            f"the model {model.spec.text} is not whole: ner/{parts.ner.package} reads "
            f"{transformer}, which is no part of it",
            hint="Name a tagger that reads no transformer, such as ontonotes-ww-multi_charlm.",
        )
    vectors = any(part.kind == "pretrain" for part in parts.read)
    if "word" in tagger["vocab"] and "word_emb.weight" not in tagger["model"] and not vectors:
        raise ModelMissing(
            f"the model {model.spec.text} is not whole: ner/{parts.ner.package} needs word "
            "vectors, and none are listed for it",
            hint="Its resources.json names them under `dependencies`.",
        )


@contextmanager
def quiet() -> Iterator[None]:
    """No word of the library on standard error: what is wrong with a model, we say."""
    logger = logging.getLogger("stanza")
    level = logger.level
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logger.setLevel(logging.CRITICAL + 1)
        try:
            yield
        finally:
            logger.setLevel(level)


@contextmanager
def one_thread() -> Iterator[None]:
    """Sums are the same on any machine only if it does not share them out among its cores.

    On short sentences that is the faster way, too.
    """
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
