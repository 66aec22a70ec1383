"""Follow the date controls of Word, which store the date that they show a second time."""

from __future__ import annotations

from dataclasses import dataclass, field

from anonfilter.contract.document import Replacement, Source, Timing
from anonfilter_documents.markup.markup_tokens import Kind, Token
from anonfilter_documents.markup.xml import local_name


@dataclass(slots=True)
class _Control:
    """An open control: the edit that removes its stored date, and the start of its text."""

    edit: Replacement | None = None
    start: int | None = None


@dataclass(slots=True)
class DateControls:
    """A reader of the date controls around a text: the stretches that they show."""

    _open: list[_Control] = field(default_factory=list)
    _shown: list[tuple[int, int, Replacement]] = field(default_factory=list)

    def follow(self, source: Source, token: Token, length: int) -> None:
        """Read a tag, which follows ``length`` characters of the text."""
        name, opens = local_name(token.name), token.kind is Kind.OPEN
        if name == "sdt" and not token.empty:
            if opens:
                self._open.append(_Control())
            elif self._open:
                self._open.pop()
        elif self._open and name == "date" and opens:
            self._open[-1].edit = _remove_date(source, token)
        elif self._open and name == "sdtContent":
            control = self._open[-1]
            if not opens and control.edit and control.start is not None:
                self._shown.append((control.start, length, control.edit))
            control.start = length if opens else None

    def pop_timings(self, length: int, start: int) -> list[Timing]:
        """Return the stretches that controls show in a text of ``length`` characters.

        Each has as an echo the edit that removes the stored date. The text begins at ``start`` in
        the document.
        """
        shown, self._shown = self._shown, []
        for control in self._open:
            if control.edit and control.start is not None:
                shown.append((control.start, length, control.edit))
                control.start = 0
        stretches = sorted(
            (first, min(last, length), edit) for first, last, edit in shown if last > first
        )
        return [
            Timing(start + first, start + last, None, (edit,)) for first, last, edit in stretches
        ]


def _remove_date(source: Source, token: Token) -> Replacement | None:
    for attribute in token.attributes:
        if local_name(attribute.name) == "fullDate":
            at = source.text.rfind(attribute.name, token.start, attribute.start)
            return Replacement(at - 1, attribute.end + 1, "")
    return None
