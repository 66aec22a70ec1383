"""Prints tables on the terminal, in Markdown or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from rich.table import Table

OVERALL = "overall"
_WIDE = 1000


@hide_values
@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a title; the first ``texts`` columns are left-aligned."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: int = 1


@hide_values
@dataclass(frozen=True, slots=True)
class Section:
    """A measurement: its data under a key for programs, and a sheet for people."""

    key: str
    data: Any
    sheet: Sheet


def share(value: float | None) -> str:
    """Return a share with three decimal places; "" for None."""
    return "" if value is None else f"{value:.3f}"


def rate(value: float | None) -> str:
    """Return a rate with one decimal place; "" for None."""
    return "" if value is None else f"{value:.1f}"


def print_sections(
    sections: Sequence[Section],
    head: Mapping[str, Any],
    *,
    as_json: bool,
    as_markdown: bool,
    color: bool | None,
) -> None:
    """Print measurements as JSON, which begins with ``head``, as Markdown or as tables."""
    if as_json:
        data = {section.key: section.data for section in sections}
        click.echo(json.dumps({**head, **data}, indent=2))
    elif as_markdown:
        click.echo("\n".join(markdown(section.sheet for section in sections)))
    else:
        show((section.sheet for section in sections), color=color)


def markdown(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield the lines of tables in Markdown."""
    for sheet in sheets:
        yield f"### {sheet.title[:1].upper()}{sheet.title[1:]}"
        yield ""
        yield _row(sheet.columns)
        right = len(sheet.columns) - sheet.texts
        yield _row([*["---"] * sheet.texts, *["---:"] * right])
        yield from map(_row, sheet.rows)
        yield ""


def _row(cells: Sequence[str]) -> str:
    escaped = (one_line(cell).replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def show(sheets: Iterable[Sheet], *, color: bool | None) -> None:
    """Print tables; their lines are wrapped on a terminal only."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() else _WIDE
    console = Console(no_color=color is False, force_terminal=color, width=wide)
    # click prints: for a closed pipe, rich would exit with 1, which means a finding.
    with console.capture() as shown:
        for sheet in sheets:
            console.print(table(sheet))
            console.print()
    click.echo(shown.get(), nl=False, color=True)


def table(sheet: Sheet) -> Table:
    """Return the sheet as a table of the library rich."""
    from rich.table import Table
    from rich.text import Text

    made = Table(title=sheet.title, title_justify="left", title_style="bold")
    for at, column in enumerate(sheet.columns):
        made.add_column(column, justify="left" if at < sheet.texts else "right", overflow="fold")
    for row in sheet.rows:
        made.add_row(
            *(Text(one_line(cell)) for cell in row), style="bold" if row[0] == OVERALL else ""
        )
    return made
