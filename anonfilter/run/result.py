"""The result for one file, used by all commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from anonfilter.contract.document import (
    Analysis,
    Finding,
    Redaction,
    Replacement,
    RewrittenText,
    Source,
    TaggedMention,
)
from anonfilter.errors import AnonfilterError
from anonfilter.reports.summary import Tally
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from anonfilter.contract.report import ScanProblem
    from anonfilter.run.verdicts import VerdictFindings


@hide_values
@dataclass(frozen=True, slots=True)
class RewrittenFile:
    """A file that was filtered in parts or by an earlier run, without its analysis.

    ``tagged`` is empty for a file that an earlier run filtered, since that run does not store it.
    """

    source: Source
    output: bytes
    rewritten: RewrittenText
    tagged: tuple[TaggedMention, ...] = ()
    beside: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def edits(self) -> tuple[Replacement, ...]:
        return self.rewritten.edits


FilteredFile = Redaction | RewrittenFile


@hide_values
@dataclass(slots=True)
class Result:
    """The result for one file; plain data, which a worker sends back.

    - ``error``: the reason why the file was not processed to its end.
    - ``output``: the bytes for standard output.
    - ``details``: data of the command, such as lines of its report.
    - ``path`` (of a check): the path from the top of the repository. ``lost``: the tags without an
      entry in the sidecar. ``problems``: with the file and the files beside it. ``to_cache``: the
      verdict, which gives the same result again without a model, and its ``key``.
    """

    name: str
    size: int = 0
    tally: Tally = field(default_factory=Tally)
    findings: Sequence[Finding] = ()
    remarks: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    error: AnonfilterError | None = None
    output: Iterable[bytes] | None = None
    details: Any = None
    path: str = ""
    lost: Sequence[Finding] = ()
    problems: Sequence[ScanProblem] = ()
    to_cache: VerdictFindings | None = None
    key: bytes | None = None

    @property
    def is_clean(self) -> bool:
        """Return True if there is nothing to report."""
        return not (self.findings or self.lost or self.remarks or self.problems)

    def lines(self, styled: Callable[[str], str] = str, *, counting: bool = False) -> Iterator[str]:
        """Yield the lines of a report: the place of each remaining finding, remarks and notes.

        With ``counting``, one line has the number of mentions. No line has a value.
        """
        shown = one_line(self.name)
        for one in self.findings:
            label = styled(one.label)
            yield f"{one_line(one.place)}: {label} ({one.detector}, {one.score:.2f})"
        found = [counted(self.tally.mentions, "mention")] if counting and self.tally.files else []
        for line in (*self.remarks, *found, *self.notes):
            yield f"{shown}: {one_line(line)}"

    def incomplete(self, error: AnonfilterError) -> Result:
        """Set the error of a file that was not processed to its end; return the same result."""
        self.error = error
        self.tally.incomplete.append(self.name)
        return self


def remarks_of(analysis: Analysis) -> list[str]:
    """Return the remarks of resolvers about a document, as lines."""
    return [f"{one.resolver}: {one.reason}" for one in analysis.remarks]
