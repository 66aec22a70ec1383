"""The facts of a report as plain data; values of findings only if the user asked for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from anonfilter.contract.report import IncompleteFile
from anonfilter.contract.result_versions import Versions
from anonfilter.text.values import hide_values

FORMAT = 1
Share = Annotated[float, Field(ge=0, le=1)]


@hide_values
@dataclass(frozen=True, slots=True)
class Scope:
    """The checked paths as the user named them, the commit, and the number of changed files.

    ``key`` is the id of the key of the corpus, and the day on which it was retired.
    """

    paths: tuple[str, ...]
    files: int
    lines: int
    commit: str
    uncommitted: int
    key: str = ""


@hide_values
@dataclass(frozen=True, slots=True)
class Rules:
    """The rules and versions; ``digest`` is of everything that the result depends on.

    ``left_out`` has the labels that the rules do not replace.
    """

    digest: str
    versions: Versions
    fail_on: tuple[str, ...]
    ignored: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelCount:
    """The findings of one label: how many, in how many files, and how many fail the check.

    ``left`` counts the findings that fail the check.
    """

    label: str
    kind: str
    risk: int
    found: int
    files: int
    left: int


@hide_values
@dataclass(frozen=True, slots=True)
class TagCount:
    """The tags with one stem, such as PERSON, in the texts.

    ``different`` is the sum of the numbers of different tags in each document.
    """

    tag: str
    mentions: int
    different: int
    files: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two reviewers before they saw each other's answers."""

    findings: int
    alike: int
    kappa: float | None


@hide_values
@dataclass(frozen=True, slots=True)
class Signature:
    """A signature under a document; ``current`` is True if the text has not changed since."""

    reviewers: tuple[str, ...]
    date: str
    answers: Mapping[str, int]
    agreement: Agreement | None
    current: bool


@dataclass(frozen=True, slots=True)
class Document:
    """One scanned file; ``risk`` is None if the file is too long to compute it."""

    path: str
    lines: int
    found: int
    left: int
    accepted: int
    tags: int
    decisions: int
    risk: int | None
    signatures: tuple[Signature, ...]

    @property
    def signed(self) -> bool:
        """Return True if the current text was signed off."""
        return any(one.current for one in self.signatures)


@dataclass(frozen=True, slots=True)
class Risk:
    """The risks of all weighed documents, compared with the criterion.

    The criterion is that of the rules, or else that of `anonfilter eval`. The verdict is "not
    known" if a document was not read or not weighed.
    """

    documents: int
    mean: float
    sd: float
    mean_plus_sd: float
    highest: int
    criterion: float
    set_by_rules: bool
    verdict: Literal["met", "not met", "not known"]
    limit_per_document: int | None
    not_weighed: int


@hide_values
@dataclass(frozen=True, slots=True)
class RemainingFinding:
    """A finding that fails the check; ``value`` is "" unless the user asked for values."""

    path: str
    member: str
    line: int
    column: int
    label: str
    detector: str
    score: float
    value: str

    @property
    def place(self) -> str:
        """The path with member, line and column, if they are known."""
        path = f"{self.path}: {self.member}" if self.member else self.path
        return f"{path}:{self.line}:{self.column}" if self.line else path


@hide_values
@dataclass(frozen=True, slots=True)
class AllowedEntry:
    """An entry of the allow list that matched findings.

    ``value`` is its value or pattern; "" unless the user asked for values.
    """

    place: str
    label: str
    paths: tuple[str, ...]
    reason: str
    expires: str
    findings: int
    value: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """Numbers of accepted findings and of reviewers' decisions, and the allow list's entries."""

    allowed: int
    in_baseline: int
    decisions: int
    entries: tuple[AllowedEntry, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Outside:
    """Files that the rules' ``documents:`` do not select."""

    files: int
    suffixes: Mapping[str, int]
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """Scores at one ``rho``, the share of a word that must be silenced for it to count."""

    rho: Share
    recall: Share | None
    precision: Share | None
    f1: Share | None


@hide_values
@dataclass(frozen=True, slots=True)
class Curve:
    """An evaluation of recordings by `anonfilter eval --audio --json`."""

    file: str
    ruleset: str
    digest: str
    recordings: int
    best: Point
    points: tuple[Point, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of a report."""

    format: int
    made: str
    values_shown: bool
    summary: str
    scope: Scope
    rules: Rules
    labels: tuple[LabelCount, ...]
    tags: tuple[TagCount, ...]
    documents: tuple[Document, ...]
    risk: Risk
    left: tuple[RemainingFinding, ...]
    accepted: Accepted
    incomplete: tuple[IncompleteFile, ...]
    outside: Outside
    remarks: tuple[tuple[str, str], ...]
    curves: tuple[Curve, ...]


def as_json(facts: Facts) -> str:
    return json.dumps(TypeAdapter(Facts).dump_python(facts), indent=2) + "\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of what ``as_json`` returns."""
    described = TypeAdapter(Facts).json_schema(mode="serialization")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {**head, **described, "title": "anonfilter report"}
