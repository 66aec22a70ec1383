"""Collects the versions of rules, models and code on which results depend."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from anonfilter import __version__
from anonfilter.contract.result_versions import Versions
from anonfilter.engine.toolbox import needs_of

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine
    from anonfilter.rules import Ruleset

# Settings with words from texts of users, which may be names.
_WORDS = frozenset({"terms", "deny_list", "examples", "counterexamples", "context_hints"})
_PATTERNS = frozenset({"pattern", "patterns", "regex"})
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)")
_OF_EXTRA = re.compile(r";.*\bextra *== *[\"']([^\"']+)")


@lru_cache(maxsize=1)  # a check asks for them twice
def versions(engine: Engine) -> Versions:
    """Return the versions of all that an engine uses, without loading a model."""
    rules = engine.ruleset
    distributions = {"anonfilter": __version__}
    models, extras = set[str](), {""}
    for _, made in engine.parts():
        models.update(needs_of(made).models)
        extras.add(needs_of(made).extra)
    for instances in rules.instances.values():
        for used in (instance.registration for instance in instances):
            distributions[used.distribution] = used.version
    required = {
        name: version
        for distribution in distributions
        for name, version in _required(distribution, frozenset(extras))
    }
    return Versions(
        anonfilter=__version__,
        ruleset=rules.model.name or rules.files[0].rpartition("/")[2].removesuffix(".yaml"),
        ruleset_version=rules.model.version,
        ruleset_digest=published_digest(rules),
        models=tuple(sorted(models)),
        plugins=dict(sorted((required | distributions).items())),
        file=os.path.basename(rules.origin) if os.path.isfile(rules.origin) else "",
    )


def ruleset_of(engine: Engine) -> dict[str, str]:
    """Return the version of anonfilter, and the name and digest of the ruleset, for JSON output."""
    found = versions(engine)
    return {"anonfilter": found.anonfilter, "ruleset": found.ruleset, "digest": found.digest}


def published_digest(rules: Ruleset) -> str:
    """Return a digest of the merged rules that can be published.

    It depends on the lengths of word lists and not on their words, so that it cannot confirm a
    guess of a name.
    """
    return _digest(_without_words(rules.in_full()))


def published_rules(rules: Ruleset) -> Any:
    """Return the merged rules without words, patterns and descriptions, which may name people."""
    plain = _without_words(rules.node.plain(), _WORDS | _PATTERNS)
    return {key: value for key, value in plain.items() if key != "description"}


def full_digest(rules: Ruleset) -> str:
    """Return a digest of the merged rules with all words, which must stay on this machine."""
    return _digest(rules.in_full())


def _digest(plain: Mapping[str, Any]) -> str:
    """Return a digest of rules without their keys `description` and `extends`."""
    in_force = {k: value for k, value in plain.items() if k not in ("extends", "description")}
    text = json.dumps(in_force, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _without_words(value: Any, words: frozenset[str] = _WORDS) -> Any:
    """Return rules in which each setting with words is replaced by the number of these words."""
    if isinstance(value, dict):
        return {
            key: (len(inner) if isinstance(inner, list | dict) else 1)
            if key in words
            else _without_words(inner, words)
            for key, inner in value.items()
        }
    return [_without_words(item, words) for item in value] if isinstance(value, list) else value


@cache
def _required(distribution: str, extras: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return the installed versions of the requirements of a distribution and its extras."""
    try:
        requirements = metadata.requires(distribution) or []
    except metadata.PackageNotFoundError:
        return ()
    found = []
    for requirement in requirements:
        named, extra = _REQUIREMENT.match(requirement), _OF_EXTRA.search(requirement)
        if named and (extra[1] if extra else "") in extras:
            try:
                found.append((named[1].lower(), metadata.version(named[1])))
            except metadata.PackageNotFoundError:
                continue
    return tuple(found)
