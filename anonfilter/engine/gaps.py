"""Finds plugins that the rules disable although other parts of the rules depend on them."""

from __future__ import annotations

from collections.abc import Iterator

from anonfilter.contract.plugin import (
    DependentPlugin,
    EnabledPlugins,
    PluginWithNeeds,
    RoleResolver,
)
from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.rules import find
from anonfilter.rules.nodes import Node


def find_gaps(engine: Engine) -> Iterator[str]:
    """Yield a sentence, with its place, for each part of the rules that lacks a plugin it needs."""
    yield from _labels_not_found(engine)
    yield from _labels_kept(engine)
    enabled = _enabled(engine)
    # Tests ensure that the shipped rules have no gap.
    has_own_rules = engine.ruleset.origin not in find.shipped()
    for instance, made in engine.parts(deferred=has_own_rules):
        if isinstance(made, DependentPlugin):
            for lack in made.lacks(enabled):
                yield f"{instance.place}: {instance.name}: {lack}"


def _labels_not_found(engine: Engine) -> Iterator[str]:
    """Yield a sentence for labels that are to be replaced but never found, one for each place.

    The place is that of the label. If the user's rules disable detectors, the place is that of the
    disabled detectors, and labels that other detectors find only in special places count as well.
    Yield nothing if a detector does not declare its labels, since it may find all of them.
    """
    if not all(isinstance(made, PluginWithNeeds) for made in engine.tools.detectors.values()):
        return
    rules, disabled = engine.ruleset, _disabled(engine)
    needs = [needs_of(made) for _, made in engine.parts()]
    found = frozenset[str]().union(*(each.labels for each in needs))
    anywhere = frozenset[str]().union(*(each.labels - each.partial for each in needs))
    nowhere: dict[str, list[str]] = {}
    partly: list[str] = []
    for name, label in engine.labels.items():
        if not (label.redact and rules.model.labels[name].sought):
            continue
        if name not in found:
            place = disabled or str(rules.node.locate(("labels", name)))
            nowhere.setdefault(place, []).append(name)
        elif disabled and name not in anywhere:
            partly.append(name)
    for place, names in nowhere.items():
        yield f"{place}: {_to_be_replaced(names)}, but no enabled plugin finds {_UNSOUGHT}"
    if partly:
        yield (
            f"{disabled}: {_to_be_replaced(partly)}, but enabled plugins find them only in special "
            "places, not in all text (`sought: false` if this is intended)"
        )


_UNSOUGHT = "it (`sought: false` if this is intended)"


def _to_be_replaced(names: list[str]) -> str:
    return f"{', '.join(names)}: {'is' if len(names) == 1 else 'each is'} to be replaced"


def _labels_kept(engine: Engine) -> Iterator[str]:
    """Yield a sentence for each label that the user's detectors find and the base rules keep."""
    rules = engine.ruleset
    own = find.display(rules.origin)
    for written in _written_labels(rules.node.value["detectors"]):
        label = rules.labels.get(str(written.value))
        if written.place.file != own or label is None or label.redact:
            continue
        name = label.name
        if rules.node.locate(("labels", name, "redact")).file != own:
            yield (
                f"{written.place}: {name}: is found here and not replaced "
                f"(`labels: {{{name}: {{redact: true}}}}` replaces it, `redact: false` keeps it)"
            )


def _written_labels(node: Node) -> Iterator[Node]:
    """Yield the value of each key ``label`` in a part of the rules."""
    children = node.value.items() if isinstance(node.value, dict) else ()
    for key, child in children:
        if key == "label" and isinstance(child.value, str):
            yield child
        yield from _written_labels(child)
    for child in node.value if isinstance(node.value, list) else ():
        yield from _written_labels(child)


def _disabled(engine: Engine) -> str:
    """Return the places of detectors that the user's own rules disable; "" if there are none."""
    rules = engine.ruleset
    entries = zip(rules.node.value["detectors"].value, rules.model.detectors, strict=True)
    places = [entry.locate(("enabled",)) for entry, use in entries if not use.enabled]
    return ", ".join(str(place) for place in places if place.file == find.display(rules.origin))


def _enabled(engine: Engine) -> EnabledPlugins:
    detectors = {use.name: made for use, made in engine.parts() if use.kind == "detectors"}
    return EnabledPlugins(
        found={name: needs_of(made).labels for name, made in detectors.items()},
        highest={name: getattr(made, "highest", 1.0) for name, made in detectors.items()},
        redacted=frozenset(name for name, label in engine.labels.items() if label.redact),
        has_roles=any(isinstance(made, RoleResolver) for _, made in engine.parts()),
    )
