"""All that a scan depends on besides the file: what a verdict holds for, and no longer.

What is left out here lets a leak pass by an old verdict. So where anything has a say that cannot
be told from outside (code of the repository, a plugin that does not say it is pinned, the network,
a corpus that could not be read whole) there is no basis, and no verdict is kept. `sync` reads what
rules name in the same way (`Reading`); what else it goes by is in `anonfilter.syncing.basis`.
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
_LARGE = 64 << 20  # bytes: of a larger file, it counts how it looks from outside
_LOADED = time.time_ns()  # our code was not changed since, or what runs is not what is there
_CLOCKS = 2_000_000_000  # nanoseconds: as coarse as clocks of file systems are, and a start


class _Unknown(Exception):
    """Something has a say that cannot be told."""


@dataclass(frozen=True, slots=True)
class Basis:
    """A digest of it, and how the files looked that it was made of.

    It is made of what may be personal data: to be kept, it must be keyed.
    """

    digest: bytes = field(repr=False)
    looks: Mapping[str, State]

    @classmethod
    def of(cls, engine: Engine, since: int) -> Basis | None:
        """None, if it cannot be told, or if a file was written after ``since``, when the engine
        was yet to be made: what it has read may be another state of the file."""
        reading = Reading(since)
        digest = blake2b(digest_size=32)
        try:
            for part in _parts(engine, reading):
                data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
                digest.update(len(data).to_bytes(8, "big"))
                digest.update(data)
        except (_Unknown, AnonfilterError, OSError):
            return None
        return cls(digest.digest(), reading.looks)

    def holds(self) -> bool:
        """Whether all files are as they were."""
        return all(look(path) == before for path, before in self.looks.items())


class Reading:
    """Reads files, and remembers how they looked. What was written after ``since``, or is no
    plain file, cannot be told; without ``since`` it is taken as it is."""

    def __init__(self, since: int | None = None) -> None:
        self.looks: dict[str, State] = {}
        self._since = None if since is None else min(since, _LOADED)

    def look(self, path: str) -> os.stat_result:
        status = os.stat(path)
        newest = max(status.st_mtime_ns, status.st_ctime_ns)
        if self._since is not None and (
            newest > self._since - _CLOCKS or not stat.S_ISREG(status.st_mode)
        ):
            raise _Unknown
        self.looks[path] = state(status)
        return status

    def said(self, path: str) -> str | bytes:
        if self.look(path).st_size > _LARGE:
            return self.told(path)
        with open(path, "rb") as file:
            return file.read()

    def told(self, path: str) -> str:
        """What can be seen from outside, in place of what it says."""
        return json.dumps(state(self.look(path)))


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
        yield from _code(package, reading)
    for path in (*named_files(rules), *map(str, options.rosters)):
        yield from _content(path, reading, rules.tree)


def _require_pinned(engine: Engine) -> None:
    known = engine.options.known
    if engine.uses_network or engine.ruleset.model.plugins:
        raise _Unknown
    if known is not None and not known.identity:
        raise _Unknown
    for instance, made in engine.parts():
        if instance.registration.distribution != _OURS and not needs_of(made).pinned:
            raise _Unknown


def _distributions() -> Iterator[str]:
    """All that is installed, with its version: whatever others import is among them."""
    for folder in filter(os.path.isdir, sys.path):
        with os.scandir(folder) as entries:
            yield from (one.name for one in entries if one.name.endswith((".dist-info", "-info")))


def _model(model: str, instance: Instance, made: Plugin, reading: Reading) -> Iterator[str | bytes]:
    """Which one it is, and where; of one that is installed, its version tells what is in it."""
    if isinstance(made, Locating):
        found = made.find_model(model)
    else:
        found = models.find(model, instance.setting)
    yield f"{model} {found.version}"
    folder = str(found.path)
    for path in files_below(folder):
        yield os.path.relpath(path, folder)
        yield str(reading.look(path).st_size) if found.spec.package else reading.told(path)


def _code(package: str, reading: Reading) -> Iterator[str | bytes]:
    """The files of a package, as they are: somebody may work on it, or have mended it in place."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise _Unknown
    for place in found.submodule_search_locations or ():
        for path in files_below(place):
            yield path[len(place) :]
            large = reading.look(path).st_size > _LARGE_CODE  # a model, a list of names
            yield reading.told(path) if large else reading.said(path)
    if not found.submodule_search_locations:
        yield reading.said(found.origin)


def _content(path: str, reading: Reading, tree: Tree) -> Iterator[str | bytes]:
    """What a file says, on the disk and where the rules are read from."""
    yield path
    if os.path.lexists(path):
        yield "here"
        yield reading.said(path)
    if tree is not DISK:
        data = tree.read(path)
        yield "stored" if data is not None else "not stored"
        yield data or b""
