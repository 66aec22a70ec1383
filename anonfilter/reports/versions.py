"""What a result depends on: the rules, the models they name, and the code that ran."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING

from anonfilter import __version__
from anonfilter.contract.report import Versions
from anonfilter.engine.toolbox import needs_of

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?!.*;.*\bextra\b)")


def versions(engine: Engine) -> Versions:
    """The versions behind an engine; nothing is loaded for it."""
    rules = engine.ruleset
    distributions = {"anonfilter": __version__}
    models = set[str]()
    for instance, made in engine.parts():
        models.update(needs_of(made).models)
        used = instance.registration
        distributions[used.distribution] = used.version
    required = {name: version for dist in distributions for name, version in _required(dist)}
    return Versions(
        anonfilter=__version__,
        ruleset=rules.model.name or rules.files[0].rpartition("/")[2].removesuffix(".yaml"),
        ruleset_version=rules.model.version,
        ruleset_digest=rules.digest,
        models=tuple(sorted(models)),
        plugins=dict(sorted((required | distributions).items())),
        file=os.path.basename(rules.origin) if os.path.isfile(rules.origin) else "",
    )


@cache
def _required(distribution: str) -> tuple[tuple[str, str], ...]:
    """The installed versions of what a distribution always requires."""
    try:
        requirements = metadata.requires(distribution) or []
    except metadata.PackageNotFoundError:
        return ()
    found = []
    for requirement in requirements:
        named = _REQUIREMENT.match(requirement)
        if named:
            try:
                found.append((named[1].lower(), metadata.version(named[1])))
            except metadata.PackageNotFoundError:
                continue
    return tuple(found)
