"""Find what rules switch off although other parts of them depend on it."""

from __future__ import annotations

from collections.abc import Iterator

from anonfilter.contract.plugin import Casting, Company, Needing, Relying
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of


def gaps(engine: Engine) -> Iterator[str]:
    """Yield a sentence, with its place in the rules, for each part that lacks another."""
    yield from _labels_not_found(engine)
    company = _company(engine)
    for instance, made in engine.parts():
        if isinstance(made, Relying):
            for lack in made.lacks(company):
                yield f"{instance.place}: {instance.name}: {lack}"


def _labels_not_found(engine: Engine) -> Iterator[str]:
    """Labels that are to be replaced and that no plugin finds.

    Nothing is known of them if a detector does not say what it finds.
    """
    if not all(isinstance(made, Needing) for made in engine.tools.detectors.values()):
        return
    rules = engine.ruleset
    found = {name for _, made in engine.parts() for name in needs_of(made).labels}
    for name, label in engine.labels.items():
        if label.redact and rules.model.labels[name].sought and name not in found:
            yield (
                f"{rules.node.locate(('labels', name))}: {name}: is to be replaced, and nothing "
                "that is enabled finds it (`sought: false` says that this is meant)"
            )


def _company(engine: Engine) -> Company:
    detectors = {one.name: made for one, made in engine.parts() if one.kind == "detectors"}
    return Company(
        found={name: needs_of(made).labels for name, made in detectors.items()},
        highest={name: getattr(made, "highest", 1.0) for name, made in detectors.items()},
        redacted=frozenset(name for name, label in engine.labels.items() if label.redact),
        has_roles=any(isinstance(made, Casting) for _, made in engine.parts()),
    )
