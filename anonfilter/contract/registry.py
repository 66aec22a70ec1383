"""The registry of plugins, which imports only those that are used."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import pluggy

from anonfilter.contract.hooks import AnonfilterSpec
from anonfilter.errors import PluginError, did_you_mean
from anonfilter.text.values import hide_values

GROUP = "anonfilter"
OWN_DISTRIBUTION = "anonfilter"
LOCAL = "local file"  # the distribution of plugins in a file of a repository
_REQUIRED = {
    "detectors": ("Config", "scope", "detect"),
    "resolvers": ("Config", "resolve"),
    "taggers": ("Config", "templates", "replace"),
    "formats": ("Config", "read"),
    "recognisers": ("Config",),
    "reports": ("write",),
}
"""The attributes that the class of each kind of plugin must have."""
KINDS = tuple("detectors resolvers taggers formats recognisers reports commands extensions".split())
_HOOK = "anonfilter_register_"
HOOKS = {_HOOK + kind: kind for kind in KINDS}
"""The hook of each kind of plugin."""


@hide_values
@dataclass(frozen=True, slots=True)
class Registration:
    """A plugin as it is registered: its name in the rules and its import path.

    ``suffixes`` has the suffixes that a format reads by default, if its plugin states them. A
    ``deferred`` plugin is imported when a run needs it, not with the rules; ``only_if`` is a
    pattern of the texts that need it. ``summary`` is the line of `anonfilter --help` for a command.
    A resolver with ``finds`` also runs if no detector found anything.
    """

    kind: str
    name: str
    path: str
    plugin: str
    distribution: str
    version: str
    suffixes: tuple[str, ...] = ()
    deferred: bool = False
    only_if: str = ""
    summary: str = ""
    finds: bool = False

    @property
    def package(self) -> str:
        """The top-level package that the plugin is in."""
        return self.path.partition(":")[0].partition(".")[0]

    def load(self) -> Any:
        """Import and return the object that the path names.

        Raise ``PluginError`` if it cannot be imported or lacks a method of its protocol.
        """
        module, _, attribute = self.path.partition(":")
        try:
            loaded: Any = importlib.import_module(module)
            if attribute:
                loaded = getattr(loaded, attribute)
        except PluginError:
            raise
        except (Exception, SystemExit) as error:  # A module can raise anything on import.
            raise PluginError(
                f"plugin {self.plugin!r} cannot be loaded for {self.name!r}: "
                f"{type(error).__name__}: {error}",
                hint=f"Install {self.distribution} {self.version} again, with all it requires.",
            ) from error
        required = _REQUIRED.get(self.kind, ())
        missing = [name for name in required if not hasattr(loaded, name)]
        if missing:
            raise PluginError(
                f"the {self.kind[:-1]} {self.name!r} ({attribute} of plugin {self.plugin!r}) "
                f"has no {', '.join(f'`{name}`' for name in missing)}",
                where=getattr(sys.modules[module], "__file__", "") or module,
                hint=f"A {self.kind[:-1]} has {', '.join(f'`{name}`' for name in required)}; "
                "see anonfilter.contract.",
            )
        return loaded


class Registry:
    """All registrations. A plugin that cannot be imported affects only rules that use it."""

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager(GROUP)
        self._manager.add_hookspecs(AnonfilterSpec)
        self._entries: dict[tuple[str, str], Registration] = {}
        self.broken: dict[str, str] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs; plugins in files of a repository are not sent."""
        return {"_entries": self._entries, "broken": self.broken}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__()  # type: ignore[misc]
        vars(self).update(state)

    def add(self, plugin: str, module: ModuleType, distribution: str, version: str) -> None:
        """Call the hooks of a plugin's module."""
        for name in vars(module):
            if name.startswith(_HOOK) and name not in HOOKS:
                raise PluginError(f"there is no hook {name!r}{did_you_mean(name, HOOKS)}")
        if self._manager.register(module, name=plugin) is None:
            raise PluginError(f"the plugin {plugin!r} is blocked")
        for hook, kind in HOOKS.items():

            def register(
                use: str,
                path: str,
                /,
                *,
                suffixes: Sequence[str] | None = None,
                deferred: bool = False,
                only_if: str = "",
                summary: str = "",
                kind: str = kind,
            ) -> None:
                present = self._entries.get((kind, use))
                if present is not None:
                    raise PluginError(
                        f"{kind[:-1]} {use!r} of plugin {plugin!r} is already registered "
                        f"by {present.plugin!r}"
                    )
                own = tuple(suffixes or ())
                late = deferred or suffixes is not None or bool(only_if)
                place = (use, path, plugin, distribution, version)
                self._entries[kind, use] = Registration(
                    kind, *place, own, late, only_if, summary, finds=not deferred
                )

            others = [other for other in self._manager.get_plugins() if other is not module]
            self._manager.subset_hook_caller(hook, others)(register=register)

    def discover(self, entries: Iterable[EntryPoint]) -> None:
        """Add the plugins of entry points; record plugins that cannot be imported as ``broken``."""
        for entry in sorted(entries, key=lambda entry: entry.name):
            distribution, version = _named(entry.dist)
            try:
                self.add(entry.name, entry.load(), distribution, version)
            except (Exception, SystemExit) as error:  # A module can raise anything on import.
                self.broken[entry.name] = f"{type(error).__name__}: {error}"

    def get(self, kind: str, name: str) -> Registration | None:
        """Return the registration of a plugin; None if there is none."""
        return self._entries.get((kind, name))

    def names(self, kind: str) -> list[str]:
        """Return the names of all plugins of a kind."""
        return sorted(name for of, name in self._entries if of == kind)

    def __iter__(self) -> Iterator[Registration]:
        return iter(sorted(self._entries.values(), key=lambda r: (KINDS.index(r.kind), r.name)))

    def require(self, kind: str, name: str) -> Registration:
        """Return a registration; raise ``PluginError`` if there is none with this name."""
        registration = self.get(kind, name)
        if registration is not None:
            return registration
        from anonfilter.contract.features import feature_of, how_to_install

        feature = feature_of(kind, name)
        message = f"there is no {kind[:-1]} {name!r}"
        hint = f"Known are: {', '.join(self.names(kind)) or 'none'}."
        if feature:
            message += f": it is part of the feature {feature}, which is not installed"
            hint = how_to_install(feature)
        if self.broken:
            hint += " These plugins cannot be imported: " + "; ".join(
                f"{plugin} ({cause})" for plugin, cause in sorted(self.broken.items())
            )
        raise PluginError(message, hint=hint)


@cache
def _named(distribution: Distribution | None) -> tuple[str, str]:
    """Return a distribution's name and version.

    They are cached, since Python parses all metadata for each of them.
    """
    if distribution is None:
        return "unknown", "unknown"
    metadata = distribution.metadata
    return metadata["Name"], metadata["Version"]


@cache
def installed() -> Registry:
    """Return the plugins of this environment."""
    return with_local(())


def extension(name: str) -> Any | None:
    """Return the object that a feature registered for the host by this name; None if there is none.

    :mod:`anonfilter.contract.extensions` has the names, and the protocol of each.
    """
    registration = installed().get("extensions", name)
    return None if registration is None else registration.load()


def with_local(paths: Iterable[Path]) -> Registry:
    """Return the installed plugins and those in ``paths``, files of a repository the user trusts.

    If the environment variable ANONFILTER_PLUGINS is set, it lists the installed plugins to use.
    """
    listed = os.environ.get("ANONFILTER_PLUGINS")
    only = None if listed is None else {name.strip() for name in listed.split(",")}
    registry = Registry()
    registry.discover(
        entry for entry in entry_points(group=GROUP) if only is None or entry.name in only
    )
    for path in paths:
        _add_file(registry, path)
    return registry


def _add_file(registry: Registry, path: Path) -> None:
    name = f"anonfilter_local_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise PluginError(f"there is no plugin file {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
        registry.add(name, module, LOCAL, str(path))
    except PluginError:
        raise
    except (Exception, SystemExit) as error:
        cause = f"{type(error).__name__}: {error}"
        raise PluginError(f"plugin file {path} cannot be imported: {cause}") from error
