"""The protocols of plugins. :mod:`anonfilter.contract.hooks` shows how to register one.

The import path of a detector, resolver, tagger, format or recogniser names a class with a pydantic
``Config`` and the methods of its protocol below. The class is called as ``cls(config, setting)``,
which must be quick: a plugin loads models and other large data in ``load``. Reports
(:mod:`anonfilter.contract.report`) are made without arguments, and commands are click commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from anonfilter.contract.book import Book, NumberRequest, SequenceKey
from anonfilter.contract.document import (
    Change,
    Document,
    EarlierRound,
    Field,
    Label,
    Mention,
    Replacement,
    Source,
    Span,
    Tag,
    TaggedMention,
)
from anonfilter.contract.needs import Model, Needs
from anonfilter.errors import Incomplete, RulesError
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from pydantic import BaseModel

    from anonfilter.contract.tags import TagGrammar, Template


@hide_values
@dataclass(frozen=True, slots=True)
class Setting:
    """The part of the rules that a plugin is given besides its ``Config``.

    - ``name``: the name of this use of the plugin. ``language``: the language of the rules.
    - ``folder``: where relative file names of its settings start. They are read from ``tree``.
    - ``labels``: all labels of the rules, by name.
    - ``precedence``: the names of the detectors in the order of the rules. ``plugins``: the plugin
      that each of them uses.
    - ``trusted``: code and models of the repository may be loaded.
    - ``kept_roles``: the roles whose names stay, as the rules write them.
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
        """Return these names, and the names of the detectors whose plugin is one of them."""
        names = frozenset(named)
        return names | {name for name, plugin in self.plugins.items() if plugin in names}


class Plugin(Protocol):
    """The base of all protocols. ``Config`` is the pydantic model of its settings in the rules."""

    Config: ClassVar[type[BaseModel]]


class Detector(Protocol):
    """A plugin that finds spans.

    ``scope`` is "field" if its result for a field depends on nothing but that field and its context
    (:class:`ContextualDetector`); the engine then does not read unchanged fields again. Otherwise
    it is "document". A detector may also have these attributes:

    - ``reads_code = True``: it is also given fields of the role ``LISTING``.
    - ``reads_programs = True``: it is also given fields of the role ``CODE``.
    - ``certain = True``: its spans are replaced even if a resolver drops them, unless the user's
      decision or the person's role keeps them.
    - ``highest``: the highest score of its spans, if that is less than 1.
    """

    scope: ClassVar[str]

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        """Yield the spans in these fields of the document."""


class Resolver(Protocol):
    """A plugin that drops, changes and adds spans, and gives a reason for each change.

    A resolver that only drops spans, and only by their text, has ``excludes = True``. It is then
    asked about known originals of the corpus as well.
    """

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        """Return the spans that are left or new, and the changes made."""


class Tagger(Protocol):
    """A plugin that replaces mentions by tags."""

    def templates(self, label: Label) -> Iterable[Template]:
        """Return every tag that this tagger can make for a label."""

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        """Yield the replacements of a mention. Mentions come in the order of the text."""


class Format(Protocol):
    """A plugin that reads the files with these ``suffixes``; without any, it reads all others."""

    suffixes: tuple[str, ...]

    def read(self, source: Source) -> Document:
        """Return the document of a decoded file; raise ``Incomplete`` if it cannot be parsed."""


# Optional protocols: the methods are called if a plugin has them.


@runtime_checkable
class PluginWithNeeds(Protocol):
    """A plugin that finds labels, or uses models, libraries or the network."""

    def needs(self) -> Needs:
        """Return the requirements of the plugin. Called before ``load``."""


@runtime_checkable
class ModelLoader(Protocol):
    """A plugin with a model or other large data.

    With ``forkable = True``, loaded data can be used in a fork of the process. Libraries with
    threads of their own may wait for ever there.
    """

    def load(self) -> None:
        """Load the data. Called once, before the first document."""


Context = tuple[str, int]
"""A text of several fields, and the offset in it where a field begins."""


@runtime_checkable
class ContextualDetector(Protocol):
    """A detector of scope "field" that reads a field together with its neighbours."""

    def contexts(self, document: Document) -> Mapping[int, Context]:
        """Return the context of each field by the field's start; other fields are read alone.

        This is called before ``load``, which is not called if all fields are known from earlier
        runs.
        """


@runtime_checkable
class SelectiveFormat(Protocol):
    """A format that refuses files by their first bytes or their name."""

    def refuse(self, data: bytes, name: str) -> None:
        """Raise ``Incomplete`` for a file that must not be read. Called before it is decoded."""


@runtime_checkable
class ContainerFormat(Protocol):
    """A format of files that contain other files."""

    def know_reading(self, read: Callable[[Source], Document]) -> None:
        """Take the function that reads a member by its name, with the formats of the rules."""


class Parts(Protocol):
    """The rules for dividing a long file into parts.

    ``head`` is put in front of each part but the first. ``apart`` is True if people are linked
    within records only, so that the text around a part is no evidence for it. With ``linked``, a
    line may depend on lines far before it, such as the titles of a table: the file is divided only
    if it is too long to be read as a whole.
    """

    head: str
    apart: bool
    linked: bool

    def end(self, text: str, low: int, high: int, *, words: bool = False) -> int | None:
        """Return the best offset from ``low`` to ``high`` to end a part; None if there is none.

        The offset follows the end of a line or, with ``words``, lies between two words. The text
        begins where the file or a part of it begins.
        """


@runtime_checkable
class DivisibleFormat(Protocol):
    """A format whose long files can be read in parts."""

    def parts(self, beginning: Source) -> Parts | None:
        """Return how to divide a file; None if it must be read as a whole.

        ``beginning`` is the start of the file and may end anywhere.
        """


@runtime_checkable
class SettingsChecker(Protocol):
    """A plugin whose settings `anonfilter rules check` can test."""

    def check(self) -> Iterable[str | RulesError]:
        """Yield each problem of the settings as a line, or as an error with its place (``at``)."""


@runtime_checkable
class ModelInstaller(Protocol):
    """A plugin whose models plain pip does not install."""

    def how_to_install(self, model: str) -> str:
        """Return the command that `anonfilter models` shows; "" for plain pip."""


@runtime_checkable
class ModelLocator(Protocol):
    """A plugin whose models need be neither packages nor folders."""

    def find_model(self, model: str) -> Model:
        """Return the installed model; raise ``ModelMissing`` if there is none."""


@runtime_checkable
class ShippedModel(Protocol):
    """A plugin with a model that is part of its package, so that rules need not name it."""

    def shipped_model(self) -> Model:
        """Return the model, whose files `anonfilter models` looks for."""


@runtime_checkable
class RoleResolver(Protocol):
    """A resolver that sets ``Span.category`` to a person's role in a case."""

    def roles(self) -> Mapping[str, str]:
        """Return the role for each name that the rules may use for it."""


@runtime_checkable
class RoleUser(Protocol):
    """A plugin that needs to know the roles."""

    def know_roles(self, roles: Mapping[str, str]) -> None:
        """Take the roles of all ``RoleResolver`` plugins. Called once."""


@runtime_checkable
class RosterReader(Protocol):
    """A plugin that reads rosters: files with people's names, aliases and roles."""

    def read_roster(self, path: Path) -> None:
        """Read a roster. Called before ``load``, once for each roster."""


@hide_values
@dataclass(frozen=True, slots=True)
class EnabledPlugins:
    """The effects of the enabled plugins of the rules.

    ``found`` has the labels that each detector finds, ``highest`` the highest score of each
    detector, and ``redacted`` the labels that are replaced. ``has_roles`` is True if a resolver
    finds people's roles.
    """

    found: Mapping[str, frozenset[str]]
    highest: Mapping[str, float]
    redacted: frozenset[str]
    has_roles: bool

    def finds(self, labels: Iterable[str]) -> bool:
        """Return True if a detector finds one of these labels."""
        return any(not found.isdisjoint(labels) for found in self.found.values())


@runtime_checkable
class DependentPlugin(Protocol):
    """A plugin that has little or no effect without others."""

    def lacks(self, enabled: EnabledPlugins) -> Iterable[str]:
        """Yield a sentence for each thing that the plugin cannot do because others are disabled."""


@runtime_checkable
class MentionClassifier(Protocol):
    """A tagger that sees all its mentions before the first ``replace``."""

    def classify(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Mention]:
        """Return the same mentions; set a finer category where the text shows one."""


class PieceStore(Protocol):
    """The findings of a detector in pieces of one document, in this run and in earlier ones.

    A key is made of everything that the findings in a piece depend on.
    """

    def get(self, key: bytes) -> bytes | None: ...

    def add(self, key: bytes, found: bytes) -> None: ...


@runtime_checkable
class PiecewiseDetector(Protocol):
    """A detector of scope "field" that reads only the changed pieces of an edited field."""

    def use_pieces(self, store: PieceStore) -> None:
        """Take the store of a document. Called before the document is read."""


@runtime_checkable
class SurrogateTagger(Protocol):
    """A tagger that invents surrogates."""

    def makes_surrogates(self, label: Label) -> bool:
        """Return True if mentions of this label get a surrogate."""

    def days(self, number: int) -> int:
        """Return the shift of dates in days for a random number."""

    def surrogates(self, tagged: Sequence[TaggedMention], chooser: Any) -> list[list[str]]:
        """Return a surrogate for each replacement of each mention, chosen by the chooser."""


@runtime_checkable
class DecisionResolver(Protocol):
    """A resolver that applies the decisions which users write into a file beside the document."""

    def know_tags(self, tags: Callable[[Document, Sequence[Span]], list[TaggedMention]]) -> None:
        """Take the function that returns the tags that spans would get. Called once.

        Users may name mentions by these tags.
        """

    def files_beside(self, earlier: EarlierRound) -> Iterable[tuple[str, bytes]]:
        """Yield the suffix and the content of each file to write beside the filtered text."""


# Protocols of the host itself; plugins need not know them.


FieldKey = tuple[str, str, tuple[str, ...], Context | None, str]
"""A detector, and the role, name with labels beside it, context and text of a field."""
FieldCache = dict[FieldKey, tuple[Span, ...]]
"""The spans that detectors of scope "field" found, counted from the start of the field."""
UnreadFields = dict[str, dict[FieldKey, Field]]
"""The fields that each detector has not read yet."""


class FindingsStore(Protocol):
    """The results of detectors of scope "field" in earlier runs.

    They are valid only if everything else that they depend on is unchanged.
    """

    def load(self, document: Document, parts: tuple[str, ...] = ("",)) -> FieldCache:
        """Return the findings of earlier runs in a document, or in some parts of a long file.

        New results are saved under the last part.
        """

    def save(self, seen: FieldCache) -> None:
        """Save the cache that ``load`` returned, with the results added since."""


class FieldReaders(Protocol):
    """Other processes that read fields for an engine."""

    def answers(self, document: Document, fresh: UnreadFields) -> FieldCache:
        """Return the findings in the fields that other processes read."""

    def foresee(self, source: Source) -> None:
        """Start to read a text that the engine will need later."""


class Numbering(Protocol):
    """The numbers of an earlier run or of a whole corpus."""

    def book(
        self, taken: Sequence[Tag], asked: Mapping[SequenceKey, NumberRequest], grammar: TagGrammar
    ) -> Book:
        """Return a book with the known numbers of the keys ``asked``.

        ``taken`` are the tags that are in the text already."""


class KnownOriginals(Protocol):
    """The originals that a corpus knows."""

    @property
    def unread(self) -> Sequence[Incomplete]:
        """The errors of files whose originals could not be read."""

    @property
    def identity(self) -> str:
        """A text that is equal for equal originals; "" if they cannot be compared."""

    def __len__(self) -> int: ...

    def require_declared(self, labels: Mapping[str, Label], origin: str) -> None:
        """Raise ``RulesError`` if an original has a label that the rules do not declare."""

    def spans(self, document: Document, labels: Mapping[str, Label]) -> Sequence[Span]:
        """Return the known originals in a document that must not remain in a filtered text."""

    def in_path(self, path: str, labels: Mapping[str, Label]) -> Sequence[Span]:
        """Return the originals in the name of a file and of its folders."""
