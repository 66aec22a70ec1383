"""All that a scan depends on besides the file: what a verdict holds for, and no longer.

Whoever leaves something out here lets a leak pass by an old verdict. So where anything has a say
that cannot be told from outside (code of the repository, a plugin that does not say it is pinned,
the network, a corpus that could not be read whole) there is no basis, and no verdict is kept.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from anonfilter import models, trees
from anonfilter.engine import Engine
from anonfilter.errors import AnonfilterError
from anonfilter.hookspecs import Locating
from anonfilter.inputs import state
from anonfilter.report.versions import versions
from anonfilter.rules.named import named_files
from anonfilter.toolbox import needs_of

_OURS = "anonfilter"
_LARGE = 64 << 20  # bytes: of a larger file, it counts how it looks from outside
_CLOCKS = 2_000_000_000  # nanoseconds: as coarse as clocks of file systems are


class _Unknown(Exception):
    """Something has a say that cannot be told."""


def basis(engine: Engine, since: int = sys.maxsize) -> bytes | None:
    """A digest of it. None, if it cannot be told, or if a file that the rules name was written
    after ``since``, when the engine was yet to be made: it may have read another state.

    It is made of what may be personal data: to be kept, it must be keyed.
    """
    digest = blake2b(digest_size=32)
    try:
        for part in _parts(engine, since):
            data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big"))
            digest.update(data)
    except (_Unknown, AnonfilterError, OSError):
        return None
    return digest.digest()


def _parts(engine: Engine, since: int) -> Iterator[str | bytes]:
    rules, options = engine.ruleset, engine.options
    _require_pinned(engine)
    yield json.dumps(
        [sys.version, sys.platform, os.uname().machine, sys.path, sorted(_distributions())]
    )
    yield json.dumps(asdict(versions(engine)), sort_keys=True)
    yield json.dumps(rules.node.plain(), sort_keys=True, default=str)
    yield json.dumps(rules.model.model_dump(mode="json"), sort_keys=True)
    yield json.dumps([sorted(options.only), sorted(options.excepted), options.assume_language])
    yield "" if options.known is None else f"known {options.known.identity}"
    packages = {_OURS}
    for instance, made in engine.parts():
        yield repr(instance.registration)
        packages.add(instance.registration.path.partition(":")[0].partition(".")[0])
        for model in sorted(needs_of(made).models):
            found = made.find_model(model) if isinstance(made, Locating) else models.find(
                model, instance.setting
            )  # fmt: skip
            yield f"{model} {found.version}"
            for path in _files(found.path):  # what is installed has its version
                yield str(path.relative_to(found.path))
                yield str(path.stat().st_size) if found.spec.package else _look(path)
    for package in sorted(packages):
        yield from _code(package)
    for path in (*map(Path, named_files(rules)), *options.rosters):
        yield from _content(path, since)


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


def _code(package: str) -> Iterator[str | bytes]:
    """The files of a package, as they are: somebody may work on it, or have mended it in place."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise _Unknown
    places = [Path(one) for one in found.submodule_search_locations or ()] or [Path(found.origin)]
    for place in places:
        for path in _files(place) if place.is_dir() else [place]:
            yield str(path.relative_to(place))
            yield _saying(path)


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += (Path(place, name) for name in files)
    return sorted(found)


def _saying(path: Path) -> str | bytes:
    return _look(path) if path.stat().st_size > _LARGE else path.read_bytes()


def _look(path: Path) -> str:
    return json.dumps(state(path.stat()))


def _content(path: Path, since: int) -> Iterator[str | bytes]:
    """What a file says, on the disk and where the rules are read from."""
    yield str(path)
    if os.path.lexists(path):
        status = path.stat()
        if max(status.st_mtime_ns, status.st_ctime_ns) > since - _CLOCKS:
            raise _Unknown
        yield "here"
        yield _saying(path)
    if trees.current() is not trees.DISK:
        data = trees.read(path)
        yield "stored" if data is not None else "not stored"
        yield data or b""
