"""The types that flow between the five stages: plain, frozen data.

A file's bytes become a :class:`Source` (decoded text), a format turns that into a
:class:`Document` (the human text and where it stands in the file), detectors find
:class:`Span` s in it, resolvers turn those into what is really there and say why
(:class:`Change`), the engine makes :class:`Mention` s of the result, taggers answer with
:class:`Replacement` s, and what is left over is a :class:`Finding`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from anonfilter.files.source_tree import DISK, Tree
from anonfilter.text.origin import Origin


class Kind(StrEnum):
    """What a label says about a person: alone, or only together with other things."""

    DIRECT = "direct"
    INDIRECT = "indirect"


class Survives(StrEnum):
    """What a run makes of an original of this label that is still in its output."""

    FAIL = "fail"
    ALLOW = "allow"


@dataclass(frozen=True, slots=True)
class Label:
    """What the rules say about one label."""

    name: str
    kind: Kind = Kind.DIRECT
    risk: int = 3
    tag: str = "numbered"
    template: str = ""
    sequence: str = ""
    survives: Survives = Survives.ALLOW
    redact: bool = True


@dataclass(frozen=True, slots=True)
class Source:
    """A file's bytes, decoded so that encoding the text again gives the same bytes.

    ``tree`` is where files that stand beside it are read from.
    """

    name: str
    text: str
    codec: str = "utf-8"
    bom: bytes = b""
    undecodable: int = 0
    tree: Tree = field(default=DISK, compare=False, repr=False)

    @property
    def errors(self) -> str:
        """How bytes that are no text got through decoding, and get out again."""
        return "surrogateescape" if self.codec == "utf-8" else "surrogatepass"

    def beside(self, suffix: str) -> bytes | None:
        """What stands beside the file under its name and this suffix, if anything does."""
        return self.tree.read(self.name + suffix)

    def encode(self, text: str) -> bytes:
        return self.bom + text.encode(self.codec, self.errors)


def verbatim(value: str) -> str:
    """How plain text writes a changed value: as it is."""
    return value


@dataclass(frozen=True, slots=True)
class Bare:
    """A value that stands in the file without quotes, as long as it can: a cell, a number.

    ``start`` and ``end`` are places of the decoded file. When something in the value was
    replaced and the whole no longer ``fits``, it is put between quotes and every character of
    it is written as ``escape`` says.
    """

    start: int
    end: int
    fits: Callable[[str], bool]
    escape: Callable[[str], str]
    quote: str = '"'


@dataclass(frozen=True, slots=True)
class Field:
    """A stretch of human text that detectors see as one: a paragraph, a turn, a cue.

    ``encode`` writes a changed value in the file's own notation (JSON's escapes, say).
    ``name`` is what the file calls it: a key, or a column's title. ``blank_lines`` is false
    where an empty line would end the field, as it ends a cue.
    """

    start: int
    end: int
    role: str = "text"
    encode: Callable[[str], str] = verbatim
    blank_lines: bool = True
    bare: Bare | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of ours that already stands in a text, and the number that it uses up."""

    start: int
    end: int
    sequence: str
    number: str


@dataclass(frozen=True, slots=True)
class Document:
    """The human text of one file.

    ``text`` is cleaned for reading (see :mod:`anonfilter.text.cleaning`), ``origin`` knows where it
    stands in the file. ``prose`` is the same text, as long to the character, with the tags
    that already stand in it hidden: it is what detectors and resolvers read. ``earlier`` is
    there while the filter looks at its own output: what that was made of.
    """

    source: Source
    text: str
    fields: tuple[Field, ...]
    origin: Origin
    prose: str
    tags: tuple[Tag, ...] = ()
    earlier: Earlier | None = None

    @property
    def name(self) -> str:
        return self.source.name


class Unsure(StrEnum):
    """What is not certain of a name: of which of several people it is, or what they are there.

    Whoever it is, a name stays in the text only where nothing is unsure.
    """

    WHO = "who"
    ROLE = "role"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a document's text that somebody says is personal data.

    ``rule`` is the pattern, term list or model label behind it. ``agreed`` names other
    detectors that found the same. ``entity`` and ``canonical`` are set by resolvers that
    know who is meant: an identity within the document, and the form whose number the
    surface takes when it is written otherwise ("Stevenston" for "Stevenson"); ``unsure`` says
    what they do not know.
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


@dataclass(frozen=True, slots=True)
class Change:
    """What a resolver did: these spans became those, and why.

    No ``after`` means dropped. ``excluded`` makes that final: the engine sees to it that no
    later resolver brings the same label back inside the same stretch.
    """

    resolver: str
    reason: str
    before: tuple[Span, ...] = ()
    after: tuple[Span, ...] = ()
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A resolved span with its exact surface: the taggers' input."""

    span: Span
    surface: str
    label: Label
    category: str = ""


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
    """What one finding adds to its document's risk: no more than another of its value did.

    ``value`` is a number that is equal where the value is, within one document.
    """

    value: int = 0
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """Personal data that is left: where it stands, who says so, and what it is judged by.

    ``start`` and ``end`` count characters of the decoded file, ``last`` is the line on which the
    finding ends. ``value`` is there for what judges a finding, and in a report if values were
    asked for; it is never part of ``repr``. ``known``: the corpus knows it for an original.
    ``in_name``: it stands in the path itself. ``fails``: its label fails a check by itself.
    ``fingerprint`` is equal where label, value and path are, and keyed: "" without a key.
    ``commits`` carry it, where history was looked at.
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

    def on(self, lines: Collection[int]) -> bool:
        """Whether any of it stands on one of these lines."""
        return any(line in lines for line in range(self.line, max(self.line, self.last) + 1))


@dataclass(frozen=True, slots=True)
class Needs:
    """What a plugin says it needs before anything of it is loaded.

    ``extra`` is the one of its distribution that brings what ``load`` imports. ``beside`` are the
    ends of names of files that it reads beside documents, by `anonfilter.files.paths.read`. It is
    ``pinned`` if what it does depends on those, on its code and what is installed, on its models,
    on its settings with the files that they name (or folders, with a ``/`` in the name), and on
    nothing else: then `anonfilter check` need not look again at what was clean. Our own are, and
    need not say it.
    """

    labels: frozenset[str] = frozenset()
    models: tuple[str, ...] = ()
    extra: str = ""
    network: bool = False
    beside: tuple[str, ...] = ()
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Analysis:
    """One document, seen: what was found, what became of it, and why."""

    document: Document
    candidates: tuple[Span, ...]
    spans: tuple[Span, ...]
    changes: tuple[Change, ...] = field(default=())

    @property
    def remarks(self) -> tuple[Change, ...]:
        """What resolvers had to say that changed nothing: for the user to read."""
        return tuple(change for change in self.changes if not (change.before or change.after))


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of the decoded file and what it is changed to."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The changed text, and the way back from its offsets to those of the original."""

    text: str
    edits: tuple[Edit, ...]
    shifts: tuple[tuple[int, int], ...]

    def original(self, offset: int) -> int:
        """Where an offset outside all replacements was before."""
        at = bisect_right(self.shifts, (offset, 1 << 62)) - 1
        return offset if at < 0 else offset - self.shifts[at][0] + self.shifts[at][1]

    def now(self, offset: int) -> int:
        """Where an offset of the original, outside all replacements, is in the changed text."""
        at = bisect_right(self.shifts, offset, key=lambda shift: shift[1]) - 1
        return offset if at < 0 else offset - self.shifts[at][1] + self.shifts[at][0]

    def moved(self, place: tuple[int, int]) -> tuple[int, int] | None:
        """Where a stretch of the original is now; None if anything in it was changed."""
        start, end = place
        if any(edit.start < end and start < edit.end for edit in self.edits):
            return None
        return self.now(start), self.now(end)


@dataclass(frozen=True, slots=True)
class Earlier:
    """What a filtered text was made of, for what is known by its place in the original."""

    analysis: Analysis
    rewritten: Rewritten


@dataclass(frozen=True, slots=True)
class Redaction:
    """A filtered document: its new bytes, what was replaced, and what is left if anything.

    ``hints`` are the context hints of the rules that stand in the output, and how often.
    ``beside`` is what belongs into files beside the output, by the suffix of their names.
    """

    analysis: Analysis
    output: bytes
    tagged: tuple[Tagged, ...]
    findings: tuple[Finding, ...]
    hints: Mapping[str, int] = field(default_factory=dict)
    beside: Mapping[str, bytes] = field(default_factory=dict)
    rewritten: Rewritten = field(default_factory=lambda: Rewritten("", (), ()))


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """What the rules say: a package and its version, or a directory."""

    text: str
    package: str = ""
    version: str = ""
    folder: Path | None = None

    @property
    def key(self) -> str:
        """The spec in the spelling that digests are recorded by."""
        return f"{self.package}=={self.version}" if self.package else self.text


@dataclass(frozen=True, slots=True)
class Model:
    """A model that is there: the folder with its files, and its version if it has one."""

    spec: ModelSpec
    path: Path
    version: str = ""
