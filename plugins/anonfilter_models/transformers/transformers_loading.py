"""Load a model completely, only from its folder, and without custom code.

transformers initialises missing weights at random, with a warning: a classifier without its last
layer would label words at random. Here, missing weights are an error.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from anonfilter.contract.needs import Model
from anonfilter.errors import ModelMissing
from anonfilter.text.values import hide_values
from anonfilter_models.quiet_library import quiet

# RoBERTa counts positions from two; the loss of two of 512 does not matter to other models.
_RESERVED = 2
_MOST = 512
_LOCAL: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}


@hide_values
@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A tokenizer, a network, and the largest number of sub-words that it reads at once."""

    model: Model
    tokenizer: Any
    network: Any
    longest: int

    @property
    def labels(self) -> list[str]:
        """The labels of the network's outputs, in order."""
        named = self.network.config.id2label
        return [str(named[at]) for at in sorted(named)]


def load(model: Model, kind: str) -> LoadedModel:
    """Load a model; ``kind`` is the name of a class of transformers."""
    import torch
    import transformers

    with _quiet(transformers):
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(
                model.path, use_fast=True, split_special_tokens=True, **_LOCAL
            )
            network, info = getattr(transformers, kind).from_pretrained(
                model.path,
                use_safetensors=True,
                dtype=torch.float32,
                attn_implementation="eager",
                output_loading_info=True,
                **_LOCAL,
            )
        except Exception as error:  # the libraries raise many kinds on an invalid file
            reason = (str(error).strip().splitlines() or [""])[0][:200]
            raise ModelMissing(
                f"the model {model.spec.text} cannot be loaded: {type(error).__name__}: {reason}",
                hint="Download it again; models with custom code are not supported.",
            ) from error
    _check_complete(model, tokenizer, info)
    return LoadedModel(model, tokenizer, network.eval(), _longest(tokenizer, network.config))


def _check_complete(model: Model, tokenizer: Any, info: dict[str, Any]) -> None:
    lacking = sorted(str(name) for name in info["missing_keys"])
    if lacking or info["mismatched_keys"]:
        raise ModelMissing(
            f"the model {model.spec.text} is not trained for this: it lacks "
            f"{', '.join(lacking[:3]) or 'weights of the right shape'}",
            hint="Name a model that is trained for this task, and download all of its files.",
        )
    if not tokenizer.is_fast:
        raise ModelMissing(
            f"the tokenizer of the model {model.spec.text} returns no offsets of sub-words",
            hint="The model needs a tokenizer.json: save it with a fast tokenizer of transformers.",
        )


def _longest(tokenizer: Any, config: Any) -> int:
    """Return the largest number of sub-words that a model reads at once, with markers."""
    positions = getattr(config, "max_position_embeddings", None) or 0
    known = [int(tokenizer.model_max_length)]
    if positions > _RESERVED:
        known.append(positions - _RESERVED)
    return min(_MOST, *known)


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """Suppress the log and the progress bars of transformers; anonfilter reports errors."""
    log = transformers.logging
    verbosity, bars = log.get_verbosity(), log.is_progress_bar_enabled()
    with quiet("huggingface_hub"):
        log.set_verbosity(logging.CRITICAL)
        log.disable_progress_bar()
        try:
            yield
        finally:
            log.set_verbosity(verbosity)
            if bars:
                log.enable_progress_bar()
