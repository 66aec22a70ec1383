"""The data types that the five stages pass on: plain, frozen data.

The bytes of a file are decoded into a :class:`Source`. A format reads it into a :class:`Document`.
Detectors find a :class:`Span` for each identifier. Resolvers change the spans and give the reason
for each :class:`Change`. The engine makes each remaining span a :class:`Mention`, and taggers
return its :class:`Replacement`. A check reports each span as a :class:`Finding`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from anonfilter.errors import Incomplete
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.text.origin import Origin
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from anonfilter.contract.settings import Generalise


class Kind(StrEnum):
    """The way in which a label identifies a person: alone, or only together with others."""

    DIRECT = "direct"
    INDIRECT = "indirect"


class Survives(StrEnum):
    """The effect if an original with a label remains in the output: the run fails or goes on."""

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
    generalise: Generalise | None = None


class Container(Protocol):
    """The file around a text that was put together from several parts, such as an archive."""

    def pack(self, text: str) -> bytes:
        """Return the bytes of the whole file with this text in place of the text that was read."""


@hide_values
@dataclass(frozen=True, slots=True)
class Source:
    """A file's bytes, decoded so that encoding the text gives the same bytes.

    Files beside the file are read from ``tree``. ``guess`` is a remark if the encoding was guessed.
    The last ``added`` characters are not in the file: they are its name, if that is filtered too.
    ``is_part``: this is a part of a long file, which says nothing of how the file begins.
    ``surnames``: everyday words that are surnames of people in other parts of it, folded, each with
    its label.
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
    is_part: bool = field(default=False, compare=False, repr=False)
    surnames: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def own_text(self) -> str:
        """The text without the ``added`` characters."""
        return self.text[: len(self.text) - self.added]

    @property
    def errors(self) -> str:
        """The error handler that preserves undecodable bytes."""
        return "surrogateescape" if self.codec == "utf-8" else "surrogatepass"

    def beside(self, suffix: str) -> bytes | None:
        """Return the content of the file beside this one with a further suffix; None if missing."""
        return self.tree.read(self.name + suffix)

    def encode(self, text: str) -> bytes:
        """Return the bytes of the file with this text; raise ``Incomplete`` on failure."""
        if self.container is not None:
            return self.container.pack(text)
        try:
            return self.bom + text.encode(self.codec, self.errors)
        except UnicodeEncodeError:
            raise Incomplete(f"a tag cannot be written in {self.codec}", where=self.name) from None


CODE = "code"
"""The role of fields that no person reads, such as scripts and identifiers.

They are searched for known originals and by detectors with ``reads_programs``. Both read
``Document.searched``."""
LISTING = "listing"
"""The role of code that people read. Only detectors with ``reads_code`` are given such fields."""


def verbatim(value: str) -> str:
    """Return the value unchanged: the encoding of plain text."""
    return value


@hide_values
@dataclass(frozen=True, slots=True)
class BareValue:
    """A value without quotes in its file, such as a CSV cell or a JSON number.

    ``start`` and ``end`` are offsets of the decoded file. If the changed value no longer ``fits``
    without quotes, each of its characters is escaped and it is put between ``quote`` and
    ``closing``, which is the same character if it is None.
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
    the field's key or column title; fields with the same name form a series. ``beside`` has its
    other labels, such as the cell to its left. ``blank_lines`` is False if an empty line would end
    the field. People are linked within one ``record`` only. ``timings`` are in the order of the
    text and do not overlap.
    """

    start: int
    end: int
    role: str = "text"
    encode: Callable[[str], str] = verbatim
    blank_lines: bool = True
    bare: BareValue | None = None
    name: str = ""
    record: int = 0
    timings: tuple[Timing, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The file's own labels of the text, such as "SSN" or "Date of birth"."""
        return (self.name, *self.beside) if self.name else self.beside


@hide_values
@dataclass(frozen=True, slots=True)
class Timing:
    """A stretch of a document's text and when it is spoken.

    ``time`` is its start and end in seconds. ``channel`` is the channel of the recording as the
    file names it. If a part of the stretch is replaced, the ``echoes`` are replaced too: places of
    the file that spell it once more, such as phonemes or the tokens of a model.
    """

    start: int
    end: int
    time: tuple[float, float] | None = None
    echoes: tuple[Replacement, ...] = ()
    channel: str = ""
    confidence: float | None = None


@hide_values
@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that a text already contains, and the number that it uses up."""

    start: int
    end: int
    sequence: str
    number: str


@hide_values
@dataclass(frozen=True, slots=True)
class Document:
    """The human text of one file.

    ``text`` is cleaned (:mod:`anonfilter.text.cleaning`), and ``origin`` maps it to the file.
    ``prose`` has the same length, with tags and code hidden; detectors and resolvers read it.
    ``with_code`` is the prose without hiding code, or "" if there is no code. ``earlier`` is set
    while the filter verifies its own output.
    """

    source: Source
    text: str
    fields: tuple[Field, ...]
    origin: Origin
    prose: str
    tags: tuple[Tag, ...] = ()
    earlier: EarlierRound | None = None
    with_code: str = ""

    @property
    def searched(self) -> str:
        """The prose with its code, in which known originals are searched."""
        return self.with_code or self.prose

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.source.name

    def record(self, offset: int) -> int:
        """Return the record of the field at this offset of the text; 0 before the first field."""
        at = bisect_right(self.fields, offset, key=lambda field: field.start)
        return self.fields[at - 1].record if at else 0


class Doubt(StrEnum):
    """The uncertainty about a name: who bears it, or that person's role.

    The rules keep a name by its role only if there is no doubt.
    """

    IDENTITY = "who"
    ROLE = "role"


@hide_values
@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a document's text that is personal data.

    ``rule`` is the pattern, term list or model label behind it. ``agreed`` has the other detectors
    that found the same. Resolvers set ``entity``, an identity within the document, and
    ``canonical``, the spelling under which the surface is numbered ("Stevenson" for "Stevenston").
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
    doubts: tuple[Doubt, ...] = ()

    @property
    def detectors(self) -> tuple[str, ...]:
        """The names of all detectors that found the span."""
        return (self.detector, *self.agreed)

    def __len__(self) -> int:
        return self.end - self.start


@hide_values
@dataclass(frozen=True, slots=True)
class Change:
    """A step of a resolver: the spans ``before`` and ``after`` it, and its reason.

    Without ``after``, the spans were dropped. ``excluded`` makes that final: no later resolver can
    bring the label back inside the stretch. Without spans, the reason is a remark for the user.
    """

    resolver: str
    reason: str
    before: tuple[Span, ...] = ()
    after: tuple[Span, ...] = ()
    excluded: bool = False


@hide_values
@dataclass(frozen=True, slots=True)
class Mention:
    """A resolved span with its exact text, as taggers get it."""

    span: Span
    surface: str
    label: Label
    category: str = ""


@hide_values
@dataclass(frozen=True, slots=True)
class Replacement:
    """A stretch of a text, and the text that replaces it.

    Taggers return offsets of the document's text. The engine turns them into offsets of the file.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class TaggedMention:
    """A mention with its replacements: one for all of it, or one for each part."""

    mention: Mention
    replacements: tuple[Replacement, ...]


@dataclass(frozen=True, slots=True)
class Weight:
    """The amount that a finding adds to the risk of its document.

    Equal values have the same number ``value``, and only the highest ``cost`` of each counts.
    """

    value: int = 0
    cost: int = 0


@hide_values
@dataclass(frozen=True, slots=True)
class Finding:
    """Personal data that a file still contains.

    - ``start``, ``end``: offsets of the decoded file. ``last``: its last line.
    - ``line``: 0 if it is on no line. ``member``: the file inside this file that contains it; the
      line is that of the member.
    - ``value``: never part of ``repr``, and in a report only if values were asked for.
    - ``reader_place``: the place as readers count it, such as a paragraph of an office document.
    - ``known``: it is an original of the corpus. ``in_name``: it is in the path.
    - ``fails``: its label fails a check.
    - ``fingerprint``: a keyed digest of label, value and path; empty without a key.
    - ``commits``: the commits that contain it, if history was scanned.
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
    reader_place: str = ""

    @property
    def place(self) -> str:
        """The path with line and column, as reports print it."""
        path = f"{self.path}: {self.member}" if self.member else self.path
        return f"{path}:{self.line}:{self.column}" if self.line else path


@dataclass(frozen=True, slots=True)
class Analysis:
    """The spans of one document as detected (``candidates``) and as resolved, and each change."""

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
class RewrittenText:
    """The changed text of a file, which maps its offsets to those of the original.

    ``shifts`` has, for each replacement, the offset of its end in the new and in the old text.
    """

    text: str
    edits: tuple[Replacement, ...]
    shifts: tuple[tuple[int, int], ...]

    def original(self, offset: int) -> int:
        """Return the offset in the original for an offset of this text outside replacements."""
        at = bisect_right(self.shifts, (offset, 1 << 62)) - 1
        return offset if at < 0 else offset - self.shifts[at][0] + self.shifts[at][1]

    def now(self, offset: int) -> int:
        """Return the offset in this text for an offset of the original outside replacements."""
        at = bisect_right(self.shifts, offset, key=lambda shift: shift[1]) - 1
        return offset if at < 0 else offset - self.shifts[at][1] + self.shifts[at][0]


@dataclass(frozen=True, slots=True)
class EarlierRound:
    """The round of filtering that wrote a text: its analysis and the text."""

    analysis: Analysis
    rewritten: RewrittenText


@hide_values
@dataclass(frozen=True, slots=True)
class Redaction:
    """A filtered document: its new bytes, the replaced mentions, and the remaining findings.

    ``hints`` counts the rules' context hints in the output. ``beside`` has the content of the files
    to write beside the output, by suffix.
    """

    analysis: Analysis
    output: bytes
    tagged: tuple[TaggedMention, ...]
    findings: tuple[Finding, ...]
    hints: Mapping[str, int] = field(default_factory=dict)
    beside: Mapping[str, bytes] = field(default_factory=dict)
    rewritten: RewrittenText = field(default_factory=lambda: RewrittenText("", (), ()))

    @property
    def source(self) -> Source:
        return self.analysis.document.source

    @property
    def edits(self) -> tuple[Replacement, ...]:
        """The replacements in the decoded file."""
        return self.rewritten.edits

    def notes(self, *, sidecar: bool) -> list[str]:
        """Return remarks for the user, here none; ``sidecar``: a sidecar is written as well."""
        return []
