"""Loading of a model: from its folder alone, without code of its own, and complete.

transformers fills in at random what weights lack and says so in a warning: a classifier without
its last layer would find anything. Here that is an error.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from anonfilter.contract.document import Model
from anonfilter.errors import ModelMissing

# RoBERTa and its kin count positions from two on; two of five hundred are no loss to the others.
_RESERVED = 2
_MOST = 512


@dataclass(frozen=True, slots=True)
class Loaded:
    """A tokenizer that knows offsets, a network, and how many sub-words it reads at once."""

    model: Model
    tokenizer: Any
    network: Any
    longest: int

    @property
    def labels(self) -> list[str]:
        """What the network's outputs mean, in their order."""
        named = self.network.config.id2label
        return [str(named[at]) for at in sorted(named)]


def load(model: Model, kind: str) -> Loaded:
    """``kind``: the class of transformers that makes such a network."""
    import torch
    import transformers

    with _quiet(transformers):
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(
                model.path, local_files_only=True, trust_remote_code=False, use_fast=True,
                split_special_tokens=True,
            )  # fmt: skip
            network, info = getattr(transformers, kind).from_pretrained(
                model.path, local_files_only=True, trust_remote_code=False, use_safetensors=True,
                dtype=torch.float32, attn_implementation="eager", output_loading_info=True,
            )  # fmt: skip
        except Exception as error:  # whatever the libraries raise on a file that is not theirs
            said = (str(error).strip().splitlines() or [""])[0][:200]
            raise ModelMissing(
                f"the model {model.spec.text} cannot be loaded: {type(error).__name__}: {said}",
                hint="Fetch it again; only models without code of their own are read.",
            ) from error
    _check_whole(model, tokenizer, info)
    return Loaded(model, tokenizer, network.eval(), _longest(tokenizer, network.config))


def _check_whole(model: Model, tokenizer: Any, info: dict[str, Any]) -> None:
    lacking = sorted(str(name) for name in info["missing_keys"])
    if lacking or info["mismatched_keys"]:
        raise ModelMissing(
            f"the model {model.spec.text} is not trained for this: it lacks "
            f"{', '.join(lacking[:3]) or 'weights of the right shape'}",
            hint="Name a model that was, and fetch it whole.",
        )
    if not tokenizer.is_fast:
        raise ModelMissing(
            f"the tokenizer of the model {model.spec.text} does not say where a sub-word stood",
            hint="It needs a tokenizer.json: save it with a fast tokenizer of transformers.",
        )


def _longest(tokenizer: Any, config: Any) -> int:
    """The most sub-words that go in at once, markers included."""
    positions = getattr(config, "max_position_embeddings", None) or 0
    known = [int(tokenizer.model_max_length)]
    if positions > _RESERVED:
        known.append(positions - _RESERVED)
    return min(_MOST, *known)


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """No word and no bar of the library on standard error: what is wrong, we say."""
    told = transformers.logging
    verbosity, bars = told.get_verbosity(), told.is_progress_bar_enabled()
    root = logging.getLogger("huggingface_hub")
    level = root.level
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        told.set_verbosity(logging.CRITICAL)
        told.disable_progress_bar()
        root.setLevel(logging.CRITICAL)
        try:
            yield
        finally:
            told.set_verbosity(verbosity)
            root.setLevel(level)
            if bars:
                told.enable_progress_bar()
