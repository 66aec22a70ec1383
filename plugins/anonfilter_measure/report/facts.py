"""The facts of a report, as plain data, without values of findings unless they were asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from anonfilter.contract.report import IncompleteFile, Versions
from anonfilter.text.values import hide_values

FORMAT = 1
Share = Annotated[float, Field(ge=0, le=1)]


@hide_values
@dataclass(frozen=True, slots=True)
class Scope:
    """The checked paths as they were named, the commit that is checked out, and changed files."""

    paths: tuple[str, ...]
    files: int
    lines: int
    commit: str
    uncommitted: int


@hide_values
@dataclass(frozen=True, slots=True)
class Rules:
    """The rules and versions; ``digest`` covers everything that the result depends on."""

    digest: str
    versions: Versions
    fail_on: tuple[str, ...]
    ignored: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelCount:
    """The number of findings of a label, of files with one, and of findings that fail the check."""

    label: str
    kind: str
    risk: int
    found: int
    files: int
    left: int


@hide_values
@dataclass(frozen=True, slots=True)
class TagCount:
    """The tags of one stem in the texts; ``different`` counts different tags within documents."""

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
    """A signature under a document; ``current`` if the text is still the one that was signed."""

    reviewers: tuple[str, ...]
    date: str
    answers: Mapping[str, int]
    agreement: Agreement | None
    current: bool


@dataclass(frozen=True, slots=True)
class Document:
    """One file; its ``risk`` is None if the file is too long to be weighed."""

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
    """The sums of risks of all weighed documents, against the criterion.

    The criterion is that of the rules, or the one of `anonfilter eval`. It is unknown whether it is
    met if a document was not read or not weighed.
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
class Left:
    """A finding that fails the check; ``value`` is "" unless values were asked for."""

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
        path = f"{self.path}: {self.member}" if self.member else self.path
        return f"{path}:{self.line}:{self.column}" if self.line else path


@hide_values
@dataclass(frozen=True, slots=True)
class Allowed:
    """An entry of the allow list that matched; ``value`` (or pattern) as for findings."""

    place: str
    label: str
    paths: tuple[str, ...]
    reason: str
    expires: str
    findings: int
    value: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """Accepted findings, and places that a reviewer declared to be no finding."""

    allowed: int
    in_baseline: int
    decisions: int
    entries: tuple[Allowed, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Outside:
    """Files that the rules' ``documents:`` leave out, by suffix."""

    files: int
    suffixes: Mapping[str, int]
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """Measures at one rho: the share of a word that must be silenced."""

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
    left: tuple[Left, ...]
    accepted: Accepted
    incomplete: tuple[IncompleteFile, ...]
    outside: Outside
    remarks: tuple[tuple[str, str], ...]
    curves: tuple[Curve, ...]


def as_json(facts: Facts) -> str:
    return json.dumps(TypeAdapter(Facts).dump_python(facts), indent=2) + "\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `as_json`."""
    described = TypeAdapter(Facts).json_schema(mode="serialization")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {**head, **described, "title": "anonfilter report"}
