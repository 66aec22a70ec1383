"""Date controls of Word, which keep the date that they show a second time, for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from anonfilter.contract.document import Replacement, Source, Timing
from anonfilter_documents.markup.tokens import Kind, Token
from anonfilter_documents.markup.xml import local


@dataclass(slots=True)
class _Control:
    """A control that is open: what takes its date away, and since where in a text it shows it."""

    edit: Replacement | None = None
    since: int | None = None


@dataclass(slots=True)
class DateControls:
    """Tells which stretches of a text are shown by a control, whose date goes with them."""

    _open: list[_Control] = field(default_factory=list)
    _shown: list[tuple[int, int, Replacement]] = field(default_factory=list)

    def follow(self, source: Source, token: Token, length: int) -> None:
        """Take a tag that stands behind so much of a text."""
        name, opens = local(token.name), token.kind is Kind.OPEN
        if name == "sdt" and not token.empty:
            if opens:
                self._open.append(_Control())
            elif self._open:
                self._open.pop()
        elif self._open and name == "date" and opens:
            self._open[-1].edit = _without_date(source, token)
        elif self._open and name == "sdtContent":
            control = self._open[-1]
            if not opens and control.edit and control.since is not None:
                self._shown.append((control.since, length, control.edit))
            control.since = length if opens else None

    def shown(self, length: int) -> list[tuple[int, int, Replacement]]:
        """The stretches of a text of this length, which ends here."""
        found = [*self._shown, *self._going_on(length)]
        self._shown = []
        return sorted((start, min(end, length), edit) for start, end, edit in found if end > start)

    def _going_on(self, length: int) -> Iterator[tuple[int, int, Replacement]]:
        for control in self._open:
            if control.edit and control.since is not None:
                yield control.since, length, control.edit
                control.since = 0


def said_in(shown: list[tuple[int, int, Replacement]], start: int) -> list[Timing]:
    """The same stretches of a document's text, in which theirs begins at ``start``."""
    return [Timing(start + first, start + last, None, (edit,)) for first, last, edit in shown]


def _without_date(source: Source, token: Token) -> Replacement | None:
    for one in token.attributes:
        if local(one.name) == "fullDate":
            at = source.text.rfind(one.name, token.start, one.start)
            return Replacement(at - 1, one.end + 1, "")
    return None
