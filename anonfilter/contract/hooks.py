"""The hooks with which a plugin registers its detectors, formats and other parts.

A plugin is a module with hook implementations in the entry-point group ``anonfilter``. The hooks
register names and import paths. Nothing behind a path is imported before a ruleset uses it::

    from anonfilter import hookimpl

    @hookimpl
    def anonfilter_register_detectors(register):
        register("badges", "my_plugin.badges:BadgeDetector")

If the class is in the same module, write ``f"{__name__}:BadgeDetector"``. A plugin in a file of a
repository (``plugins:`` in the rules) must do so, since it does not know its import path.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pluggy

hookspec = pluggy.HookspecMarker("anonfilter")
hookimpl = pluggy.HookimplMarker("anonfilter")


class Register(Protocol):
    """A function that registers a plugin by its name in the rules and its import path.

    The path has the form ``"package.module:Class"``; that of an extension may name a module alone.

    A format may state the ``suffixes`` that it reads by default. It is then imported when a file
    with one of them is read; without ``suffixes``, it is imported with the rules. A recogniser may
    be ``deferred`` until a recording is read, and a resolver until a document has findings. A
    deferred plugin must not require settings, and must not need labels, the network or files beside
    the document. A resolver with ``only_if`` is imported for a text that matches this pattern, and
    does nothing in other texts. A command has a ``summary``: its line in `anonfilter --help`.
    """

    def __call__(
        self,
        name: str,
        path: str,
        /,
        *,
        suffixes: Sequence[str] | None = None,
        deferred: bool = False,
        only_if: str = "",
        summary: str = "",
    ) -> None: ...


class AnonfilterSpec:
    """The hooks of a plugin, one for each kind. Each is given the function ``register``."""

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

    @hookspec
    def anonfilter_register_extensions(self, register: Register) -> None: ...
