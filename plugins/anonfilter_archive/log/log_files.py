"""Write the tables of a log as CSV, Excel or OpenDocument."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from anonfilter.errors import AnonfilterError, PluginError
from anonfilter_archive.log.log_rows import Table

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def files_of(path: Path, tables: Sequence[Table]) -> dict[Path, bytes]:
    """Return the content of each file of a log, by its path.

    A workbook has all tables. In CSV, the first table is in ``path``, and each other table in a
    file with its name after the stem: ``log-entities.csv``.
    """
    write = WRITERS.get(path.suffix.lower())
    if write is not None:
        return {path: write(tables)}
    first, *others = tables
    paths = {path: first}
    paths |= {path.with_name(f"{path.stem}-{one.name}{path.suffix}"): one for one in others}
    return {place: as_csv(table) for place, table in paths.items()}


def as_csv(table: Table) -> bytes:
    """Return a table as CSV in UTF-8.

    An apostrophe is put before a text that a spreadsheet would take for a formula.
    """
    text = StringIO(newline="")
    rows = ([_no_formula(cell) for cell in row] for row in table.rows)
    csv.writer(text, lineterminator="\n").writerows([table.columns, *rows])
    return text.getvalue().encode("utf-8", "backslashreplace")


def _no_formula(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _as_xlsx(tables: Sequence[Table]) -> bytes:
    xlsxwriter = _library("xlsxwriter")
    made = BytesIO()
    # A name of a file or a value may begin with "=" or look like a link.
    options = {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with xlsxwriter.Workbook(made, options) as book:
        bold = book.add_format({"bold": True})
        for table in tables:
            sheet = book.add_worksheet(table.name)
            sheet.write_row(0, 0, table.columns, bold)
            for at, row in enumerate(table.rows, 1):
                sheet.write_row(at, 0, row)
            sheet.freeze_panes(1, 0)
            sheet.autofit()
    return made.getvalue()


def _as_ods(tables: Sequence[Table]) -> bytes:
    odfdo = _library("odfdo")
    made = odfdo.Document("spreadsheet")
    made.body.clear()
    for table in tables:
        sheet = odfdo.Table(table.name)
        for row in (table.columns, *table.rows):
            sheet.append_row(odfdo.Row())
            sheet.set_row_values(sheet.height - 1, list(row))
        made.body.append(sheet)
    written = BytesIO()
    made.save(written)
    return written.getvalue()


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise PluginError(
            f"the library {name}, which writes this kind of table, is not installed",
            hint="Install it: python -m pip install 'anonfilter[archive]'; or name a .csv file.",
        ) from None


WRITERS: Mapping[str, Callable[[Sequence[Table]], bytes]] = {".xlsx": _as_xlsx, ".ods": _as_ods}


def require_known_suffix(path: Path) -> None:
    """Raise an error if a log cannot be written under this name."""
    if path.suffix.lower() not in (".csv", *WRITERS):
        raise AnonfilterError(
            "is not a kind of table that the log is written in",
            where=str(path),
            hint="Name a file that ends in .csv, .xlsx or .ods.",
        )
