"""The protocols of plugins; :mod:`anonfilter.contract.hooks` says how one is registered.

The import path of a detector, resolver, tagger or format names a class with a pydantic ``Config``
and the methods of its protocol below. It is made as ``cls(config, setting)`` and must not load
anything heavy then. Methods of the *optional* protocols are called if it has them. A report
(:mod:`anonfilter.contract.report`) is made without arguments; a command is a click command.
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
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from pydantic import BaseModel

    from anonfilter.contract.tags import TagGrammar, Template


@hide_values
@dataclass(frozen=True, slots=True)
class Setting:
    """What an instance is told of the rules that it stands in.

    ``folder`` is where relative file names of its configuration start, ``tree`` where they are
    read from; ``precedence`` are the detectors' names in the order of the rules, ``plugins`` the
    plugins that they use, by these names; ``trusted``: code and models of the repository may be
    loaded; ``kept_roles`` as the rules write them.
    """

    name: str
    language: str = "en"
    folder: Path = Path()
    labels: Mapping[str, Label] = field(default_factory=dict)
    precedence: tuple[str, ...] = ()
    trusted: bool = False
    kept_roles: tuple[str, ...] = ()
    tree: Tree = DISK
    plugins: Mapping[str, str] = field(default_factory=dict)

    def detectors(self, named: Iterable[str]) -> frozenset[str]:
        """Return the names of the detectors with one of these names, or whose plugin has one."""
        names = frozenset(named)
        return names | {name for name, plugin in self.plugins.items() if plugin in names}


class Plugin(Protocol):
    """The base of all: ``Config`` is the shape of its settings in the rules."""

    Config: ClassVar[type[BaseModel]]


class Detector(Protocol):
    """Finds spans. ``scope`` is "field" if what it finds in a field depends on that field alone, or
    on its context (:class:`Contextual`), so that unchanged fields are not scanned again; else
    "document". Only with ``reads_code = True`` it is given fields of the role ``LISTING``, and with
    ``reads_programs = True`` those of the role ``CODE``. With
    ``certain = True``, what it finds is replaced even if a resolver drops it, unless a user's
    decision or the person's role keeps it. ``highest`` is the score that no find exceeds, if it is
    less than 1."""

    scope: ClassVar[str]

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]: ...


class Resolver(Protocol):
    """Turns spans into fewer, more or better ones, and says why for each change.

    With ``excludes = True``, one that only drops spans by their text, it is asked about known
    originals of the corpus as well.
    """

    def resolve(
        self, document: Document, spans: Sequence[Span]
    ) -> tuple[list[Span], list[Change]]: ...


class Tagger(Protocol):
    """Replaces mentions by tags."""

    def templates(self, label: Label) -> Iterable[Template]:
        """Every tag that this tagger can mint for a label."""

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        """Called in the order of the text."""


class Format(Protocol):
    """Reads files of these suffixes (``.vtt``); without suffixes, all other files."""

    suffixes: tuple[str, ...]

    def read(self, source: Source) -> Document: ...


# optional


@runtime_checkable
class Needing(Protocol):
    """A plugin that finds labels, or uses models or the network."""

    def needs(self) -> Needs:
        """Called before ``load``."""


@runtime_checkable
class Loading(Protocol):
    """A plugin with something heavy. With ``forkable = True``, what was loaded, and used, before a
    fork works after it; libraries with threads of their own can make it wait for ever."""

    def load(self) -> None:
        """Called once, before the first document."""


Context = tuple[str, int]
"""A text of several fields, and where in it a field begins."""


@runtime_checkable
class Contextual(Protocol):
    """A detector of scope "field" that reads some fields together with those beside them.

    It is asked before ``load``, which is not called where all fields were seen before.
    """

    def contexts(self, document: Document) -> Mapping[int, Context]:
        """By where a field starts: the text that it is read with. Others are read alone."""


@runtime_checkable
class Refusing(Protocol):
    """A format that knows files which it must not read, by how they begin or are called."""

    def refuse(self, data: bytes, name: str) -> None:
        """Called before a file is decoded; raises ``Incomplete``."""


@runtime_checkable
class Nesting(Protocol):
    """A format of files that hold others."""

    def know_reading(self, read: Callable[[Source], Document]) -> None:
        """Called once: ``read`` reads a part by its name, with the formats of the rules."""


class Parts(Protocol):
    """Where one long file may be divided.

    ``head`` is read in front of each part but the first; ``apart``: people are told apart by
    records, so that nothing around a part is evidence in it.
    """

    head: str
    apart: bool

    def end(self, text: str, low: int, high: int, *, words: bool = False) -> int | None:
        """The best end of a part from ``low`` to ``high``, behind a line end, or with ``words``
        between two words. The text begins as the file or after such an end."""


@runtime_checkable
class Parting(Protocol):
    """A format of which long files can be read in parts."""

    def parts(self, beginning: Source) -> Parts | None:
        """Called with the beginning of a file, which may end anywhere; None: only as a whole."""


@runtime_checkable
class Checking(Protocol):
    """A plugin whose settings can be tried: `anonfilter rules check` does."""

    def check(self) -> Iterable[str | RulesError]:
        """What is wrong with the settings, a line each; an error can say which (``at``)."""


@runtime_checkable
class Installing(Protocol):
    """A plugin whose models plain pip does not install."""

    def how_to_install(self, model: str) -> str:
        """The command that `anonfilter models` shows; "" for plain pip."""


@runtime_checkable
class Locating(Protocol):
    """A plugin whose models may be neither packages nor directories."""

    def find_model(self, model: str) -> Model:
        """The installed model; raises ``ModelMissing``."""


@runtime_checkable
class Casting(Protocol):
    """A resolver that sets ``Span.category`` to a person's role in a case."""

    def roles(self) -> Mapping[str, str]:
        """Each name that the rules may use for a role, and the role's own."""


@runtime_checkable
class Recasting(Protocol):
    """A plugin that must know the roles."""

    def know_roles(self, roles: Mapping[str, str]) -> None:
        """Called once with the roles of all ``Casting`` resolvers."""


@runtime_checkable
class Rostering(Protocol):
    """A plugin that reads rosters: files with people's names, aliases and roles."""

    def read_roster(self, path: Path) -> None:
        """Called before ``load``; may be called several times."""


@hide_values
@dataclass(frozen=True, slots=True)
class EnabledPlugins:
    """What the enabled plugins of the rules do.

    ``found`` are the labels that each detector finds, ``highest`` is the score that none of its
    finds exceeds. ``redacted`` are the labels that are replaced. ``has_roles`` is True if a
    resolver finds people's roles.
    """

    found: Mapping[str, frozenset[str]]
    highest: Mapping[str, float]
    redacted: frozenset[str]
    has_roles: bool

    def finds(self, labels: Iterable[str]) -> bool:
        """Return True if a detector finds one of these labels."""
        return any(not found.isdisjoint(labels) for found in self.found.values())


@runtime_checkable
class Relying(Protocol):
    """A plugin that has little or no effect without others."""

    def lacks(self, enabled: EnabledPlugins) -> Iterable[str]:
        """Yield a sentence for each thing that the plugin cannot do, since others are disabled."""


@runtime_checkable
class Classifying(Protocol):
    """A tagger that gets all its mentions before the first ``replace``."""

    def classify(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Mention]:
        """The same mentions, some with a finer category."""


@runtime_checkable
class Inventing(Protocol):
    """A tagger that invents surrogates."""

    def wears(self, label: Label) -> bool:
        """Return True if mentions of this label get a surrogate."""


@runtime_checkable
class Deciding(Protocol):
    """A resolver that follows a file of users' decisions beside the document."""

    def foresee(self, tags: Callable[[Document, Sequence[Span]], list[Tagged]]) -> None:
        """Called once: ``tags`` returns the tags that spans would get as they are, by which users
        may name mentions."""

    def accompany(self, earlier: Earlier) -> Iterable[tuple[str, bytes]]:
        """The file's suffix, and its content beside the filtered text."""


# for the engine


FieldKey = tuple[str, str, tuple[str, ...], Context | None, str]
FieldCache = dict[FieldKey, tuple[Span, ...]]
"""What field-scoped detectors found, by detector and the field's role, name and labels beside it,
context and text."""


class Recall(Protocol):
    """Knows what field-scoped detectors found in earlier runs.

    Whatever a detector's result depends on besides the key must be as it was then.
    """

    def load(self, document: Document, parts: tuple[str, ...] = ("",)) -> FieldCache:
        """Return what was found in a document of this name, or in these parts of a long one.

        What is found since is saved under the last part.
        """

    def save(self, seen: FieldCache) -> None:
        """Called with what ``load`` returned, and what was found since."""


Fresh = dict[str, dict[FieldKey, Field]]  # by detector: the fields that were not read yet


class Readers(Protocol):
    """Other processes that read fields for an engine."""

    def answers(self, document: Document, fresh: Fresh) -> FieldCache:
        """What was found in those of the fields that they read."""

    def foresee(self, source: Source) -> None:
        """Read a text that comes later."""


class Numbering(Protocol):
    """Numbers of an earlier run, or of a whole corpus."""

    def book(
        self, taken: Sequence[Tag], asked: Mapping[Sequenced, Asked], grammar: TagGrammar
    ) -> Book:
        """A book that knows what was ``asked`` before, and avoids the numbers ``taken`` by tags."""


class KnownOriginals(Protocol):
    """Finds the originals that a corpus knows.

    ``unread`` are the files that could not be used. An equal ``identity`` means equal originals;
    "" is equal to none.
    """

    @property
    def unread(self) -> Sequence[Incomplete]: ...

    @property
    def identity(self) -> str: ...

    def __len__(self) -> int: ...

    def require_declared(self, labels: Mapping[str, Label], origin: str) -> None:
        """Raise ``RulesError`` if an original has a label that the rules do not declare."""

    def spans(self, document: Document, labels: Mapping[str, Label]) -> Sequence[Span]:
        """The originals in a document whose labels say that they must not survive."""

    def in_path(self, path: str, labels: Mapping[str, Label]) -> Sequence[Span]:
        """The same in the name of a file and of its folders."""
