"""Find what rules switch off although other parts of them depend on it."""

from __future__ import annotations

from collections.abc import Iterator

from anonfilter.contract.plugin import Casting, EnabledPlugins, Needing, Relying
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of


def gaps(engine: Engine) -> Iterator[str]:
    """Yield a sentence, with its place in the rules, for each part that lacks another."""
    yield from _labels_not_found(engine)
    enabled = _enabled(engine)
    for instance, made in engine.parts():
        if isinstance(made, Relying):
            for lack in made.lacks(enabled):
                yield f"{instance.place}: {instance.name}: {lack}"


def _labels_not_found(engine: Engine) -> Iterator[str]:
    """Yield a sentence for each label that is to be replaced and that no plugin finds.

    Yield none if a detector does not declare what it finds: it may find all of them.
    """
    if not all(isinstance(made, Needing) for made in engine.tools.detectors.values()):
        return
    rules = engine.ruleset
    found = {name for _, made in engine.parts() for name in needs_of(made).labels}
    for name, label in engine.labels.items():
        if label.redact and rules.model.labels[name].sought and name not in found:
            yield (
                f"{rules.node.locate(('labels', name))}: {name}: is to be replaced, but no "
                "enabled plugin finds it (`sought: false` if this is intended)"
            )


def _enabled(engine: Engine) -> EnabledPlugins:
    detectors = {one.name: made for one, made in engine.parts() if one.kind == "detectors"}
    return EnabledPlugins(
        found={name: needs_of(made).labels for name, made in detectors.items()},
        highest={name: getattr(made, "highest", 1.0) for name, made in detectors.items()},
        redacted=frozenset(name for name, label in engine.labels.items() if label.redact),
        has_roles=any(isinstance(made, Casting) for _, made in engine.parts()),
    )
