"""What the host asks of optional features: a name for each, and the protocol behind it.

A feature registers an object under one of these names (``anonfilter_register_extensions``).
:func:`anonfilter.contract.registry.extension` returns it, or None if the feature is not installed.
Other names are registered and read by features only: ``eval --NAME`` is a kind of evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from anonfilter.contract.document import Document
    from anonfilter.contract.report import CheckResult
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.source_tree import Tree
    from anonfilter.run.result import Result
    from anonfilter.run.session import Session

CONTAINER = "container"
"""``container zip`` is a class that opens ZIP files: see `anonfilter.containers.decoding`."""
KINDS = "kinds"
FOLDER_REPORTS = "folder report"
NAMES = "names"
READER_PLACES = "reader places"
RECORDINGS = "recordings"
RENAMING = "renaming"
SURROGATES = "surrogates"


@dataclass(frozen=True, slots=True)
class NameHit:
    """A value in the name of a file or folder."""

    label: str
    value: str = field(repr=False)
    known: bool = False


class FolderReport(Protocol):
    """A check of some files, the names of the scanned files, and the report by file name."""

    checked: CheckResult
    scanned: tuple[str, ...]
    files: Mapping[str, bytes]


class FolderReports(Protocol):
    """A protocol for checking some files, and making a report on them without values."""

    def of(
        self, session: Session, paths: tuple[str, ...], jobs: int, *, own_rules: bool
    ) -> FolderReport:
        """Return the report on these files, which are selected as `anonfilter check` does."""


class Names(Protocol):
    """A protocol for finding people in names of files, folders and branches."""

    def by_rules(self, engine: Engine, stems: Sequence[str]) -> Mapping[str, list[NameHit]]:
        """Return the listed terms, addresses, numbers and full names in each stem."""

    def people_in_text(self, stem: str, people: Iterable[tuple[str, str]]) -> Iterator[NameHit]:
        """Yield the people whose names the stem has, out of those in the file's text.

        ``people`` gives the label and the name of each person in the text."""

    def name_tokens(self, text: str, start: int, end: int) -> Sequence[tuple[int, int]]:
        """Return the words of a mention that identify a person, without titles."""


class ReaderPlaces(Protocol):
    """A protocol for text and places as readers see them: a paragraph, a cell, a time."""

    def text_of(self, document: Document) -> str:
        """Return the text that readers of a container see, without markup."""

    def of(self, document: Document) -> Callable[[int], str]:
        """Return a function that names the place of an offset of the decoded file."""


class Recordings(Protocol):
    """A protocol for scanning recordings in a check."""

    def scan(self, engine: Engine, findings: Any, data: bytes, name: str, path: str) -> Result:
        """Return the result of scanning a recording; ``findings`` makes findings of a document."""


class SurrogateMap(Protocol):
    """The surrogates of a filtered document, as its sidecar keeps them."""

    def payload(self) -> str:
        """Return the map as one line of ASCII JSON."""

    def bearers(self) -> Iterator[tuple[str, str]]:
        """Yield each folded surrogate with the fingerprint of its original; omit shared ones."""

    def tagged(self, text: str, name: str, *, whole: bool = False) -> str:
        """Return the text with tags for surrogates; with ``whole``, no surrogate may be missing."""

    def shown(self, text: str, name: str) -> Iterator[tuple[str, str]]:
        """Yield each tag with the surrogate in its place, in the order of the text."""


class Surrogates(Protocol):
    """A protocol for putting surrogates in place of tags, and for removing them."""

    def engine(self, engine: Engine, tagger: Any, tree: Tree) -> Engine:
        """Return an engine whose results have surrogates, which this tagger invents."""

    def read(self, payload: str) -> SurrogateMap:
        """Parse what ``SurrogateMap.payload`` wrote; raise ``ValueError`` for anything else."""

    def known(self, policy: Any, text: str, name: str) -> bool:
        """Return True if a sidecar of the corpus says that this text has surrogates."""
