"""The allow list: findings that reviewers have accepted, ``.anonfilter/allow.yaml``.

It is plain text on purpose: the allowed values are in the committed files anyway, and reviewers of
a change must see what it allows, and why.

An entry with a `value` allows that value, whichever detector found it, even a known original. A
`pattern` is written without knowing all of its matches, so it never allows a known original.
Findings without a value, such as rosters and plain sidecars, cannot be allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from anonfilter.contract.document import Finding
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import Incomplete, RulesError, nearest
from anonfilter.files.source_tree import DISK, Tree, upwards
from anonfilter.keys.corpus import FOLDER
from anonfilter.rules import find
from anonfilter.rules.errors import rules_error
from anonfilter.rules.nodes import Place, load
from anonfilter.selection.globs import PathSet
from anonfilter.text.cleaning import clean
from anonfilter.text.words import fold

FILE = "allow.yaml"
_SECONDS = 1.0  # for a pattern and a value
# A pattern that matches all of these would switch the check off.
_UNLIKE = ("Qz", "7", "x@y.example", "Zo Quu")


def _is_readable(value: str) -> str:
    if not folded(value):
        raise ValueError("has no letter or digit")
    return value


def _is_pattern(value: str) -> str:
    import regex

    try:
        if regex.compile(value).fullmatch("", timeout=_SECONDS):
            raise ValueError("matches the empty string, so perhaps anything")
    except regex.error as error:
        raise ValueError(f"is not a regular expression: {error.msg}") from None
    except TimeoutError:
        raise ValueError("takes too long") from None
    return value


def _are_globs(value: tuple[str, ...]) -> tuple[str, ...]:
    if all(glob.startswith("!") for glob in value):
        raise ValueError("exclude files only; begin with a glob that includes some, such as `**`")
    try:
        PathSet(value)
    except ValueError:
        raise ValueError("have an invalid glob") from None
    return value


Reason = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class AllowEntry(Strict):
    """An entry of an allow list: a `value` or a `pattern` that is allowed."""

    value: Annotated[str, AfterValidator(_is_readable)] | None = Field(
        default=None, description="the whole value; letter case, accents and spacing are ignored"
    )
    pattern: Annotated[str, AfterValidator(_is_pattern)] | None = Field(
        default=None, description="a regular expression that matches the whole value"
    )
    label: LabelName | None = Field(default=None, description="allow this label only; default: any")
    paths: Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(_are_globs)] | None = (
        Field(default=None, description="globs: allow in these files only; the last match decides")
    )
    reason: Reason = Field(description="why it is allowed")
    expires: date | None = Field(default=None, description="the last day on which it is allowed")
    by: Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)] | None = Field(
        default=None, description="who allowed it, for `anonfilter log`"
    )
    since: date | None = Field(default=None, description="the day on which it was allowed")

    @model_validator(mode="after")
    def _says_what(self) -> AllowEntry:
        if (self.value is None) == (self.pattern is None):
            raise ValueError("an entry has either `value` or `pattern`")
        if self.pattern is not None and self.label is None and self.paths is None:
            import regex

            compiled = regex.compile(self.pattern)
            if all(compiled.fullmatch(value, timeout=_SECONDS) for value in _UNLIKE):
                raise ValueError("a `pattern` that matches anything needs a `label` or `paths`")
        return self


class AllowFile(Strict):
    """The schema of an allow list."""

    anonfilter: Literal[1] = Field(description="the version of this schema")
    allow: Annotated[
        tuple[AllowEntry, ...], BeforeValidator(lambda value: () if value is None else value)
    ] = ()


@dataclass(frozen=True)
class Allowance:
    """An entry of an allow list, with its place in the file."""

    entry: AllowEntry
    place: Place

    @cached_property
    def _paths(self) -> PathSet | None:
        return None if self.entry.paths is None else PathSet(self.entry.paths)

    @cached_property
    def _regex(self) -> Any:
        import regex

        return regex.compile(self.entry.pattern or "")

    @cached_property
    def value(self) -> str:
        """The folded value that is allowed; "" for an entry with a pattern."""
        return folded(self.entry.value or "")

    def expired(self, today: date) -> bool:
        return self.entry.expires is not None and self.entry.expires < today

    def covers(self, path: str) -> bool:
        """Return True if the entry applies to this file."""
        return self._paths is None or path in self._paths

    def matches(self, found: Finding) -> bool:
        """Return True if the entry matches this finding, even if the entry has expired.

        Raise ``Incomplete`` if the pattern takes too long.
        """
        return (
            bool(found.value)
            and self.entry.label in (None, found.label)
            and self.covers(found.path)
            and self._matches_value(found)
        )

    def _matches_value(self, found: Finding) -> bool:
        if self.entry.pattern is None:
            return self.value == folded(found.value)
        if found.known:
            return False
        try:
            value = " ".join(found.value.split())
            return self._regex.fullmatch(value, timeout=_SECONDS) is not None
        except TimeoutError:
            raise Incomplete(
                f"the pattern at {self.place} took longer than {_SECONDS:.0f} second",
                hint="Rewrite it so that it backtracks less.",
            ) from None


@dataclass(frozen=True)
class AllowList:
    """The entries of an allow list; there are none if the file does not exist."""

    allowances: tuple[Allowance, ...] = ()
    _by_value: Mapping[str, Sequence[Allowance]] = field(default_factory=dict, repr=False)
    _patterns: Sequence[Allowance] = field(default=(), repr=False)

    @classmethod
    def of(cls, allowances: Sequence[Allowance]) -> AllowList:
        by_value: dict[str, list[Allowance]] = {}
        for allowance in allowances:
            by_value.setdefault(allowance.value, []).append(allowance)
        return cls(tuple(allowances), by_value, by_value.pop("", []))

    def matching(self, found: Finding, today: date) -> list[Allowance]:
        """Return all entries that allow a finding and have not expired."""
        if not self.allowances:
            return []
        return [
            allowance
            for allowance in (*self._by_value.get(folded(found.value), ()), *self._patterns)
            if not allowance.expired(today) and allowance.matches(found)
        ]

    def expired(self, today: date) -> list[Allowance]:
        return [allowance for allowance in self.allowances if allowance.expired(today)]

    def stale(self, used: Collection[Allowance], today: date) -> list[Allowance]:
        """Return the entries that have not expired and are not in ``used``."""
        return [each for each in self.allowances if each not in used and not each.expired(today)]

    def unknown_labels(self, labels: Collection[str]) -> Iterator[tuple[Allowance, str]]:
        """Yield the entries whose label the rules do not have, each with the most similar label."""
        for allowance in self.allowances:
            label = allowance.entry.label
            if label and label not in labels:
                yield allowance, nearest(label, sorted(labels))


def folded(value: str) -> str:
    """Return a value in the form that is compared, which is equal for values that look equal."""
    return fold(clean(value, 0, len(value), 0)[0])


def parse(data: bytes, name: str) -> AllowList:
    """Parse the bytes of an allow list; errors have the place, and do not show the content."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError("is not UTF-8", where=name) from None
    node = load(text, name, private=True)
    try:
        file = AllowFile.model_validate(node.plain())
    except ValidationError as error:
        raise rules_error(error, node, AllowFile, private=True) from None
    return AllowList.of(
        [Allowance(entry, node.locate(("allow", at))) for at, entry in enumerate(file.allow)]
    )


def place(folder: Path, name: str = FILE, tree: Tree = DISK) -> Path:
    """Return the path of the allow list for a folder, or of another file in ``.anonfilter``.

    A new file belongs in the nearest ``.anonfilter``, or in one at the top of the repository.
    """
    possible = [above / FOLDER / name for above in upwards(tree, folder)]
    existing = [*filter(tree.has, possible), *(path for path in possible if path.parent.is_dir())]
    return existing[0] if existing else possible[-1]


def read(folder: Path, tree: Tree = DISK) -> AllowList:
    """Read the allow list for a folder; return an empty one if there is no file."""
    path = place(folder, tree=tree)
    data = tree.read(path)
    return AllowList() if data is None else parse(data, find.display(str(path)))
