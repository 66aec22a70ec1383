"""Load the pinned version of a spaCy pipeline, with only the pipes that NER needs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anonfilter import optional
from anonfilter.contract.needs import Model
from anonfilter.contract.plugin import Setting
from anonfilter.engine import models
from anonfilter.errors import ModelMissing
from anonfilter_models.quiet import quiet

_OFFICIAL = re.compile(r"[a-z]{2,3}_(?:core|dep|ent|sent)_[a-z]+_(?:sm|md|lg|trf)")
_NAMING = frozenset({"ner", "beam_ner", "entity_ruler"})


def load_pipeline(text: str, setting: Setting) -> Any:
    """Load the pipes that set entities, and the pipes whose vectors they read."""
    with quiet("spacy"), optional.left_out():
        import spacy  # first: what brings spaCy brings the model of the shipped rules
        from spacy.util import load_config

        folder = _data(models.find(text, setting, how_to_install(text)))
        components = load_config(folder / "config.cfg")["components"]
        # The string store is not used here, and takes most of the loading time.
        read = _read(components)
        unread = [name for name in components if name not in read]
        with only_factories(components[name].get("factory") for name in read):
            return spacy.load(folder, exclude=[*unread, "strings"])


@contextmanager
def only_factories(names: Iterable[str]) -> Iterator[None]:
    """Import only these of the pipes that other packages add to spaCy, which imports all.

    presidio adds one, and takes most of a second. A program that we are a library of may load
    pipelines of its own at the same time, which need others.
    """
    from spacy.util import registry

    added = registry._entry_point_factories
    for name in names:
        added.get_entry_point(name)
    added.entry_points = not optional.owns_process()
    try:
        yield
    finally:
        added.entry_points = True


def how_to_install(text: str) -> str:
    """Return the install command; plain pip is not enough, as spaCy's models are not on PyPI."""
    spec = models.parse(text)
    if _OFFICIAL.fullmatch(spec.package):
        return f"python -m spacy download {spec.package}-{spec.version} --direct"
    return ""


def _data(model: Model) -> Path:
    """Return the folder that holds config.cfg: the model's own, or the one folder inside it."""
    if (model.path / "config.cfg").is_file():
        return model.path
    folders = [config.parent for config in sorted(model.path.glob("*/config.cfg"))]
    if len(folders) != 1:
        raise ModelMissing(
            f"the model {model.spec.text} is no spaCy pipeline",
            hint="A spaCy pipeline has a config.cfg.",
        )
    _check_version(model, folders[0])
    return folders[0]


def _check_version(model: Model, folder: Path) -> None:
    """Refuse a model whose meta.json has another version than its package."""
    try:
        stated = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["version"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ModelMissing(f"the model {model.spec.text} has no readable meta.json") from None
    if stated != model.version:
        raise ModelMissing(
            f"the model {model.spec.text} is damaged: its package has version {model.version}, "
            f"its meta.json version {stated}",
            hint="Install it again.",
        )


def _read(components: Mapping[str, Any]) -> set[str]:
    """Return the names of the pipes that set entities, and of the pipes that they listen to."""
    naming = {name for name, pipe in components.items() if pipe.get("factory") in _NAMING}
    upstream = {name for pipe in naming for name in _listened_to(components[pipe])}
    if "*" in upstream:
        upstream = {
            name
            for name, pipe in components.items()
            if pipe.get("factory") in ("tok2vec", "transformer", "curated_transformer")
        }
    return naming | upstream


def _listened_to(config: Any) -> Iterable[str]:
    """Yield the upstream pipes that listeners in a component's configuration name."""
    if isinstance(config, Mapping):
        if "Listener" in str(config.get("@architectures", "")):
            yield str(config.get("upstream", "*"))
        for value in config.values():
            yield from _listened_to(value)
