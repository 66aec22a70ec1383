"""The hooks by which a plugin registers what it brings.

A plugin is a module with hook implementations, found through the entry-point group
``anonfilter``. Its hooks register names and import paths; nothing behind a path is imported
before a ruleset uses it::

    from anonfilter import hookimpl

    @hookimpl
    def anonfilter_register_detectors(register):
        register("badges", "my_plugin.badges:BadgeDetector")

A plugin in a file of a repository (`plugins:` in the rules) has no import path that it could
know; there, and wherever it stands in the same module, ``f"{__name__}:BadgeDetector"`` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pluggy

hookspec = pluggy.HookspecMarker("anonfilter")
hookimpl = pluggy.HookimplMarker("anonfilter")


class Register(Protocol):
    """Register a plugin by its name in the rules and its import path, ``"package.module:Class"``.

    A format may state the ``suffixes`` that it reads by default. It is then imported when a file
    with one of them is read; without them, it is imported with the rules. A recogniser may be
    ``deferred`` until a recording is heard. Such a plugin has no required settings, and needs no
    label, no network and no file beside the document.
    """

    def __call__(
        self,
        name: str,
        path: str,
        /,
        *,
        suffixes: Sequence[str] | None = None,
        deferred: bool = False,
    ) -> None: ...


class AnonfilterSpec:
    """The hooks. Each is given the function ``register``."""

    @hookspec
    def anonfilter_register_detectors(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_resolvers(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_taggers(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_formats(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_recognisers(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_reports(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_commands(self, register: Register) -> None: ...
