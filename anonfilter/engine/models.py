"""Finds the models that rules name, and checks their version and integrity.

A model is a package with its version, ``en_core_web_lg==3.8.0``, or a directory. It is not imported
or loaded here. A model is never chosen because it happens to be installed.
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
from anonfilter.files.read import state_of_path
from anonfilter.rules.find import user_config

_PACKAGE = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9_\-]*)(?:==(?P<version>[A-Za-z0-9.+!]+))?")
_DIGESTS = "digests.yaml"

Loaded = TypeVar("Loaded")
_shared: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()


class Integrity(StrEnum):
    """The state of a model's files, compared with the files that the plugin was tested with."""

    INTACT = "yes"
    ALTERED = "altered"
    UNKNOWN = "not recorded"


def parse(text: str, folder: Path = Path()) -> ModelSpec:
    """Parse the name of a model; a directory is relative to ``folder``, that of the rules."""
    if "/" in text or "\\" in text or text.startswith((".", "~")):
        return ModelSpec(text, folder=(folder / Path(text).expanduser()))
    match = _PACKAGE.fullmatch(text.strip())
    if match is None:
        raise RulesError(
            f"{text!r} is not the name of a model",
            hint="Write package==version, or a directory such as ./models/own.",
        )
    if match["version"] is None:
        raise RulesError(
            f"the model {text!r} has no version",
            hint=f"Rules pin their models: write {text}==VERSION, or ./{text} for a directory.",
        )
    return ModelSpec(text, match["name"].replace("-", "_").lower(), match["version"])


def find(text: str, setting: Setting, install: str = "") -> Model:
    """Return the model with this name and version; raise ``ModelMissing`` if there is none.

    ``install`` is the command that installs it, if that is not plain pip.
    """
    spec = parse(text, setting.folder)
    model = _directory(spec) if spec.folder is not None else _package(spec, install)
    check_trust(model, setting)
    return model


def installed_version(spec: ModelSpec) -> str:
    """Return the installed version of a package; "" if there is none, or for a directory."""
    try:
        return importlib.metadata.version(spec.package) if spec.package else ""
    except importlib.metadata.PackageNotFoundError:
        return ""


def _directory(spec: ModelSpec) -> Model:
    assert spec.folder is not None
    if not spec.folder.is_dir():
        raise ModelMissing(
            f"there is no folder {spec.text} with a model",
            hint="The path is relative to the folder of the rules.",
        )
    return Model(spec, spec.folder.resolve())


def _package(spec: ModelSpec, install: str) -> Model:
    hint = f"Install it: {install or f'python -m pip install {spec.key}'}"
    version = installed_version(spec)
    if not version:
        raise ModelMissing(f"the model {spec.text} is not installed", hint=hint)
    if version != spec.version:
        raise ModelMissing(
            f"the rules need the model {spec.text}, but {version} is installed", hint=hint
        )
    path = _files(spec.package, importlib.metadata.distribution(spec.package))
    if path is None:
        raise ModelMissing(f"the model {spec.text} is installed without its files", hint=hint)
    return Model(spec, path.resolve(), version)


def _files(package: str, distribution: importlib.metadata.Distribution) -> Path | None:
    """Return the folder of a package: the one beside its metadata, else the one of `import`."""
    beside = Path(str(distribution.locate_file(package)))
    if beside.is_dir():
        return beside
    found = importlib.util.find_spec(package)
    places = list(found.submodule_search_locations or ()) if found is not None else []
    return Path(places[0]) if places else None


def check_trust(model: Model, setting: Setting) -> None:
    """Refuse a model that the user has neither installed nor declared as trusted.

    Loading a model can run code. Rules may name any folder, for instance one in the same repository
    or archive.
    """
    # the user's own rules name it, or their config trusts its folder
    own = setting.folder.resolve() == folders.config().resolve()
    trusted = (Path(path).expanduser().resolve() for path in user_config().trust_local_plugins)
    is_trusted = setting.trusted or own or any(map(model.path.is_relative_to, trusted))
    if is_trusted or _is_installed(model):
        return
    raise PluginError(
        f"the model {model.spec.text} is not an installed package; its folder may contain any code",
        hint="If you trust it, pass --trust-local-plugins, or name its folder in your own config "
        f"({folders.config() / 'config.yaml'}: `trust_local_plugins: [FOLDER]`).",
    )


def _is_installed(model: Model) -> bool:
    """Return True for a package in a folder of installed packages, or a download of the user.

    A package below the current folder does not count, unless it is in the virtual environment.
    """
    folders_of_packages = (sys.prefix, *site.getsitepackages(), site.getusersitepackages())
    if any(model.path.is_relative_to(Path(path).resolve()) for path in folders_of_packages):
        return True
    return model.spec.folder is None and not model.path.is_relative_to(Path.cwd().resolve())


def shared(folder: Path, load: Callable[[Path], Loaded]) -> Loaded:
    """Load a model, or return the loaded one if it is in use and its files have not changed.

    A fork of a process that uses the model does not load it again.
    """
    files = sorted(str(path) for path in folder.rglob("*"))
    key = (load, tuple((path, state_of_path(path)) for path in files))
    loaded: Loaded | None = _shared.get(key)
    if loaded is None:
        _shared[key] = loaded = load(folder)
    return loaded


def digest(folder: Path) -> str:
    """Return a SHA-256 over the names and the SHA-256 of all files of a model."""
    lines = []
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            lines.append(f"{path.relative_to(folder).as_posix()}\0{content}\n")
    return hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()


def recorded(plugin: str) -> Mapping[str, str]:
    """Return the digests of tested models from a plugin's digests.yaml; none without it."""
    # Imported here because only `anonfilter models` reads digests.
    from anonfilter.rules.nodes import load

    try:
        file = resources.files(plugin).joinpath(_DIGESTS)
    except ModuleNotFoundError:
        return {}
    if not file.is_file():
        return {}
    return dict(load(file.read_text(encoding="utf-8"), f"{plugin}/{_DIGESTS}").plain())


def integrity(model: Model, digests: Mapping[str, str]) -> Integrity:
    """Return how all files of a model compare with the digest recorded for its spec."""
    expected = digests.get(model.spec.key)
    if expected is None:
        return Integrity.UNKNOWN
    return Integrity.INTACT if digest(model.path) == expected else Integrity.ALTERED
