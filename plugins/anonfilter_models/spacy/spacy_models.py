"""Load the pinned version of a spaCy pipeline, with only the pipes that find names."""

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
from anonfilter_models.quiet_library import quiet

_OFFICIAL = re.compile(r"[a-z]{2,3}_(?:core|dep|ent|sent)_[a-z]+_(?:sm|md|lg|trf)")
_NAMING = frozenset({"ner", "beam_ner", "entity_ruler"})


def load_pipeline(text: str, setting: Setting) -> Any:
    """Load the pipes of a model that set entities, and the pipes whose vectors they read."""
    with quiet("spacy"), optional.left_out():
        import spacy  # first, since its extra also installs the model of the shipped rules
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
    """Let spaCy import only these of the pipes that other packages add, instead of all pipes.

    To import the pipe of presidio takes most of a second. If anonfilter is a library of another
    program, all pipes stay available, because that program may load pipelines that need them.
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
    """Return the command that installs a model of spaCy, which is not on PyPI; else ""."""
    spec = models.parse(text)
    if _OFFICIAL.fullmatch(spec.package):
        return f"python -m spacy download {spec.package}-{spec.version} --direct"
    return ""


def _data(model: Model) -> Path:
    """Return the folder with config.cfg: the folder of the model, or the one folder in it."""
    if (model.path / "config.cfg").is_file():
        return model.path
    folders = [config.parent for config in sorted(model.path.glob("*/config.cfg"))]
    if len(folders) != 1:
        raise ModelMissing(
            f"the model {model.spec.text} is not a spaCy pipeline",
            hint="A spaCy pipeline has a config.cfg.",
        )
    _check_version(model, folders[0])
    return folders[0]


def _check_version(model: Model, folder: Path) -> None:
    """Raise an error if meta.json has another version than the package of the model."""
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
