"""Digests of everything besides the file that a result depends on, for caching.

A scan has a basis, and each detector has its own, because rules may change that it does not read. A
dependency that is missing here could let a leak pass by an old result. So if a result depends on
something that cannot be digested (code of the repository, a plugin that does not declare itself
pinned, the network, a corpus that could not be read completely), there is no basis, and nothing is
cached. `sync` reads the files that rules name in the same way (`Reading`); its other dependencies
are in `anonfilter_repository.sync.basis`.
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

from anonfilter.cache.named_files import NamedFiles, files_below
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import ModelLocator, Plugin, RoleUser, RosterReader
from anonfilter.contract.registry import LOCAL, OWN_DISTRIBUTION, installed
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import AnonfilterError
from anonfilter.files.read import State, look, state
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.reports.versions import versions
from anonfilter.rules import Instance
from anonfilter.text.values import hide_values

_LARGE_CODE = 1 << 20  # bytes
_LARGE = 64 << 20  # bytes: larger files count by their metadata
_LOADED = time.time_ns()  # code changed after this is not the code that runs
_CLOCKS = 2_000_000_000  # nanoseconds: file systems' clocks are coarse, and starting takes time


_digested: dict[str, tuple[Mapping[str, State], bytes]] = {}  # of packages


def code_is_current() -> None:
    """Record that all code on the disk is now as it was loaded, however long ago that was."""
    global _LOADED
    _LOADED = time.time_ns()


class _Undeterminable(Exception):
    """The scan depends on something that cannot be digested."""


@hide_values
@dataclass(frozen=True, slots=True)
class Basis:
    """A digest, and the states of the files that it was made from.

    It is made from personal data, among other things, so it must be keyed before it is stored.
    """

    digest: bytes = field(repr=False)
    states: Mapping[str, State]

    def holds(self) -> bool:
        """Return True if no file has changed."""
        return all(look(path) == before for path, before in self.states.items())


class Reading:
    """A reader of files that records their states.

    With ``since``, files written after that time, and special files, cannot be digested.
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
        """Return the bytes of a file; for a large file, its metadata."""
        if self.status(path).st_size > _LARGE:
            return self.metadata(path)
        with open(path, "rb") as file:
            return file.read()

    def metadata(self, path: str) -> str:
        return json.dumps(state(self.status(path)))


class CacheKeyInputs:
    """All inputs on which an engine's results depend, read on demand, each package once.

    There is no basis if a file was written after ``since``, a time before the engine was made: the
    engine may have read another state of the file.
    """

    def __init__(self, engine: Engine, since: int) -> None:
        self._engine = engine
        self._reading = Reading(since)
        self._digests: dict[str, bytes] = {}
        self._named = NamedFiles(engine.ruleset)

    @cached_property
    def whole(self) -> Basis | None:
        """Return the basis of a scan or a filtered file; None if it cannot be determined."""
        return self._basis(self._of_all())

    def detector(self, instance: Instance, made: Plugin) -> Basis | None:
        """Return the basis of a detector's findings; None if it cannot be determined."""
        return self._basis(self._of_detector(instance, made))

    def _basis(self, parts: Iterable[str | bytes]) -> Basis | None:
        try:
            return Basis(_digest(parts), self._reading.states)
        except (_Undeterminable, AnonfilterError, OSError):
            return None

    def _of_all(self) -> Iterator[str | bytes]:
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
                # our own deferred plugins need no model, so their code alone counts
                own = (
                    instance.is_deferred and instance.registration.distribution == OWN_DISTRIBUTION
                )
                yield from self._of_plugin(instance, None if own else engine.tools.made(instance))
        for path in (*self._named.all(), *map(str, options.rosters)):
            yield from _content(path, self._reading, rules.tree)

    def _of_detector(self, instance: Instance, made: Plugin) -> Iterator[str | bytes]:
        """Yield the inputs of a detector: its settings, all labels, names of other detectors."""
        engine, setting = self._engine, instance.setting
        if isinstance(made, RoleUser):  # it reads the roles that resolvers name
            raise _Undeterminable
        yield json.dumps(instance.settings.plain(), sort_keys=True, default=str)
        assert instance.config is not None  # only formats and recognisers are deferred
        yield json.dumps(instance.config.model_dump(mode="json"), sort_keys=True)
        yield json.dumps([setting.name, setting.language, setting.precedence, setting.trusted])
        yield json.dumps([str(setting.folder), engine.ruleset.model.people.keep])
        yield json.dumps([asdict(label) for label in engine.labels.values()])
        yield from self._of_plugin(instance, made)
        rosters = engine.options.rosters if isinstance(made, RosterReader) else ()
        for path in (*self._named.of(instance), *map(str, rosters)):
            yield from _content(path, self._reading, engine.ruleset.tree)

    def _of_plugin(self, instance: Instance, made: Plugin | None) -> Iterator[str | bytes]:
        used, needs = instance.registration, Needs() if made is None else needs_of(made)
        pinned = used.distribution == OWN_DISTRIBUTION or needs.pinned
        if needs.network or not pinned or used.distribution == LOCAL:
            raise _Undeterminable
        yield json.dumps(asdict(used), sort_keys=True)
        if made is not None:
            for model in sorted(needs.models):
                yield from _model(model, instance, made, self._reading)
        for package in sorted({*_our_packages(), used.package}):
            yield self._once(package)

    def _once(self, package: str) -> bytes:
        """Return the digest of a package's code and of its dependencies."""
        if package not in self._digests:
            self._digests[package] = _digest((_platform(), _code(package, self._reading)))
        return self._digests[package]


def _our_packages() -> set[str]:
    """Return the packages of anonfilter: features may use one another's results."""
    ours = (entry for entry in installed() if entry.distribution == OWN_DISTRIBUTION)
    return {OWN_DISTRIBUTION, *(entry.package for entry in ours)}


def _digest(parts: Iterable[str | bytes]) -> bytes:
    digest = blake2b(digest_size=32)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.digest()


def _platform() -> str:
    machine = os.uname().machine
    return json.dumps([sys.version, sys.platform, machine, sys.path, sorted(_distributions())])


def _distributions() -> Iterator[str]:
    """Yield all installed distributions with their versions: plugins may import any of them."""
    for folder in filter(os.path.isdir, sys.path):
        with os.scandir(folder) as entries:
            yield from (one.name for one in entries if one.name.endswith((".dist-info", "-info")))


def _model(model: str, instance: Instance, made: Plugin, reading: Reading) -> Iterator[str | bytes]:
    """Yield a model's version and files; for an installed package, the version is enough."""
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
    """Return a digest of the files of a package: installed code may have been edited in place.

    Files are read again if one of them has changed.
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
    """Yield the files of a package, by their names in it."""
    for path, name in names.items():
        yield name
        large = reading.status(path).st_size > _LARGE_CODE  # a model, a list of names
        yield reading.metadata(path) if large else reading.content(path)


def _content(path: str, reading: Reading, tree: Tree) -> Iterator[str | bytes]:
    """Yield the content of a file, on the disk and in the tree that the rules are read from."""
    yield path
    if os.path.lexists(path):
        yield "here"
        yield reading.content(path)
    if tree is not DISK:
        data = tree.read(path)
        yield "stored" if data is not None else "not stored"
        yield data or b""
