"""Find a model: a directory, a package, or a pinned revision in the Hugging Face cache.

The hub is never queried, and there is no default revision: a branch such as ``main`` moves, so the
rules name a commit. This module imports nothing heavy, since `anonfilter models` finds models
without loading them.
"""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field as Option

from anonfilter.contract.needs import Model, ModelSpec, Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.engine import models
from anonfilter.errors import ModelMissing, RulesError
from anonfilter.text.values import hide_values

_ON_HUB = re.compile(
    r"(?P<name>[A-Za-z0-9][\w.\-]*(?:/[A-Za-z0-9][\w.\-]*)?)@(?P<revision>[^/@\s]+)"
)
_COMMIT = re.compile(r"[0-9a-f]{40}")
_WEIGHTS = "model.safetensors"
_SHARDS = "model.safetensors.index.json"
# In a directory with this file, transformers would change the weights by those of an adapter.
_ADAPTER = "adapter_config.json"


@hide_values
@dataclass(frozen=True, slots=True)
class Revision:
    """One commit of a repository on the hub: ``org/name@commit``."""

    name: str
    commit: str


class ModelConfig(Strict):
    """The settings of a model."""

    model: str = Option(
        description="a directory, org/name@commit of the Hugging Face cache, or package==version"
    )
    sha256: str = Option(
        default="", pattern="^([0-9a-f]{64})?$", description="required digest of model.safetensors"
    )
    batch_size: int = Option(
        default=8,
        ge=1,
        description="number of rows that are computed at once; this changes no result",
    )


class Pinned:
    """Base class of plugins that read one model, named in the rules."""

    def __init__(self, config: ModelConfig, setting: Setting) -> None:
        parse(config.model, setting.folder)
        self._model = config.model
        self._sha256 = config.sha256
        self._setting = setting

    def needs_for(self, labels: frozenset[str]) -> Needs:
        libraries = ("transformers", "torch")
        return Needs(labels, models=(self._model,), extra="transformers", libraries=libraries)

    def find_model(self, model: str) -> Model:
        """Find the model, without loading it."""
        return find(model, self._setting)

    def how_to_install(self, model: str) -> str:
        """Return the command that installs a model; "" if pip is enough."""
        return how_to_install(model)

    def located(self) -> Model:
        """Return the model, after a check of its files and of the digest of its weights."""
        model = self.find_model(self._model)
        check_files(model)
        check_weights(model, self._sha256)
        return model


def parse(text: str, folder: Path = Path()) -> Revision | ModelSpec:
    """Parse a revision of the hub, or another specification of a model."""
    match = _ON_HUB.fullmatch(text.strip())
    if match is None:
        return models.parse(text, folder)
    if not _COMMIT.fullmatch(match["revision"]):
        raise RulesError(
            f"the model {text!r} is not pinned to a commit",
            hint="A branch moves: write org/name@ and the 40 digits of the commit, or a directory "
            "such as ./models/own.",
        )
    return Revision(match["name"], match["revision"])


def find(text: str, setting: Setting) -> Model:
    """Return the model of this specification; raise ``ModelMissing`` if there is none."""
    spec = parse(text, setting.folder)
    if isinstance(spec, Revision):
        return _in_cache(text, spec)  # the user's own downloads, pinned to a commit
    if spec.folder is not None and not spec.folder.is_dir() and _ON_HUB.fullmatch(f"{text}@x"):
        raise ModelMissing(
            f"there is no model directory {text}",
            hint=f"The path is relative to the rules. A model of the hub is written {text}@"
            " and the 40 digits of a commit.",
        )
    return models.find(text, setting)


def how_to_install(text: str) -> str:
    """Return the command that downloads a revision of the hub; "" for other models."""
    spec = parse(text)
    if isinstance(spec, Revision):
        return f"hf download {spec.name} --revision {spec.commit}"
    return ""


def cache() -> Path:
    """Return the user's cache of hub repositories, as huggingface_hub finds it."""
    variables = (("HF_HUB_CACHE", ""), ("HUGGINGFACE_HUB_CACHE", ""), ("HF_HOME", "hub"))
    for variable, below in variables:
        if os.environ.get(variable):
            return Path(os.environ[variable]).expanduser() / below
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(caches).expanduser() / "huggingface" / "hub"


def _in_cache(text: str, spec: Revision) -> Model:
    snapshots = cache() / f"models--{spec.name.replace('/', '--')}" / "snapshots"
    folder = snapshots / spec.commit
    if not folder.is_dir():
        there = sorted(path.name for path in snapshots.iterdir()) if snapshots.is_dir() else []
        others = f"; the cache has {', '.join(there)}" if there else ""
        raise ModelMissing(
            f"the model {text} is not in the Hugging Face cache{others}",
            hint=f"Download it on a machine with a network: {how_to_install(text)}",
        )
    return Model(ModelSpec(text), folder.resolve(), spec.commit)


def check_files(model: Model) -> None:
    """Raise an error unless the configuration exists, and the weights as safetensors."""
    if not (model.path / "config.json").is_file():
        raise ModelMissing(
            f"the model {model.spec.text} has no config.json",
            hint="Models of transformers have it beside their weights: download all files.",
        )
    if (model.path / _ADAPTER).exists():
        raise ModelMissing(
            f"the model {model.spec.text} is an adapter of another model",
            hint="Merge the two (merge_and_unload of peft) and save the result.",
        )
    if not any((model.path / name).is_file() for name in (_WEIGHTS, _SHARDS)):
        raise ModelMissing(
            f"the model {model.spec.text} has no {_WEIGHTS}",
            hint="Weights in other formats can contain code and are not read. Convert the model "
            "where you trust it: save_pretrained writes safetensors.",
        )


def check_weights(model: Model, sha256: str) -> None:
    """Raise an error if the digest of the weights is not that in the rules, if they have one."""
    if not sha256:
        return
    try:
        with (model.path / _WEIGHTS).open("rb") as file:
            actual = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        actual = "unknown: the file cannot be read"
    if actual != sha256:
        raise ModelMissing(
            f"the weights of the model {model.spec.text} differ from the pinned digest",
            hint=f"The SHA-256 of {_WEIGHTS} is {actual}.",
        )
