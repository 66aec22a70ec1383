"""The whole plugin contract.

A plugin is a module with hook implementations, found through the entry-point group
``anonfilter``. Its hooks register names and import paths; nothing behind a path is imported
before a ruleset uses it::

    from anonfilter import hookimpl

    @hookimpl
    def anonfilter_register_detectors(register):
        register("badges", "my_plugin.badges:BadgeDetector")

A plugin in a file of a repository (`plugins:` in the rules) has no import path that it could
know; there, and wherever it stands in the same module, ``f"{__name__}:BadgeDetector"`` does.

What a path of a detector, resolver, tagger or format leads to is a class with a pydantic
``Config`` and the methods of its protocol below; it is made as ``cls(config, setting)`` and
must not load anything heavy then. If it has the methods of one of the *optional* protocols as
well, they are called; it need not say so. A report is made without arguments, and a command is
a click command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from anonfilter.contract.book import Asked, Book, Sequenced
from anonfilter.contract.document import (
    Change,
    Document,
    Earlier,
    Field,
    Label,
    Mention,
    Model,
    Needs,
    Replacement,
    Source,
    Span,
    Tag,
    Tagged,
)
from anonfilter.errors import Incomplete, RulesError
from anonfilter.files.source_tree import DISK, Tree

if TYPE_CHECKING:
    from pydantic import BaseModel

    from anonfilter.contract.tags import TagGrammar, Template


@dataclass(frozen=True, slots=True)
class Setting:
    """Where an instance stands in the rules, and what it may want to know of them.

    ``folder`` is where relative file names of its configuration start; ``precedence`` are the
    names of the detectors, in the order of the rules; ``trusted`` says that code and models of
    the repository may be loaded; ``kept_roles`` are those whose names the rules let stay, by the
    names that the rules have for them; ``tree`` is where files that
    the configuration names are read from.
    """

    name: str
    language: str = "en"
    folder: Path = Path()
    labels: Mapping[str, Label] = field(default_factory=dict)
    precedence: tuple[str, ...] = ()
    trusted: bool = False
    kept_roles: tuple[str, ...] = ()
    tree: Tree = DISK


class Plugin(Protocol):
    """What all of them have in common: the shape of their settings in the rules."""

    Config: ClassVar[type[BaseModel]]


class Detector(Protocol):
    """Finds spans. ``scope`` "field": what it finds in a field depends on that field alone,
    so that unchanged fields need no second look. "document": it wants to see everything."""

    scope: ClassVar[str]

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]: ...


class Resolver(Protocol):
    """Turns spans into fewer, more or better ones, and says for each change why.

    One that only drops, for good, by what a stretch of text is, may say ``excludes = True``: it is
    asked about known originals as well, which no detector need have found.
    """

    def resolve(
        self, document: Document, spans: Sequence[Span]
    ) -> tuple[list[Span], list[Change]]: ...


class Tagger(Protocol):
    """Says what comes in place of a mention."""

    def templates(self, label: Label) -> Iterable[Template]:
        """Every tag that this tagger can mint for a label."""

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        """Called in the order of the text, so that numbers are."""


class Format(Protocol):
    """Reads files of these suffixes (``.vtt``) into fields; without any, all other files."""

    suffixes: tuple[str, ...]

    def read(self, source: Source) -> Document: ...


# optional


@runtime_checkable
class Needing(Protocol):
    """A plugin that finds labels, or uses models or the network."""

    def needs(self) -> Needs:
        """Known without loading anything."""


@runtime_checkable
class Loading(Protocol):
    """A plugin with something heavy."""

    def load(self) -> None:
        """Called once, before the first document."""


@runtime_checkable
class Checking(Protocol):
    """A plugin whose settings can be tried: `anonfilter rules check` does."""

    def check(self) -> Iterable[str | RulesError]:
        """What is wrong with the settings, a line each; an error can say which (``at``).

        Nothing has been loaded.
        """


@runtime_checkable
class Installing(Protocol):
    """A plugin whose models plain pip does not install."""

    def how_to_install(self, model: str) -> str:
        """The command that `anonfilter models` advises; "" where that is plain pip."""


@runtime_checkable
class Locating(Protocol):
    """A plugin whose models may be something else than packages and directories."""

    def find_model(self, model: str) -> Model:
        """Where it is; raises ``ModelMissing`` if it is not there."""


@runtime_checkable
class Linking(Resolver, Protocol):
    """A resolver that says who is meant (``Span.entity``) and leaves each span where it is.

    It can be judged by itself: `anonfilter eval --linking` gives it the mentions of the gold.
    """

    def kinds_of_evidence(self) -> Sequence[str]:
        """What it goes by."""

    def without(self, kind: str) -> Resolver:
        """The same, going by all but that."""


@runtime_checkable
class Casting(Protocol):
    """A resolver that says what people are in a case: ``Span.category`` is then a role."""

    def roles(self) -> Mapping[str, str]:
        """Every name by which the rules may call a role, and the role's own."""


@runtime_checkable
class Recasting(Protocol):
    """A plugin that must know the roles: it tags by them, or users may name one to it."""

    def know_roles(self, roles: Mapping[str, str]) -> None:
        """Called once: what all that say roles know, by any name; nothing, if none does."""


@runtime_checkable
class Rostering(Protocol):
    """A plugin that makes use of a roster: people's names, aliases and roles in a file."""

    def read_roster(self, path: Path) -> None:
        """Called before ``load``; may be called several times."""


@runtime_checkable
class Classifying(Protocol):
    """A tagger that sees all its mentions before it is asked for the first replacement."""

    def classify(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Mention]:
        """The same mentions with a category set where there is a finer one."""


@runtime_checkable
class Deciding(Protocol):
    """A resolver that obeys a file beside the document, in which users decide about mentions."""

    def foresee(self, tags: Callable[[Document, Sequence[Span]], list[Tagged]]) -> None:
        """Called once: ``tags`` says which tags spans would get if they stayed as they are; users
        may name mentions by them."""

    def accompany(self, earlier: Earlier) -> Iterable[tuple[str, bytes]]:
        """The end of that file's name, and what belongs into it beside the filtered text."""


# what the engine is given besides rules


class Numbering(Protocol):
    """Numbers that go on: those of an earlier run, or of a whole corpus."""

    def book(
        self, taken: Sequence[Tag], asked: Mapping[Sequenced, Asked], grammar: TagGrammar
    ) -> Book:
        """A book that knows what was ``asked`` for before, and avoids what tags have ``taken``."""


class KnownOriginals(Protocol):
    """Originals that a corpus knows, found wherever they stand.

    ``unread`` tells which files could not be used. Where ``identity`` is equal, so is what is
    known; "" where that is not certain.
    """

    @property
    def unread(self) -> Sequence[Incomplete]: ...

    @property
    def identity(self) -> str: ...

    def __len__(self) -> int: ...

    def require_declared(self, labels: Mapping[str, Label], origin: str) -> None:
        """Raises ``RulesError`` if the rules do not declare the label of an original."""

    def spans(self, document: Document, labels: Mapping[str, Label]) -> Sequence[Span]:
        """Where those stand whose labels say that they must not survive."""

    def in_path(self, path: str, labels: Mapping[str, Label]) -> Sequence[Span]:
        """The same in the names of a file and its folders."""
