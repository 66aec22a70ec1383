"""Models that rules name: where they are, which version, and whether they are what we tested.

A model is a package with its version, ``en_core_web_lg==3.8.0``, or a directory. Nothing of it
is imported or loaded here, and nothing is picked because it happened to be installed.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import re
import sys
from collections.abc import Mapping
from enum import StrEnum
from importlib import resources
from pathlib import Path

from anonfilter.contract.document import Model, ModelSpec
from anonfilter.contract.plugin import Setting
from anonfilter.errors import ModelMissing, PluginError, RulesError

_PACKAGE = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9_\-]*)(?:==(?P<version>[A-Za-z0-9.+!]+))?")
_DIGESTS = "digests.yaml"


class Integrity(StrEnum):
    """Are a model's files the ones that the plugin was tested with?"""

    INTACT = "yes"
    ALTERED = "altered"
    UNKNOWN = "not recorded"


def parse(text: str, folder: Path = Path()) -> ModelSpec:
    """A spec from the rules; a directory is relative to the folder of the rules."""
    if "/" in text or "\\" in text or text.startswith((".", "~")):
        return ModelSpec(text, folder=(folder / Path(text).expanduser()))
    match = _PACKAGE.fullmatch(text.strip())
    if match is None:
        raise RulesError(
            f"{text!r} names no model",
            hint="Write package==version, or a directory such as ./models/own.",
        )
    if match["version"] is None:
        raise RulesError(
            f"the model {text!r} has no version",
            hint=f"Rules pin their models: write {text}==VERSION, or ./{text} for a directory.",
        )
    return ModelSpec(text, match["name"].replace("-", "_").lower(), match["version"])


def find(text: str, setting: Setting, install: str = "") -> Model:
    """The model of this spec, in this version; raises ``ModelMissing`` if it is not there.

    ``install`` is the command that installs it, where that is not plain pip.
    """
    spec = parse(text, setting.folder)
    model = _directory(spec) if spec.folder is not None else _package(spec, install)
    check_trust(model, setting)
    return model


def installed_version(spec: ModelSpec) -> str:
    """Which version of a package is there, if any; a directory has none."""
    try:
        return importlib.metadata.version(spec.package) if spec.package else ""
    except importlib.metadata.PackageNotFoundError:
        return ""


def _directory(spec: ModelSpec) -> Model:
    assert spec.folder is not None
    if not spec.folder.is_dir():
        raise ModelMissing(
            f"there is no model directory {spec.text}",
            hint="It is looked for from the folder of the rules.",
        )
    return Model(spec, spec.folder.resolve())


def _package(spec: ModelSpec, install: str) -> Model:
    hint = f"Install it: {install or f'python -m pip install {spec.key}'}"
    version = installed_version(spec)
    if not version:
        raise ModelMissing(f"the model {spec.text} is not installed", hint=hint)
    if version != spec.version:
        raise ModelMissing(
            f"the rules want the model {spec.text}, installed is {version}", hint=hint
        )
    path = _files(spec.package, importlib.metadata.distribution(spec.package))
    if path is None:
        raise ModelMissing(f"the model {spec.text} is installed without its files", hint=hint)
    return Model(spec, path.resolve(), version)


def _files(package: str, distribution: importlib.metadata.Distribution) -> Path | None:
    """The package's folder beside its metadata, or else where `import` would find it."""
    beside = Path(str(distribution.locate_file(package)))
    if beside.is_dir():
        return beside
    found = importlib.util.find_spec(package)
    places = list(found.submodule_search_locations or ()) if found is not None else []
    return Path(places[0]) if places else None


def check_trust(model: Model, setting: Setting) -> None:
    """Loading a model can run code: one from the checked repository is loaded on request only.

    A virtual environment inside the repository is the user's, not the repository's.
    """
    roots = [_repository(folder) for folder in (Path.cwd(), setting.folder)]
    inside = any(root is not None and model.path.is_relative_to(root) for root in roots)
    if setting.trusted or not inside:
        return
    if not model.path.is_relative_to(Path(sys.prefix).resolve()):
        raise PluginError(
            f"the model {model.spec.text} lies in the repository that is being checked",
            hint="If you trust it, say --trust-local-plugins, or trust this folder in your own "
            "config (trust_local_plugins).",
        )


def _repository(folder: Path) -> Path | None:
    """The top of the repository that a folder lies in."""
    here = folder.resolve()
    return next((place for place in (here, *here.parents) if (place / ".git").exists()), None)


def digest(folder: Path) -> str:
    """One SHA-256 over the names and the SHA-256 of all files of a model."""
    lines = []
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            lines.append(f"{path.relative_to(folder).as_posix()}\0{content}\n")
    return hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()


def recorded(plugin: str) -> Mapping[str, str]:
    """The digests of the models that a plugin was tested with: its package's digests.yaml."""
    from anonfilter.rules.nodes import load

    try:
        file = resources.files(plugin).joinpath(_DIGESTS)
    except ModuleNotFoundError:
        return {}
    if not file.is_file():
        return {}
    return dict(load(file.read_text(encoding="utf-8"), f"{plugin}/{_DIGESTS}").plain())


def integrity(model: Model, digests: Mapping[str, str]) -> Integrity:
    """Compare a model's files, all of them, with what was recorded for its spec."""
    expected = digests.get(model.spec.key)
    if expected is None:
        return Integrity.UNKNOWN
    return Integrity.INTACT if digest(model.path) == expected else Integrity.ALTERED
