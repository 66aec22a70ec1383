"""A finding a line, as compilers write them, so that editors can jump there."""

from __future__ import annotations

from collections.abc import Iterable

import click

from anonfilter.report import Checked, Hit
from anonfilter.terminal import one_line


class TextReport:
    """``notes.txt:3:12: PERSON (spacy, 0.85)``."""

    def write(self, checked: Checked) -> Iterable[str]:
        return map(self._line, checked.hits)

    @staticmethod
    def _line(hit: Hit) -> str:
        place = click.style(f"{one_line(hit.path)}:{hit.line}:{hit.column}:", bold=True)
        label = click.style(hit.label, fg="red")
        value = "" if hit.value is None else f" {one_line(hit.value)}"
        carried = hit.carried and f" {hit.carried}"
        return f"{place} {label} ({hit.detector}, {hit.score:.2f}){carried}{value}"
