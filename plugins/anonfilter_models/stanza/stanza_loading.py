"""Load a stanza pipeline only from its folder, with only the parts that find names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from anonfilter.contract.needs import Model
from anonfilter.errors import ModelMissing
from anonfilter_models.quiet_library import quiet
from anonfilter_models.stanza.stanza_files import Parts


def load(model: Model, parts: Parts) -> Any:
    """Load a tokenizer and a tagger, on the CPU and without downloads.

    All versions of stanza that the extra allows read weights with ``weights_only``, so that no code
    in them runs. torch writes an empty folder for its compiler into the temporary directory.
    """
    import stanza

    with quiet("stanza"):
        try:
            _check_complete(model, parts)
            pipeline = stanza.Pipeline(
                parts.language,
                dir=str(model.path),
                use_gpu=False,
                download_method=None,
                processors={"tokenize": parts.tokenizer.package, "ner": parts.ner.package},
            )
        except ModelMissing:
            raise
        except Exception as error:  # the libraries raise many kinds on an invalid file
            raise ModelMissing(
                f"the model {model.spec.text} cannot be loaded: {type(error).__name__}: "
                f"{(str(error).strip().splitlines() or [''])[0][:200]}",
                hint="Download it again, with the version of stanza that is installed.",
            ) from error
    # Multi-word tokens ("don't") are split for parsers only; the tagger reads them whole.
    pipeline.processors.pop("mwt", None)
    return pipeline


def known_labels(pipeline: Any) -> set[str]:
    """Return the labels of the tagger."""
    tagger = pipeline.processors["ner"].trainers[0]
    tags = tagger.vocab["tag"].items(tagger.args["predict_tagset"])
    return {tag[2:] for tag in tags if tag[:2] in ("B-", "I-", "E-", "S-")}


def _check_complete(model: Model, parts: Parts) -> None:
    """Raise an error unless every part of the tagger is in the folder of the model.

    Otherwise stanza uses any version of the transformer that is in the user's cache, and random
    word vectors if the model lists no word vectors.
    """
    import torch

    tagger = torch.load(parts.ner.path, map_location="cpu", weights_only=True)
    transformer = tagger["config"].get("bert_model")
    if transformer:
        raise ModelMissing(
            f"the model {model.spec.text} is not complete: ner/{parts.ner.package} reads "
            f"{transformer}, which is not in its folder",
            hint="Name a tagger that needs no transformer, such as ontonotes-ww-multi_charlm.",
        )
    vectors = any(part.kind == "pretrain" for part in parts.read)
    if "word" in tagger["vocab"] and "word_emb.weight" not in tagger["model"] and not vectors:
        raise ModelMissing(
            f"the model {model.spec.text} is not complete: ner/{parts.ner.package} needs word "
            "vectors, and none are listed for it",
            hint="Its resources.json names them under `dependencies`.",
        )


@contextmanager
def one_thread() -> Iterator[None]:
    """Run torch on one thread, so that results are the same on any machine.

    For short sentences, this is also faster.
    """
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
