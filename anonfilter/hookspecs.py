"""The whole plugin contract.

A plugin is a module with hook implementations, found through the entry-point group
``anonfilter``. Its hooks register names and import paths; nothing behind a path is imported
before a ruleset uses it::

    from anonfilter import hookimpl

    @hookimpl
    def anonfilter_register_detectors(register):
        register("badges", "my_plugin.badges:BadgeDetector")

What a path leads to is a class with a pydantic ``Config`` and the methods of one of the
protocols below; it is made as ``cls(config, setting)`` and must not load anything heavy then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

import pluggy

from anonfilter.model import (
    Change,
    Document,
    Field,
    Label,
    Mention,
    Needs,
    Replacement,
    Source,
    Span,
)

if TYPE_CHECKING:
    from pydantic import BaseModel

    from anonfilter.pseudonyms.book import Book
    from anonfilter.report import Checked
    from anonfilter.tags import Template

hookspec = pluggy.HookspecMarker("anonfilter")
hookimpl = pluggy.HookimplMarker("anonfilter")

Register = Callable[[str, str], None]


@dataclass(frozen=True, slots=True)
class Setting:
    """Where an instance stands in the rules, and what it may want to know of them.

    ``folder`` is where relative file names of its configuration start; ``precedence`` are the
    names of the detectors, in the order of the rules; ``trusted`` says that code and models of
    the repository may be loaded.
    """

    name: str
    language: str = "en"
    folder: Path = Path()
    labels: Mapping[str, Label] = field(default_factory=dict)
    precedence: tuple[str, ...] = ()
    trusted: bool = False


class Plugin(Protocol):
    """What all plugin classes have in common; ``needs`` and ``load`` are optional."""

    Config: ClassVar[type[BaseModel]]

    def needs(self) -> Needs:
        """Labels, models, extras, network: known without loading anything."""

    def load(self) -> None:
        """Load what is heavy. Called once, before the first document."""


class Detector(Protocol):
    """Finds spans. ``scope`` "field": what it finds in a field depends on that field alone,
    so that unchanged fields need no second look. "document": it wants to see everything."""

    scope: ClassVar[str]

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]: ...


class Resolver(Protocol):
    """Turns spans into fewer, more or better ones, and says for each change why."""

    def resolve(
        self, document: Document, spans: Sequence[Span]
    ) -> tuple[list[Span], list[Change]]: ...


class Tagger(Protocol):
    """Says what comes in place of a mention."""

    def templates(self, label: Label) -> Iterable[Template]:
        """Every tag that this tagger can mint for a label."""

    def classify(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Mention]:
        """The same mentions with a category set where there is a finer one."""

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        """Called in the order of the text, so that numbers are."""


class Format(Protocol):
    """Reads files of these suffixes into fields."""

    suffixes: tuple[str, ...]

    def read(self, source: Source) -> Document: ...


class Report(Protocol):
    """Writes what a check found, for somebody: a person, a program, a CI service.

    Made without arguments. Each string is a line of the output; no value is in it unless
    ``checked`` holds values, which is so only when they were asked for.
    """

    def write(self, checked: Checked) -> Iterable[str]: ...


class AnonfilterSpec:
    """The hooks. Each is given ``register(name, "package.module:attribute")``."""

    @hookspec
    def anonfilter_register_detectors(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_resolvers(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_taggers(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_formats(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_reports(self, register: Register) -> None: ...

    @hookspec
    def anonfilter_register_commands(self, register: Register) -> None: ...
