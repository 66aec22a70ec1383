"""Makes the basis of a cached result: a digest of all its inputs except the file itself.

There is one basis for whole files, and one for each detector, which may not depend on all rules. An
input that is missing here could let a leak pass, since an old result would be used. Therefore, if a
result depends on an input that cannot be digested (code of the repository, a plugin that does not
declare itself pinned, the network, a corpus that could not be read completely), there is no basis,
and nothing is cached. `sync` also records the files that rules name with `Reading`; its other
inputs are in `anonfilter_repository.sync.shared_inputs`.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import ModelLocator, Plugin, RoleUser, RosterReader
from anonfilter.contract.registry import LOCAL, OWN_DISTRIBUTION, installed
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import AnonfilterError
from anonfilter.files.read import State, state, state_of_path
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.reports.versions import versions
from anonfilter.rules.load import Instance, Ruleset
from anonfilter.rules.merge import instance_name
from anonfilter.rules.nodes import Node
from anonfilter.text.values import hide_values

_LARGE_CODE = 1 << 20  # bytes
_LARGE = 64 << 20  # bytes: larger files count by their metadata
_LOADED = time.time_ns()  # code that was changed later is not the code that runs
_CLOCKS = 2_000_000_000  # nanoseconds: file systems' clocks are coarse, and starting takes time


_LONGEST = 1024  # characters: a longer text is no file name
_OF_DOCUMENTS = ("corpus", "documents", "map_dir", "description", "context_hints")

_digested: dict[str, tuple[Mapping[str, State], bytes]] = {}  # states of files, by package


def code_is_current() -> None:
    """Record that the code on the disk is the code that was loaded."""
    global _LOADED
    _LOADED = time.time_ns()


class _Undeterminable(Exception):
    """An error for a result that depends on an input that cannot be digested."""


@hide_values
@dataclass(frozen=True, slots=True)
class Basis:
    """A digest of the inputs of a result, and the states of the files among them.

    Some inputs are personal data, so the digest must be keyed before it is stored.
    """

    digest: bytes = field(repr=False)
    states: Mapping[str, State]

    def holds(self) -> bool:
        """Return True if no file has changed since its state was recorded."""
        return all(state_of_path(path) == before for path, before in self.states.items())


class Reading:
    """Reads files, and records their states.

    With ``since``, a special file, or a file that was written after that time, makes the basis
    undeterminable.
    """

    def __init__(self, since: int | None = None) -> None:
        self.states: dict[str, State] = {}
        self._since = None if since is None else min(since, _LOADED)

    def status(self, path: str) -> os.stat_result:
        status = os.stat(path)
        newest = max(status.st_mtime_ns, status.st_ctime_ns)
        if self._since is not None and (
            newest > self._since - _CLOCKS or not stat.S_ISREG(status.st_mode)
        ):
            raise _Undeterminable
        self.states[path] = state(status)
        return status

    def content(self, path: str) -> str | bytes:
        """Return the bytes of a file; for a large file, a text with its size and times instead."""
        if self.status(path).st_size > _LARGE:
            return self.metadata(path)
        with open(path, "rb") as file:
            return file.read()

    def metadata(self, path: str) -> str:
        return json.dumps(state(self.status(path)))


class NamedFiles:
    """Finds the files that a ruleset names: lists of terms, rosters, models, named folders.

    Only a plugin knows what its settings mean. Therefore every text in the rules counts as the name
    of a file if such a file exists. Each text is looked up once.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._folder = str(ruleset.folder)
        self._names = ruleset.tree.names()
        self._known: dict[str, list[str]] = {}

    def all(self) -> list[str]:
        """Return the sorted paths of all named files, on the disk and in the tree of the rules."""
        inside = self._ruleset.node.value
        nodes = [child for key, child in inside.items() if key not in _OF_DOCUMENTS]
        return self._named(nodes, self._ruleset.parts)

    def of(self, instance: Instance) -> list[str]:
        """Return the files that the settings of one plugin name."""
        entries = self._ruleset.node.value[instance.kind].value
        own = [entry for entry in entries if instance_name(entry) == instance.name]
        return self._named(own, instance.files)

    def _named(self, nodes: Iterable[Node], parts: Iterable[Path]) -> list[str]:
        found = {str(path) for path in parts}
        for text in {text for node in nodes for text in _texts(node)}:
            if text not in self._known:
                self._known[text] = self._found(text)
            found.update(self._known[text])
        return sorted(found)

    def _found(self, text: str) -> list[str]:
        """Return the file with this name, or all files in the folder with it; else nothing."""
        if not 0 < len(text) <= _LONGEST or "\0" in text or "\n" in text:
            return []
        path = os.path.join(self._folder, os.path.expanduser(text))
        if os.path.isfile(path):
            return [path]
        if os.path.basename(text) in self._names and self._ruleset.tree.has(path):
            return [path]
        return files_below(path) if "/" in text and os.path.isdir(path) else []


def _texts(node: Node) -> Iterator[str]:
    """Yield all texts in a part of the rules."""
    inside = node.value
    if isinstance(inside, dict):
        inside = list(inside.values())
    if isinstance(inside, list):
        for child in inside:
            yield from _texts(child)
    elif isinstance(inside, str):
        yield inside


def files_below(folder: str) -> list[str]:
    """Return the sorted paths of all files below a folder, without compiled Python files.

    A link to a folder is returned like a file. It cannot be read, so its content is unknown.
    """
    found: list[str] = []
    for place, folders, files in os.walk(folder):
        if "__pycache__" in folders:
            folders.remove("__pycache__")
        linked = (name for name in folders if os.path.islink(os.path.join(place, name)))
        found += (os.path.join(place, name) for name in (*files, *linked))
    return sorted(found)


class CacheKeyInputs:
    """Makes the bases of an engine's results; each package is read once.

    ``since`` is a time before the engine was made. If a file was written later, there is no basis,
    because the engine may have read another state of the file.
    """

    def __init__(self, engine: Engine, since: int) -> None:
        self._engine = engine
        self._reading = Reading(since)
        self._digests: dict[str, bytes] = {}
        self._named = NamedFiles(engine.ruleset)

    @cached_property
    def whole(self) -> Basis | None:
        """The basis of the results for whole files; None if an input cannot be digested."""
        return self._basis(self._of_all())

    def detector(self, instance: Instance, made: Plugin) -> Basis | None:
        """Return the basis of a detector's findings; None if an input cannot be digested."""
        return self._basis(self._of_detector(instance, made))

    def _basis(self, parts: Iterable[str | bytes]) -> Basis | None:
        try:
            return Basis(_digest(parts), self._reading.states)
        except (_Undeterminable, AnonfilterError, OSError):
            return None

    def _of_all(self) -> Iterator[str | bytes]:
        """Yield the inputs of a result for a whole file."""
        engine, rules, options = self._engine, self._engine.ruleset, self._engine.options
        if rules.model.plugins or (options.known is not None and not options.known.identity):
            raise _Undeterminable
        yield json.dumps(asdict(versions(engine)), sort_keys=True)
        yield json.dumps(rules.in_full(), sort_keys=True, default=str)
        yield json.dumps(rules.model.model_dump(mode="json"), sort_keys=True)
        yield json.dumps([sorted(options.only), sorted(options.excepted), options.assume_language])
        yield json.dumps(asdict(options.reading))
        yield "" if options.known is None else f"known {options.known.identity}"
        for instances in rules.instances.values():
            for instance in instances:
                is_own = instance.registration.distribution == OWN_DISTRIBUTION
                # Our own deferred plugins need no model, so only their code counts.
                made = None if instance.is_deferred and is_own else engine.tools.made(instance)
                yield from self._of_plugin(instance, made)
        for path in (*self._named.all(), *map(str, options.rosters)):
            yield from _content(path, self._reading, rules.tree)

    def _of_detector(self, instance: Instance, made: Plugin) -> Iterator[str | bytes]:
        """Yield the inputs of a detector: its settings, all labels, all detectors' names."""
        engine, setting = self._engine, instance.setting
        if isinstance(made, RoleUser):  # it reads the roles that resolvers name
            raise _Undeterminable
        yield json.dumps(instance.settings.plain(), sort_keys=True, default=str)
        assert instance.config is not None  # only formats and recognisers are deferred
        yield json.dumps(instance.config.model_dump(mode="json"), sort_keys=True)
        yield json.dumps([setting.name, setting.language, setting.precedence, setting.trusted])
        yield json.dumps([str(setting.folder), engine.ruleset.model.people.keep])
        yield json.dumps([asdict(label) for label in engine.labels.values()], default=str)
        yield from self._of_plugin(instance, made)
        rosters = engine.options.rosters if isinstance(made, RosterReader) else ()
        for path in (*self._named.of(instance), *map(str, rosters)):
            yield from _content(path, self._reading, engine.ruleset.tree)

    def _of_plugin(self, instance: Instance, made: Plugin | None) -> Iterator[str | bytes]:
        """Yield the inputs of a plugin: its registration, its models and its code."""
        used, needs = instance.registration, Needs() if made is None else needs_of(made)
        pinned = used.distribution == OWN_DISTRIBUTION or needs.pinned
        if needs.network or not pinned or used.distribution == LOCAL:
            raise _Undeterminable
        yield json.dumps(asdict(used), sort_keys=True)
        if made is not None:
            for model in sorted(needs.models):
                yield from _model(model, instance, made, self._reading)
        # Our features may use one another's results.
        ours = {entry.package for entry in installed() if entry.distribution == OWN_DISTRIBUTION}
        for package in sorted({OWN_DISTRIBUTION, *ours, used.package}):
            if package not in self._digests:
                self._digests[package] = _digest((_platform(), _code(package, self._reading)))
            yield self._digests[package]


def _digest(parts: Iterable[str | bytes]) -> bytes:
    """Return a digest of these parts, which also depends on where each part ends."""
    digest = blake2b(digest_size=32)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.digest()


def _platform() -> str:
    """Return the versions of Python and of all distributions, since plugins may import any."""
    names: list[str] = []
    for folder in filter(os.path.isdir, sys.path):
        names += (name for name in os.listdir(folder) if name.endswith((".dist-info", "-info")))
    return json.dumps([sys.version, sys.platform, os.uname().machine, sys.path, sorted(names)])


def _model(model: str, instance: Instance, made: Plugin, reading: Reading) -> Iterator[str | bytes]:
    """Yield the version and files of a model; for an installed package, only versions and sizes."""
    if isinstance(made, ModelLocator):
        found = made.find_model(model)
    else:
        from anonfilter.engine import models

        found = models.find(model, instance.setting)
    yield f"{model} {found.version}"
    folder = str(found.path)
    for path in files_below(folder):
        yield os.path.relpath(path, folder)
        yield str(reading.status(path).st_size) if found.spec.package else reading.metadata(path)


def _code(package: str, reading: Reading) -> bytes:
    """Return a digest of the files of a package, since installed code may have been edited.

    The files are read again only if one of them has changed.
    """
    found = find_spec(package)
    if found is None or found.origin is None:
        raise _Undeterminable
    places = found.submodule_search_locations or ()
    names = {path: path[len(place) :] for place in places for path in files_below(place)}
    names = names or {found.origin: ""}
    states = {path: state(reading.status(path)) for path in names}
    known = _digested.get(package)
    if known is not None and known[0] == states:
        return known[1]
    digest = _digest(_contents(names, reading))
    _digested[package] = states, digest
    return digest


def _contents(names: Mapping[str, str], reading: Reading) -> Iterator[str | bytes]:
    """Yield the names and contents of the files of a package; of large files, the metadata."""
    for path, name in names.items():
        yield name
        large = reading.status(path).st_size > _LARGE_CODE  # a model, a list of names
        yield reading.metadata(path) if large else reading.content(path)


def _content(path: str, reading: Reading, tree: Tree) -> Iterator[str | bytes]:
    """Yield the content of a file on the disk, and in the tree that the rules are read from."""
    yield path
    if os.path.lexists(path):
        yield "here"
        yield reading.content(path)
    if tree is not DISK:
        data = tree.read(path)
        yield "stored" if data is not None else "not stored"
        yield data or b""
