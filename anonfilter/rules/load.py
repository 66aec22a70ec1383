"""Loads rulesets by name or path, and checks them and the settings of their plugins."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from anonfilter.contract import registry as plugins
from anonfilter.contract.document import Kind, Label
from anonfilter.contract.plugin import Setting
from anonfilter.errors import PluginError, RulesError, did_you_mean
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.rules import find
from anonfilter.rules.merge import (
    CHAINS,
    mapping,
    merge_chain,
    merge_rulesets,
    rebase,
)
from anonfilter.rules.nodes import Node, Place, load
from anonfilter.rules.schema import GENERALISING, RulesetModel, Use, use_in
from anonfilter.text.values import hide_values

_DEPTH = 20
M = TypeVar("M", bound=BaseModel)
Expand = Callable[[Node, Path, Tree], tuple[Node, tuple[Path, ...]]]
"""Returns settings with the content of the files that they name, and the paths of these files.

The names of the files are relative to the folder with this ``Path``.
"""


@hide_values
@dataclass(frozen=True)
class Instance:
    """A plugin as a ruleset uses it, with its checked settings.

    ``config`` is None for a deferred plugin, which is imported when a run needs it.
    """

    kind: str
    name: str
    registration: plugins.Registration
    config: BaseModel | None
    settings: Node
    files: tuple[Path, ...]
    setting: Setting

    @property
    def place(self) -> Place:
        return self.settings.place

    def make(self) -> Any:
        """Return a new object of the plugin with these settings."""
        plugin = self.registration.load()
        config = _validate(plugin.Config, self.settings) if self.config is None else self.config
        with self.placed():
            return plugin(config, self.setting)

    @property
    def is_deferred(self) -> bool:
        """True if the plugin is imported and made when a run needs it."""
        return self.config is None

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Add the place of the wrong setting to an error that the plugin raises in this context."""
        try:
            yield
        except RulesError as error:
            where = error.where or str(self.settings.locate(error.at))
            raise RulesError(error.message, where=where, hint=error.hint) from error


@hide_values
@dataclass(frozen=True)
class Ruleset:
    """A checked ruleset, merged with the rulesets that it extends.

    - ``node``: the merged YAML. ``tree``: the tree that it was read from. ``files``: the origins of
      the merged rulesets.
    - ``parts``: the paths of the files that settings of plugins name.
    - ``added``: the labels that the user's rules add to those of shipped rulesets.
    """

    model: RulesetModel
    node: Node
    origin: str
    files: tuple[str, ...]
    parts: tuple[Path, ...]
    labels: Mapping[str, Label]
    instances: Mapping[str, tuple[Instance, ...]]
    registry: plugins.Registry = field(repr=False)
    tree: Tree = field(default=DISK, repr=False)
    added: frozenset[str] = frozenset()

    @property
    def folder(self) -> Path:
        """The folder from which relative file names in the rules start."""
        return _folder(self.origin, self.tree)

    def in_full(self) -> dict[str, Any]:
        """Return the merged rules as data, with the content of the files that settings name."""
        plain: dict[str, Any] = self.node.plain()
        for chain in self.instances.keys() & plain.keys():
            settings = {use.name: use.settings.plain() for use in self.instances[chain]}
            for at, entry in enumerate(plain[chain]):
                own = settings.get(entry.get("name") or entry["use"])
                if own is not None:
                    used = use_in(chain).model_fields
                    plain[chain][at] = {k: v for k, v in entry.items() if k in used} | own
        return plain

    def relying_on_recogniser(self) -> Ruleset:
        """Return the ruleset with the setting `audio: {accept_recogniser: true}`."""
        audio = self.model.audio.model_copy(update={"accept_recogniser": True})
        return replace(self, model=self.model.model_copy(update={"audio": audio}))

    def with_detector(self, use: str) -> Ruleset:
        """Return the ruleset with one more detector, which has no settings and comes first."""
        present = [instance.name for instance in self.instances["detectors"]]
        name = use if use not in present else f"{use}, added"
        names = (name, *present)
        place = self.node.locate(("detectors",))
        setting = Setting(name, self.model.language, self.folder, self.labels, tree=self.tree)
        node = Node({"use": Node(use, place, {})}, place, {})
        added = _instance("detectors", Use(use=use, name=name), node, self.registry, setting)
        chains = {**self.instances, "detectors": (added, *self.instances["detectors"])}
        instances = {
            chain: tuple(
                replace(instance, setting=replace(instance.setting, precedence=names))
                for instance in uses
            )
            for chain, uses in chains.items()
        }
        return replace(self, instances=instances)


def load_ruleset(
    name: str | None = None,
    *,
    folder: Path | None = None,
    trust_local: bool = False,
    tree: Tree = DISK,
) -> Ruleset:
    """Load the ruleset with this name or path.

    Without a name, load the ruleset that ANONFILTER_RULES names, the nearest one in or above
    ``folder``, the one that the user's settings name, or ``default``.
    """
    if not isinstance(name, str | None):
        raise TypeError(
            f"load_ruleset takes the name of a ruleset or its path as str, not "
            f"{type(name).__name__}: os.fsdecode(path) makes one"
        )
    if not isinstance(folder, Path | None):
        raise TypeError(
            f"load_ruleset takes the folder as pathlib.Path, not {type(folder).__name__}: "
            "Path(folder) makes one"
        )
    tree = find.tree_of(name, tree)
    origin, text = find.ruleset(name, folder or Path.cwd(), tree)
    return parse_ruleset(text, origin, trust_local=trust_local, tree=tree)


def parse_ruleset(
    text: str, origin: str, *, trust_local: bool = False, tree: Tree = DISK
) -> Ruleset:
    """Parse a ruleset; ``origin`` is its path, or the name of a shipped ruleset."""
    files: list[str] = []
    added: set[str] = set()
    node = _with_generalising(_extended(text, origin, files, added, tree))
    model = _validate(RulesetModel, node)
    folder = _folder(origin, tree)
    registry = _registry(model, node, folder, trust_local, tree)
    labels = {name: rules.label(name) for name, rules in model.labels.items()}
    _check_labels(model, labels, node)
    used = {use.instance: use.use for use in model.detectors if use.enabled}
    shared = Setting(
        "", model.language, folder, labels, tuple(used), trust_local, tree=tree, plugins=used
    )
    instances = {
        chain: tuple(
            _instance(chain, use, entry, registry, replace(shared, name=use.instance))
            for use, entry in zip(getattr(model, chain), _entries(node, chain), strict=True)
            if use.enabled and not _is_of_missing_feature(chain, use, entry, registry)
        )
        for chain in CHAINS
    }
    parts = tuple(file for uses in instances.values() for use in uses for file in use.files)
    new = frozenset(added)
    return Ruleset(model, node, origin, tuple(files), parts, labels, instances, registry, tree, new)


def _with_generalising(node: Node) -> Node:
    """Return the rules with the tagger of labels that have `generalise:`, if there are any.

    So rules need not name the tagger, and other runs do not load it.
    """
    labels = (label.value for label in mapping(node, "labels").values())
    if not any(
        isinstance(each, dict) and (own := each.get("generalise")) and own.value for each in labels
    ):
        return node
    use = Node({"use": Node(GENERALISING, node.place, {})}, node.place, {})
    taggers = merge_chain(node.value.get("taggers"), Node([use], node.place, {}))
    return Node({**node.value, "taggers": taggers}, node.place, {"taggers": node.place} | node.keys)


def _entries(node: Node, key: str) -> list[Node]:
    entries = node.value.get(key)
    return [] if entries is None else entries.value


def _folder(origin: str, tree: Tree) -> Path:
    return Path(origin).parent if tree.has(origin) else Path.cwd()


def _extended(text: str, origin: str, files: list[str], added: set[str], tree: Tree) -> Node:
    """Return the YAML of a ruleset, merged with all rulesets that it extends.

    Add the origins of these rulesets to ``files``, and the new labels of the user to ``added``.
    """
    if len(files) >= _DEPTH or origin in files:
        raise RulesError("rulesets extend each other in a circle", where=origin)
    files.append(origin)
    node = load(text, find.display(origin))
    if not isinstance(node.value, dict):
        raise RulesError(
            "a ruleset is a mapping that begins with `anonfilter: 1`", where=str(node.place)
        )
    extends = node.value.get("extends")
    if extends is None or extends.value is None:
        return merge_rulesets(Node({}, node.place, {}), node)
    base = _base(str(extends.value), extends.place, origin, files, added, tree)
    if origin not in find.shipped():
        # Imported here because shipped rules have no published names.
        from anonfilter.rules.published_labels import rename_labels

        rename_labels(node, mapping(base, "labels"))
        added |= mapping(node, "labels").keys() - mapping(base, "labels").keys()
    return merge_rulesets(base, node)


def _base(
    extends: str, place: Place, origin: str, files: list[str], added: set[str], tree: Tree
) -> Node:
    """Return the merged YAML of the ruleset that ``extends`` names.

    Raise an error if ``extends`` also names a version, and the ruleset has another one.
    """
    name, _, version = extends.partition("==")
    try:
        base_origin, text = find.named(name.strip(), Path(origin).parent, tree)
    except RulesError as error:
        raise RulesError(error.message, where=str(place), hint=error.hint) from None
    base = _extended(text, base_origin, files, added, tree)
    stated = base.value.get("version")
    actual = 1 if stated is None else stated.value
    if version and version.strip() != str(actual):
        raise RulesError(
            f"{name} is at version {actual}, not {version.strip()}",
            where=str(place),
            hint="Read its changes in the changelog, then name the new version here.",
        )
    for key in ("anonfilter", "name", "version", "description", "extends"):
        base.value.pop(key, None)
    if tree.has(base_origin):
        rebase(base, os.path.relpath(Path(base_origin).parent, Path(origin).parent))
    return base


def _validate(model: type[M], node: Node) -> M:
    try:
        return model.model_validate(node.plain())
    except ValidationError as error:
        from anonfilter.rules.errors import rules_error

        raise rules_error(error, node, model) from None


def _registry(
    model: RulesetModel, node: Node, folder: Path, trust_local: bool, tree: Tree
) -> plugins.Registry:
    """Return the installed plugins, with those in files of the repository if they are trusted."""
    if not model.plugins:
        return plugins.installed()
    if not trust_local:
        raise PluginError(
            f"the rules load code from this repository: {', '.join(model.plugins)}",
            where=str(node.locate(("plugins",))),
            hint="Read that code. Then pass --trust-local-plugins, or trust this folder in "
            "your own config (trust_local_plugins).",
        )
    files = [folder / path for path in model.plugins]
    for file in files:
        if tree.read(file) != DISK.read(file):
            raise PluginError(
                f"{find.display(str(file))} differs from {tree.name}, and only the file on disk "
                "could be loaded",
                where=str(node.locate(("plugins",))),
            )
    return plugins.with_local(files)


def _check_labels(model: RulesetModel, labels: Mapping[str, Label], node: Node) -> None:
    """Raise an error for labels with an unknown tagger, and for unknown labels under `check:`."""
    taggers = [use.instance for use in model.taggers if use.enabled]
    problems = []
    for name, label in labels.items():
        if label.redact and label.tag not in taggers:
            place = node.locate(("labels", name, "tag"))
            known = f"; the rules' taggers are: {', '.join(taggers) or 'none'}"
            problems.append(f"{place}: there is no tagger {label.tag!r}{known}")
    for key, names in (("fail_on", model.check.fail_on), ("ignore", model.check.ignore)):
        known_names = [*labels, *(map(str, Kind) if key == "fail_on" else ())]
        for at, name in enumerate(names):
            if name not in known_names:
                problems.append(
                    f"{node.locate(('check', key, at))}: unknown label {name!r}"
                    + did_you_mean(name, known_names)
                )
    if problems:
        raise RulesError("\n".join(problems))


_NAMES_FILES = frozenset({"files", "lists", "terms"})


def _needs_no_check(settings: Node) -> bool:
    """Return True if settings need no check: there are none, or shipped rules, which tests check.

    Settings that may name files are always checked.
    """
    if isinstance(settings.value, dict) and not settings.value.keys().isdisjoint(_NAMES_FILES):
        return False
    waiting = [settings] if settings.value else []
    while waiting:
        node = waiting.pop()
        inside = node.value
        if isinstance(inside, dict | list) and inside:
            waiting += inside.values() if isinstance(inside, dict) else inside
        elif node.place.file not in find.shipped():
            return False
    return True


def _is_of_missing_feature(chain: str, use: Use, node: Node, registry: plugins.Registry) -> bool:
    """Return True for a plugin of shipped rules if its feature, audio or pdf, is not installed."""
    return (
        (chain == "recognisers" or (chain, use.use) == ("formats", "pdf"))
        and registry.get(chain, use.use) is None
        and node.place.file in find.shipped()
    )


def _instance(
    chain: str, use: Use, node: Node, registry: plugins.Registry, setting: Setting
) -> Instance:
    """Return a plugin of a list (``chain``) with its settings, which are checked here."""
    try:
        registration = registry.require(chain, use.use)
    except PluginError as error:
        message = error.message + did_you_mean(use.use, registry.names(chain))
        raise RulesError(message, where=str(node.locate(("use",))), hint=error.hint) from None
    own = {key: value for key, value in node.value.items() if key not in use_in(chain).model_fields}
    settings = Node(own, node.place, node.keys)
    files: tuple[Path, ...] = ()
    if registration.deferred and _needs_no_check(settings):
        return Instance(chain, use.instance, registration, None, settings, files, setting)
    config_model: type[BaseModel] = registration.load().Config
    expand: Expand | None = getattr(config_model, "expanded", None)
    if expand is not None:
        settings, files = expand(settings, setting.folder, setting.tree)
    config = _validate(config_model, settings)
    return Instance(chain, use.instance, registration, config, settings, files, setting)
