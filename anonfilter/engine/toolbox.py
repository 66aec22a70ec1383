"""Makes the plugins of a ruleset and checks that they fit the rules."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from anonfilter.containers.declarations import DEFAULT_READING, ReadingOptions
from anonfilter.containers.formats import FormatEntry, Formats
from anonfilter.contract.document import Change, Document, Label, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import (
    Detector,
    Format,
    ModelLoader,
    Plugin,
    PluginWithNeeds,
    Resolver,
    RoleResolver,
    RoleUser,
    RosterReader,
    Tagger,
)
from anonfilter.contract.registry import LOCAL
from anonfilter.contract.tags import TagGrammar
from anonfilter.engine import offline
from anonfilter.errors import PluginError, RulesError, did_you_mean
from anonfilter.rules import Instance, Ruleset, find
from anonfilter.rules.merge import CHAINS

SHARES_MODELS = sys.platform == "linux"
"""Elsewhere, libraries of the system must not be used in a fork of a process that has used them."""


@contextmanager
def name_missing_extra(instance: Instance, made: Plugin) -> Iterator[None]:
    """Turn the import error of a missing library into an error that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        wanted = f"{instance.registration.distribution}[{needs_of(made).extra}]".removesuffix("[]")
        raise PluginError(
            f"{instance.name} needs {error.name!r}, which is not installed",
            where=str(instance.place),
            hint=f"Install it: python -m pip install '{wanted}'" if wanted != LOCAL else "",
        ) from error


def needs_of(made: Plugin) -> Needs:
    """Return the requirements of a plugin; an empty ``Needs`` if it declares none."""
    return made.needs() if isinstance(made, PluginWithNeeds) else Needs()


def add_roster_detector(ruleset: Ruleset) -> Ruleset:
    """Return a ruleset with a detector that reads rosters; add one if there is none."""
    used = (instance.registration.load() for instance in ruleset.instances["detectors"])
    has_one = any(hasattr(plugin, "read_roster") for plugin in used)
    return ruleset if has_one else ruleset.with_detector("roster")


def is_forkable(made: object) -> bool:
    """Return True if a fork of this process can use a plugin with its loaded models."""
    return not isinstance(made, ModelLoader) or (SHARES_MODELS and getattr(made, "forkable", False))


def _check_suffixes(instance: Instance, made: Any) -> None:
    """Refuse a deferred format that reads other suffixes than its plugin states."""
    stated = instance.registration.suffixes
    if instance.is_deferred and stated and set(stated) != set(made.suffixes):
        raise PluginError(
            f"the format {instance.name} reads {' '.join(made.suffixes) or 'all other files'}, and "
            f"its plugin registers it for {' '.join(stated)}",
            hint="Register the suffixes that the class has.",
        )


class Toolbox:
    """The plugins of a ruleset; ``load`` loads their models.

    Plugins that are registered as deferred are imported and made when a run needs them.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        labels: Mapping[str, Label],
        rosters: Iterable[Path] = (),
        reading: ReadingOptions = DEFAULT_READING,
    ) -> None:
        self._ruleset = ruleset
        self._labels = labels
        self._made: dict[str, dict[str, Any]] = {chain: {} for chain in CHAINS}
        for chain in CHAINS:
            for instance in ruleset.instances[chain]:
                if not instance.is_deferred:
                    self.made(instance)
        entries = [self._entry(instance) for instance in ruleset.instances["formats"]]
        self.formats = Formats(entries, ruleset.model.formats, reading)
        self._check_whole()
        self._check_asked()
        self.kept_roles = self._kept_roles()
        self._read_rosters(rosters)
        self.uses_network = any(needs_of(made).network for _, made in self.parts())
        self.grammar = TagGrammar(
            (
                template
                for label in labels.values()
                if label.tag in self.taggers
                for template in self.taggers[label.tag].templates(label)
            ),
            derived=ruleset.model.scope == "corpus",
        )
        self._loaded = dict[tuple[str, str], bool]()

    @property
    def detectors(self) -> Mapping[str, Detector]:
        return self._made["detectors"]

    @cached_property
    def certain(self) -> frozenset[str]:
        """The names of detectors whose spans no resolver can drop."""
        return frozenset(
            name for name, made in self.detectors.items() if getattr(made, "certain", False)
        )

    @cached_property
    def resolvers(self) -> Mapping[str, Resolver]:
        """All resolvers in the order of the rules; this makes the deferred ones."""
        return {
            instance.name: cast(Resolver, self.made(instance))
            for instance in self._ruleset.instances["resolvers"]
        }

    def resolve(
        self, document: Document, found: Sequence[Span], started: Callable[[str], None]
    ) -> tuple[Sequence[Span], list[Change]]:
        """Apply the resolvers in turn; return the resulting spans and all changes.

        A deferred resolver is made only if the text matches its pattern ``only_if``, and, unless it
        ``finds`` spans, if there are spans when its turn comes, or surnames from other parts of a
        long file. ``started`` is called with the name of each resolver.
        """
        changes: list[Change] = []
        for instance in self._ruleset.instances["resolvers"]:
            own = instance.registration
            may_work = own.finds or found or document.source.surnames
            has_work = may_work and re.search(own.only_if, document.prose)
            if has_work or not instance.is_deferred:
                started(instance.name)
                resolver = cast(Resolver, self.made(instance))
                found, made = resolver.resolve(document, found)
                changes += (replace(change, resolver=instance.name) for change in made)
        return found, changes

    @cached_property
    def excluding(self) -> Mapping[str, Resolver]:
        """The resolvers that drop spans by their text, known originals included."""
        return {
            name: made for name, made in self.resolvers.items() if getattr(made, "excludes", False)
        }

    @property
    def taggers(self) -> Mapping[str, Tagger]:
        return self._made["taggers"]

    def parts(self, *, deferred: bool = False) -> Iterator[tuple[Instance, Plugin]]:
        """Yield each plugin of the ruleset and its object, in the order of the rules.

        With ``deferred``, include the plugins that are made only when a run needs them.
        """
        for chain in CHAINS:
            for instance in self._ruleset.instances[chain]:
                if deferred or not instance.is_deferred:
                    yield instance, self.made(instance)

    def made(self, instance: Instance) -> Plugin:
        """Return the object of a plugin; make it when it is first asked for."""
        made = self._made[instance.kind]
        if instance.name not in made:
            setting = replace(
                instance.setting, labels=self._labels, kept_roles=self._ruleset.model.people.keep
            )
            made[instance.name] = replace(instance, setting=setting).make()
            self._check_needs(instance, needs_of(made[instance.name]))
            _check_suffixes(instance, made[instance.name])
        return cast(Plugin, made[instance.name])

    def require_libraries(self) -> None:
        """Raise one error that names all missing libraries of the plugins."""
        names: list[str] = []
        extras: dict[str, list[str]] = {}
        for instance, made in self.parts():
            needs = needs_of(made)
            if any(find_spec(library) is None for library in needs.libraries):
                names.append(instance.name)
                extras.setdefault(instance.registration.distribution, []).append(needs.extra)
        if names:
            wanted = (f"'{name}[{','.join(sorted({*own}))}]'" for name, own in extras.items())
            raise PluginError(
                f"these rules use {', '.join(names)}, and the libraries for that are not installed",
                where=find.display(self._ruleset.origin),
                hint=f"Install them: python -m pip install {' '.join(wanted)}",
            )

    def load(self, detectors: Collection[str] | None = None, *, to_fork: bool = False) -> bool:
        """Load the models of all plugins, each once.

        ``detectors`` names the detectors to load; None loads all. With ``to_fork``, load only what
        forks of this process can use. Return True if forks can use all that is loaded.
        """
        for instance, made in self.parts():
            key = instance.kind, instance.name
            wanted = detectors is None or instance.kind != "detectors" or instance.name in detectors
            if not wanted or key in self._loaded or not isinstance(made, ModelLoader):
                continue
            if is_forkable(made) or not to_fork:
                guard = offline.enforced(allow=self.uses_network)
                with guard, instance.placed(), name_missing_extra(instance, made):
                    made.load()
                self._loaded[key] = is_forkable(made)
        return all(self._loaded.values())

    def with_detectors(self, ruleset: Ruleset) -> Toolbox:
        """Return the toolbox of a ruleset with fewer detectors; both share the loaded models."""
        kept = {
            instance.name: self.detectors[instance.name]
            for instance in ruleset.instances["detectors"]
        }
        other = copy(self)
        other._ruleset = ruleset
        other._made = {**self._made, "detectors": kept}
        return other

    def _entry(self, instance: Instance) -> FormatEntry:
        make = partial(self.made, instance)
        if instance.is_deferred:
            suffixes = instance.registration.suffixes
        else:
            suffixes = cast(Format, make()).suffixes
        return FormatEntry(instance.name, suffixes, cast(Callable[[], Format], make))

    def _check_whole(self) -> None:
        """Refuse rules without detectors, or without a tagger that a label needs."""
        origin = find.display(self._ruleset.origin)
        if not self._made["detectors"]:
            raise RulesError(
                "the rules have no detector, so every file would be clean",
                where=origin,
                hint="Add `extends: default` to use the detectors of the shipped rules.",
            )
        for label in self._labels.values():
            if label.redact and label.tag not in self._made["taggers"]:
                raise RulesError(
                    f"{label.name} is to be replaced, but there is no tagger {label.tag!r}",
                    where=origin,
                )

    def _check_asked(self) -> None:
        """Refuse labels that the user asks for by name and that no plugin finds."""
        found = {name for _, made in self.parts() for name in needs_of(made).labels}
        is_known = all(isinstance(made, PluginWithNeeds) for made in self.detectors.values())
        for name in sorted(self._ruleset.added - found) if is_known else ():
            self._require_known(name)
        for name, label in self._labels.items():
            rules = self._ruleset.model.labels[name]
            asked = label.redact and (not rules.redact or "redact" in rules.model_fields_set)
            if is_known and asked and name not in found:
                raise RulesError(
                    f"{name} is to be replaced, but no plugin of the rules finds it",
                    where=find.display(self._ruleset.origin),
                    hint="Add a detector: `use: dictionary` finds your own terms.",
                )

    def _require_known(self, name: str) -> None:
        """Refuse a label that the user keeps although no plugin finds it: it may be misspelled.

        If such a label is to be replaced, a run starts with a warning (``engine/gaps.py``).
        """
        rules = self._ruleset.model.labels[name]
        if rules.redact or not rules.sought:
            return
        others = self._labels.keys() - self._ruleset.added
        raise RulesError(
            f"unknown label {name}: the extended rules do not declare it, and no plugin finds it"
            + did_you_mean(name, sorted(others)),
            where=str(self._ruleset.node.locate(("labels", name))),
            hint="If only reviewers or other plugins use it, declare it with `sought: false`.",
        )

    def _kept_roles(self) -> frozenset[str]:
        """Return the roles whose names stay in the text."""
        rules, node = self._ruleset.model.people, self._ruleset.node
        casting = [
            made for made in self._made["resolvers"].values() if isinstance(made, RoleResolver)
        ]
        known = {name: role for made in casting for name, role in made.roles().items()}
        for _, made in self.parts():
            if isinstance(made, RoleUser):
                made.know_roles(known)
        problems = []
        for key, names in (("redact", rules.redact), ("keep", rules.keep)):
            for at, name in enumerate(names):
                if name in known:
                    continue
                what = f"unknown role {name!r}" if known else "no resolver of the rules finds roles"
                place = node.locate(("people", key, at))
                problems.append(f"{place}: {what}{did_you_mean(name, known)}")
        if problems:
            hint = f"Known are: {', '.join(sorted(known))}." if known else "Add `use: roles`."
            raise RulesError("\n".join(problems), hint=hint)
        return frozenset(known[name] for name in rules.keep) - {known[n] for n in rules.redact}

    def _read_rosters(self, paths: Iterable[Path]) -> None:
        for path in paths:
            for instance, made in self.parts():
                if isinstance(made, RosterReader):
                    self._require_replaced(instance, made)
                    made.read_roster(path)

    def _require_replaced(self, instance: Instance, made: Plugin) -> None:
        """Refuse a roster if labels of names in it are not replaced."""
        for name in sorted(needs_of(made).labels):
            if not self._labels[name].redact:
                raise RulesError(
                    f"a roster has no effect: {name} is not replaced",
                    where=str(instance.place),
                    hint=f"Leave out --roster, or replace {name} (--only, --except, `labels:`).",
                )

    def _check_needs(self, instance: Instance, needs: Needs) -> None:
        unknown = sorted(needs.labels - self._labels.keys())
        if unknown:
            raise PluginError(
                f"{instance.name} finds labels that the rules do not declare: {', '.join(unknown)}",
                where=str(instance.place),
                hint="Declare them under `labels:`.",
            )
        plugin = instance.registration.plugin
        if needs.network and plugin not in find.user_config().allow_network:
            raise PluginError(
                f"{instance.name} needs the network, and your config does not allow it",
                where=str(instance.place),
                hint=f"Add to your own config: allow_network: [{plugin}].",
            )
