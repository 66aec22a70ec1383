"""The types that flow between the five stages: plain, frozen data.

A file's bytes are decoded into a :class:`Source`; a format reads it into a :class:`Document`;
detectors find :class:`Span` s in it; resolvers change those and say why (:class:`Change`); the
engine makes :class:`Mention` s of them; taggers return :class:`Replacement` s; what is left is a
:class:`Finding`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from anonfilter.errors import Incomplete
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.text.origin import Origin
from anonfilter.text.values import hide_values


class Kind(StrEnum):
    """Whether a label identifies a person alone, or only together with others."""

    DIRECT = "direct"
    INDIRECT = "indirect"


class Survives(StrEnum):
    """Whether a run fails if an original of this label is left in its output."""

    FAIL = "fail"
    ALLOW = "allow"


@hide_values
@dataclass(frozen=True, slots=True)
class Label:
    """A label with its settings from the rules."""

    name: str
    kind: Kind = Kind.DIRECT
    risk: int = 3
    tag: str = "numbered"
    template: str = ""
    sequence: str = ""
    survives: Survives = Survives.ALLOW
    redact: bool = True


class Container(Protocol):
    """Packs a text of several parts (:mod:`anonfilter.containers`) as the file that it is of."""

    def pack(self, text: str) -> bytes: ...


@hide_values
@dataclass(frozen=True, slots=True)
class Source:
    """A file's bytes, decoded so that encoding the text gives the same bytes.

    ``tree`` is where files beside it are read from, ``guess`` what was guessed of the encoding.
    The last ``added`` characters are not in the file: they are its name, if that is filtered too.
    """

    name: str
    text: str
    codec: str = "utf-8"
    bom: bytes = b""
    undecodable: int = 0
    tree: Tree = field(default=DISK, compare=False, repr=False)
    container: Container | None = field(default=None, compare=False, repr=False)
    guess: str = ""
    added: int = 0

    @property
    def own_text(self) -> str:
        """The text that is in the file."""
        return self.text[: len(self.text) - self.added]

    @property
    def errors(self) -> str:
        """The error handler that keeps bytes that are no text."""
        return "surrogateescape" if self.codec == "utf-8" else "surrogatepass"

    def beside(self, suffix: str) -> bytes | None:
        """The content of the file beside it with this suffix, if there is one."""
        return self.tree.read(self.name + suffix)

    def encode(self, text: str) -> bytes:
        if self.container is not None:
            return self.container.pack(text)
        try:
            return self.bom + text.encode(self.codec, self.errors)
        except UnicodeEncodeError:
            raise Incomplete(f"a tag has no form in {self.codec}", where=self.name) from None


CODE = "code"
"""The role of fields that no person reads, such as scripts and identifiers: known originals are
found in them, and what detectors with ``reads_programs`` find, which read ``Document.searched``."""
LISTING = "listing"
"""The role of code that people read: for detectors with ``reads_code``, which look for forms."""


def verbatim(value: str) -> str:
    """The encoding of plain text: the value as it is."""
    return value


@hide_values
@dataclass(frozen=True, slots=True)
class Bare:
    """A value that stands in the file without quotes: a cell, a number.

    ``start`` and ``end`` are offsets of the decoded file. If the changed value no longer ``fits``,
    it is put between ``quote`` and ``closing`` (the same, if that is None), each character escaped.
    """

    start: int
    end: int
    fits: Callable[[str], bool]
    escape: Callable[[str], str]
    quote: str = '"'
    closing: str | None = None


@hide_values
@dataclass(frozen=True, slots=True)
class Field:
    """A stretch of human text that detectors read as one: a paragraph, a turn, a cue.

    ``encode`` writes a changed value in the file's notation, such as JSON's escapes. ``name`` is
    the field's key or column title: fields of one name are a series. ``beside`` are its other
    labels, such as the cell to its left. ``blank_lines`` is false where an empty line ends the
    field. The people that fields of one ``record`` name are told apart from those of other records.
    ``said`` are stretches in the order of the text, apart from each other.
    """

    start: int
    end: int
    role: str = "text"
    encode: Callable[[str], str] = verbatim
    blank_lines: bool = True
    bare: Bare | None = None
    name: str = ""
    record: int = 0
    said: tuple[Said, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """All that the file writes to say what the text is: "SSN", "Date of birth"."""
        return (self.name, *self.beside) if self.name else self.beside


@hide_values
@dataclass(frozen=True, slots=True)
class Said:
    """A stretch of a document's text and its ``time``: from when to when, in seconds.

    What else in the file spells it (phonemes, a model's tokens) goes with it, by ``echoes``.
    """

    start: int
    end: int
    time: tuple[float, float] | None = None
    echoes: tuple[Edit, ...] = ()
    channel: str = ""  # of the recording, as the file calls it
    confidence: float | None = None


@hide_values
@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that already stands in a text, and the number that it uses up."""

    start: int
    end: int
    sequence: str
    number: str


@hide_values
@dataclass(frozen=True, slots=True)
class Document:
    """The human text of one file.

    ``text`` is cleaned (:mod:`anonfilter.text.cleaning`); ``origin`` maps it to the file. ``prose``
    is the text with its tags and code hidden, of the same length: detectors and resolvers read it.
    ``searched`` is that with its code, for originals that are known. ``earlier`` is set while the
    filter verifies its own output.
    """

    source: Source
    text: str
    fields: tuple[Field, ...]
    origin: Origin
    prose: str
    tags: tuple[Tag, ...] = ()
    earlier: Earlier | None = None
    with_code: str = ""

    @property
    def searched(self) -> str:
        return self.with_code or self.prose

    @property
    def name(self) -> str:
        return self.source.name

    def record(self, offset: int) -> int:
        """The record of the field that this offset of the text is in."""
        at = bisect_right(self.fields, offset, key=lambda field: field.start)
        return self.fields[at - 1].record if at else 0


class Unsure(StrEnum):
    """What is uncertain about a name: whose it is, or their role.

    A name stays in the text only if nothing is unsure.
    """

    WHO = "who"
    ROLE = "role"


@hide_values
@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a document's text that is personal data.

    ``rule`` is the pattern, term list or model label behind it. ``agreed`` are other detectors
    that found the same. Resolvers set ``entity``, an identity within the document, and
    ``canonical``, the form whose number the surface takes ("Stevenson" for "Stevenston").
    """

    start: int
    end: int
    label: str
    detector: str
    score: float = 1.0
    rule: str = ""
    category: str = ""
    agreed: tuple[str, ...] = ()
    entity: str = ""
    canonical: str = ""
    unsure: tuple[Unsure, ...] = ()

    @property
    def detectors(self) -> tuple[str, ...]:
        return (self.detector, *self.agreed)

    def __len__(self) -> int:
        return self.end - self.start


@hide_values
@dataclass(frozen=True, slots=True)
class Change:
    """What a resolver did, and why: spans ``before`` and ``after`` it.

    No ``after`` means dropped. ``excluded`` makes that final: no later resolver can bring the
    label back inside the stretch.
    """

    resolver: str
    reason: str
    before: tuple[Span, ...] = ()
    after: tuple[Span, ...] = ()
    excluded: bool = False


@hide_values
@dataclass(frozen=True, slots=True)
class Mention:
    """A resolved span with its exact surface: the taggers' input."""

    span: Span
    surface: str
    label: Label
    category: str = ""


@hide_values
@dataclass(frozen=True, slots=True)
class Replacement:
    """A stretch of the document's text and what comes in its place."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Tagged:
    """A mention with its replacements: one, or one for each part of it."""

    mention: Mention
    replacements: tuple[Replacement, ...]


@dataclass(frozen=True, slots=True)
class Weight:
    """What a finding adds to its document's risk; ``value`` numbers equal values."""

    value: int = 0
    cost: int = 0


@hide_values
@dataclass(frozen=True, slots=True)
class Finding:
    """Personal data that is left.

    ``start`` and ``end`` are offsets of the decoded file, ``last`` is the finding's last line.
    ``value`` is never part of ``repr``, and in a report only if values were asked for. ``known``:
    it is an original of the corpus. ``in_name``: it is in the path. ``fails``: its label fails a
    check. ``fingerprint``: a keyed digest of label, value and path; "" without a key.
    ``commits``: those that hold it, if history was scanned. ``member``: in a file that holds
    others, in which it stands, on which line of that; ``line`` 0: it stands on none.
    """

    path: str
    line: int
    column: int
    label: str
    detector: str
    score: float = 1.0
    start: int = 0
    end: int = 0
    last: int = 0
    value: str = field(default="", repr=False)
    known: bool = False
    in_name: bool = False
    fails: bool = True
    weight: Weight = Weight()
    fingerprint: str = ""
    commits: tuple[str, ...] = ()
    member: str = ""

    @property
    def place(self) -> str:
        path = f"{self.path}: {self.member}" if self.member else self.path
        return f"{path}:{self.line}:{self.column}" if self.line else path


@hide_values
@dataclass(frozen=True, slots=True)
class Needs:
    """What a plugin needs, known before anything is loaded.

    ``extra`` is the extra of its distribution that brings what ``load`` imports; ``libraries`` are
    the modules of that extra, which a run requires before it reads a document. ``beside`` are the
    suffixes of files that it reads beside documents (``Source.beside``). It is ``pinned`` if its
    result depends on these, its code, installed versions, models, its settings and the files and
    folders (written with a ``/``) that they name, and nothing else: then `anonfilter check` may
    skip a clean file, and later runs know what it found in a field. First-party plugins are pinned
    without saying so. ``partial`` are those of its ``labels`` that it finds only in special
    places, such as beside a key: they need another detector for all other text.
    """

    labels: frozenset[str] = frozenset()
    models: tuple[str, ...] = ()
    extra: str = ""
    libraries: tuple[str, ...] = ()
    network: bool = False
    beside: tuple[str, ...] = ()
    pinned: bool = False
    partial: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The spans of one document as found (``candidates``) and as resolved, and each change."""

    document: Document
    candidates: tuple[Span, ...]
    spans: tuple[Span, ...]
    changes: tuple[Change, ...] = field(default=())

    @property
    def remarks(self) -> tuple[Change, ...]:
        """The changes without spans: messages of resolvers for the user."""
        return tuple(change for change in self.changes if not (change.before or change.after))


@hide_values
@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of the decoded file and its new text."""

    start: int
    end: int
    text: str


@hide_values
@dataclass(frozen=True, slots=True)
class Rewritten:
    """The changed text of a file; maps its offsets to those of the original."""

    text: str
    edits: tuple[Edit, ...]
    shifts: tuple[tuple[int, int], ...]

    def original(self, offset: int) -> int:
        """The offset in the original of one outside all replacements."""
        at = bisect_right(self.shifts, (offset, 1 << 62)) - 1
        return offset if at < 0 else offset - self.shifts[at][0] + self.shifts[at][1]

    def now(self, offset: int) -> int:
        at = bisect_right(self.shifts, offset, key=lambda shift: shift[1]) - 1
        return offset if at < 0 else offset - self.shifts[at][1] + self.shifts[at][0]


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a filtered text was made of."""

    analysis: Analysis
    rewritten: Rewritten


@hide_values
@dataclass(frozen=True, slots=True)
class Redaction:
    """A filtered document: its new bytes, what was replaced, and what is left.

    ``hints`` counts the rules' context hints in the output. ``beside`` is the content of files
    beside the output, by suffix.
    """

    analysis: Analysis
    output: bytes
    tagged: tuple[Tagged, ...]
    findings: tuple[Finding, ...]
    hints: Mapping[str, int] = field(default_factory=dict)
    beside: Mapping[str, bytes] = field(default_factory=dict)
    rewritten: Rewritten = field(default_factory=lambda: Rewritten("", (), ()))

    @property
    def source(self) -> Source:
        return self.analysis.document.source

    @property
    def edits(self) -> tuple[Edit, ...]:
        return self.rewritten.edits

    def notes(self, *, sidecar: bool) -> list[str]:
        """Return remarks on the result for the user. ``sidecar``: a sidecar is written with it."""
        return []


@hide_values
@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model as the rules name it: a package and its version, or a directory."""

    text: str
    package: str = ""
    version: str = ""
    folder: Path | None = None

    @property
    def key(self) -> str:
        """The spelling that digests are recorded by."""
        return f"{self.package}=={self.version}" if self.package else self.text


@hide_values
@dataclass(frozen=True, slots=True)
class Model:
    """An installed model: the folder of its files, and its version if it has one."""

    spec: ModelSpec
    path: Path
    version: str = ""
