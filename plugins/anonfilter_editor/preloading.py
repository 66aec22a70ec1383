"""Load modules, models and word lists before a command needs them."""

from __future__ import annotations

import importlib
import pkgutil
import time

import anonfilter
from anonfilter.cache.basis import CacheKeyInputs
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import is_forkable
from anonfilter.errors import AnonfilterError
from anonfilter.reports.versions import versions
from anonfilter.rules import load_ruleset
from anonfilter.selection.globs import Globs

# Libraries that our code imports when it first uses them.
_LIBRARIES = (
    "cryptography.hazmat.primitives.ciphers.aead",
    "cryptography.hazmat.primitives.kdf.hkdf",
    "filelock",
)
_NOT_OURS = ("anonfilter.__main__", "anonfilter_editor.language_server")
# Invented people, with the kinds of identifiers that detectors and resolvers look for.
_SAMPLE = (
    "Interviewer: When did you move to Milwaukee, Mrs. Okafor?\n\n"
    "Adaeze Okafor: In March 1987, I think, when I was thirty four. My number was 414 555 0137, "
    "and my son Emeka, who works for Brandt and Sons, lives at 12 Lakeshore Road.\n\n"
    "Interviewer: so you and emeka, adaeze, went by the name of O K A F O R. Write to "
    "d.brandt@lakeshore.example about case 21-CV-1234.\n"
)


def warm(rules: tuple[str, ...]) -> tuple[list[Engine], list[AnonfilterError]]:
    """Return engines for these rules, or for the rules of this folder, and errors of invalid rules.

    Plugins of a repository are not loaded: modules that they import could change unnoticed.
    """
    engines, errors = [], []
    for name in rules or (None,):
        try:
            engine = Engine(load_ruleset(name))
            prepare(engine)
            versions(engine)
            _ = CacheKeyInputs(engine, time.time_ns()).whole  # digests the code
        except AnonfilterError as error:
            errors.append(error)
        else:
            engines.append(engine)
    return engines, errors


def prepare(engine: Engine) -> None:
    """Load the models that forks can share, and use each model once.

    If a model cannot be forked, no model is used: a fork would wait for ever.
    """
    engine.load(to_fork=True)
    for _ in engine.parts(deferred=True):
        continue  # imports and makes each plugin
    _ = "sample.txt" in Globs(engine.ruleset)  # compiles them
    if all(is_forkable(made) for _, made in engine.parts()):
        engine.redact(engine.read_document(_SAMPLE.encode(), "sample.txt"))


def modules() -> None:
    """Import all modules of anonfilter, and the libraries that they import late."""
    for found in pkgutil.walk_packages(anonfilter.__path__, "anonfilter."):
        if found.name not in _NOT_OURS:
            importlib.import_module(found.name)
    for name in _LIBRARIES:
        importlib.import_module(name)
