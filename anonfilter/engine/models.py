"""Models that rules name: where they are, which version, and whether they are what we tested.

A model is a package with its version, ``en_core_web_lg==3.8.0``, or a directory. Nothing of it
is imported or loaded here, and nothing is picked because it happened to be installed.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import re
import site
import sys
from collections.abc import Callable, Hashable, Mapping
from enum import StrEnum
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from anonfilter.contract.needs import Model, ModelSpec
from anonfilter.contract.plugin import Setting
from anonfilter.errors import ModelMissing, PluginError, RulesError
from anonfilter.files import folders
from anonfilter.files.read import look
from anonfilter.rules.find import user_config

_PACKAGE = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9_\-]*)(?:==(?P<version>[A-Za-z0-9.+!]+))?")
_DIGESTS = "digests.yaml"

Made = TypeVar("Made")
_shared: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()


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
    """Loading a model can run code: only what the user installed or named as trusted is loaded.

    Rules name any folder, and one that was not installed may have come with them: from the same
    repository, from another one, or from an archive.
    """
    if setting.trusted or _is_installed(model) or _is_named(model, setting):
        return
    raise PluginError(
        f"the model {model.spec.text} was not installed: rules name it, and it lies in a folder",
        hint="If you trust it, say --trust-local-plugins, or name its folder in your own config "
        f"({folders.config() / 'config.yaml'}: `trust_local_plugins: [FOLDER]`).",
    )


def _is_installed(model: Model) -> bool:
    """Whether it is a package where packages are installed, or a download of the user's.

    Python finds packages below the current folder, too; a virtual environment there is the user's.
    """
    if any(model.path.is_relative_to(Path(place).resolve()) for place in _installed()):
        return True
    return model.spec.folder is None and not model.path.is_relative_to(Path.cwd().resolve())


def _installed() -> list[str]:
    return [sys.prefix, *site.getsitepackages(), site.getusersitepackages()]


def _is_named(model: Model, setting: Setting) -> bool:
    """Whether the user's own rules name it, or their config trusts a folder that it lies in."""
    own = setting.folder.resolve() == folders.config().resolve()
    trusted = (Path(one).expanduser().resolve() for one in user_config().trust_local_plugins)
    return own or any(model.path.is_relative_to(folder) for folder in trusted)


def shared(folder: Path, load: Callable[[Path], Made]) -> Made:
    """What ``load`` makes of a model: one for all that hold it, while its files are as they were.

    So a fork of a process that holds it need not load it.
    """
    files = sorted(str(path) for path in folder.rglob("*"))
    key = (load, tuple((path, look(path)) for path in files))
    made: Made | None = _shared.get(key)
    if made is None:
        _shared[key] = made = load(folder)
    return made


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
