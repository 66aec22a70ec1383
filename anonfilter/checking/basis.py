"""Digest of all that a scan depends on besides the file; a cached verdict holds for one basis.

Anything left out here could let a leak pass by an old verdict. So where a scan depends on what
cannot be digested (code of the repository, a plugin that does not declare itself pinned, the
network, a corpus that could not be read completely) there is no basis, and no verdict is cached.
`sync` reads the files that rules name in the same way (`Reading`); the rest of what it depends on
is in `anonfilter.syncing.basis`.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from importlib.util import find_spec

from anonfilter_plugins.shared import models

from anonfilter.checking.named_files import files_below, named_files
from anonfilter.contract.plugin import Locating, Plugin
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import AnonfilterError
from anonfilter.files.read import State, look, state
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.reports.versions import versions
from anonfilter.rules import Instance

_OURS = "anonfilter"
_LARGE_CODE = 1 << 20  # bytes
_LARGE = 64 << 20  # bytes: larger files count by their metadata
_LOADED = time.time_ns()  # code changed after this is not the code that runs
_CLOCKS = 2_000_000_000  # nanoseconds: file systems' clocks are coarse, and starting takes time


_digested: dict[str, tuple[Mapping[str, State], bytes]] = {}  # of packages


def code_is_current() -> None:
    """Take note that all code is now as it was loaded, however long ago that was."""
    global _LOADED
    _LOADED = time.time_ns()


class _Undeterminable(Exception):
    """The scan depends on something that cannot be digested."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The digest, and the states of the files that it was made from.

    It is made from personal data, among other things: before it is stored, it must be keyed.
    """

    digest: bytes = field(repr=False)
    states: Mapping[str, State]

    @classmethod
    def of(cls, engine: Engine, since: int) -> Basis | None:
        """None if it cannot be determined, or if a file was written after ``since``, a time before
        the engine was made: the engine may have read another state of the file."""
        reading = Reading(since)
        digest = blake2b(digest_size=32)
        try:
            for part in _parts(engine, reading):
                _add(digest, part)
        except (_Undeterminable, AnonfilterError, OSError):
            return None
        return cls(digest.digest(), reading.states)

    def holds(self) -> bool:
        """Whether no file has changed."""
        return all(look(path) == before for path, before in self.states.items())


class Reading:
    """Reads files and keeps their states. With ``since``, files written after it, and special
    files, are undeterminable."""

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
        """The bytes of a file; the metadata of a large one."""
        if self.status(path).st_size > _LARGE:
            return self.metadata(path)
        with open(path, "rb") as file:
            return file.read()

    def metadata(self, path: str) -> str:
        return json.dumps(state(self.status(path)))


def _add(digest: blake2b, part: str | bytes) -> None:
    data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
    digest.update(len(data).to_bytes(8, "big"))
    digest.update(data)


def _parts(engine: Engine, reading: Reading) -> Iterator[str | bytes]:
    rules, options = engine.ruleset, engine.options
    _require_pinned(engine)
    yield json.dumps(
        [sys.version, sys.platform, os.uname().machine, sys.path, sorted(_distributions())]
    )
    yield json.dumps(asdict(versions(engine)), sort_keys=True)
    yield json.dumps(rules.full.plain(), sort_keys=True, default=str)
    yield json.dumps(rules.model.model_dump(mode="json"), sort_keys=True)
    yield json.dumps([sorted(options.only), sorted(options.excepted), options.assume_language])
    yield "" if options.known is None else f"known {options.known.identity}"
    packages = {_OURS}
    for instance, made in engine.parts():
        yield repr(instance.registration)
        packages.add(instance.registration.path.partition(":")[0].partition(".")[0])
        for model in sorted(needs_of(made).models):
            yield from _model(model, instance, made, reading)
    for package in sorted(packages):
        yield _code(package, reading)
    for path in (*named_files(rules), *map(str, options.rosters)):
        yield from _content(path, reading, rules.tree)


def _require_pinned(engine: Engine) -> None:
    known = engine.options.known
    if engine.uses_network or engine.ruleset.model.plugins:
        raise _Undeterminable
    if known is not None and not known.identity:
        raise _Undeterminable
    for instance, made in engine.parts():
        if instance.registration.distribution != _OURS and not needs_of(made).pinned:
            raise _Undeterminable


def _distributions() -> Iterator[str]:
    """All installed distributions with their versions: plugins may import any of them."""
    for folder in filter(os.path.isdir, sys.path):
        with os.scandir(folder) as entries:
            yield from (one.name for one in entries if one.name.endswith((".dist-info", "-info")))


def _model(model: str, instance: Instance, made: Plugin, reading: Reading) -> Iterator[str | bytes]:
    """A model's version and files; the version of an installed package stands for its contents."""
    if isinstance(made, Locating):
        found = made.find_model(model)
    else:
        found = models.find(model, instance.setting)
    yield f"{model} {found.version}"
    folder = str(found.path)
    for path in files_below(folder):
        yield os.path.relpath(path, folder)
        yield str(reading.status(path).st_size) if found.spec.package else reading.metadata(path)


def _code(package: str, reading: Reading) -> bytes:
    """A digest of the files of a package: installed code may have been edited in place. They are
    read again if one of them is not as it was."""
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
    digest = blake2b(digest_size=32)
    for path, name in names.items():
        large = reading.status(path).st_size > _LARGE_CODE  # a model, a list of names
        content = reading.metadata(path) if large else reading.content(path)
        _add(digest, name)
        _add(digest, content)
    _digested[package] = states, digest.digest()
    return digest.digest()


def _content(path: str, reading: Reading, tree: Tree) -> Iterator[str | bytes]:
    """The content of a file, on the disk and in the tree that the rules are read from."""
    yield path
    if os.path.lexists(path):
        yield "here"
        yield reading.content(path)
    if tree is not DISK:
        data = tree.read(path)
        yield "stored" if data is not None else "not stored"
        yield data or b""
