"""One table and one form of invented people, written in every format by the program of each."""

from __future__ import annotations

import csv
import html
import io
import json
import subprocess
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import docx
import openpyxl
import pptx
import pyarrow
import pyarrow.parquet
from odf import opendocument
from odf import table as odf_table
from odf.text import P
from pptx.util import Inches

HEADER = ("name", "ssn", "mrn", "employee_id")
PEOPLE = (
    ("Adaeze Okafor", "536228714", "48213377", "E20417"),
    ("Tomasz Brzezinski", "417093662", "48219034", "E20588"),
    ("Ngozi Eze-Martin", "291884075", "48220561", "E20613"),
    ("Priya Raghunathan", "605317748", "48231190", "E20702"),
    ("Lindiwe Dlamini", "348120956", "48236648", "E20735"),
    ("Oyelaran Adeyemi", "572640183", "48240217", "E20811"),
    ("Marisol Quintanilla", "129776340", "48247785", "E20846"),
    ("Siobhan Gallchobhair", "483301527", "48251209", "E20902"),
)
FORM = (
    ("Full name", "Adaeze Okafor"),
    ("Date of birth", "14 March 1986"),
    ("Age", "37"),
    ("SSN", "536228714"),
    ("Medical record number", "48213377"),
    ("Employee ID", "E20417"),
    ("Passport number", "518273640"),
    ("Driver's license number", "D8830172"),
    ("Bank account", "004417709213"),
    ("Routing number", "021407912"),
    ("Phone number", "4155550142"),
    ("E-mail", "adaeze.okafor@mail.example"),
    ("Username", "adaezeok"),
    ("Home address", "12 Quarry Lane"),
    ("Emergency contact", "Tomasz Brzezinski"),
)
Grid = tuple[tuple[str, ...], ...]
Write = Callable[[Path, Grid], None]

TABLE: Grid = (HEADER, *PEOPLE)
IDENTIFIERS = {
    "table": [value for row in PEOPLE for value in row],
    "form": [value for _, value in FORM],
}


def _csv(delimiter: str) -> Write:
    def write(path: Path, grid: Grid) -> None:
        with path.open("w", newline="") as file:
            csv.writer(file, delimiter=delimiter).writerows(grid)

    return write


def records(grid: Grid) -> list[dict[str, str]]:
    """Return the rows of a table, or the form as one, by their labels."""
    if len(grid[0]) == 2:
        return [dict(grid)]
    return [dict(zip(grid[0], row, strict=True)) for row in grid[1:]]


def _json(path: Path, grid: Grid) -> None:
    path.write_text(json.dumps(records(grid), indent=1))


def _jsonl(path: Path, grid: Grid) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in records(grid)))


def _answers(path: Path, grid: Grid) -> None:
    pairs = [pair for row in records(grid) for pair in row.items()]
    path.write_text(json.dumps([{"question": key, "answer": value} for key, value in pairs]))


def _titled(grid: Grid) -> Grid:
    """The table with a row of titles."""
    return (("field", "value"), *grid) if len(grid[0]) == 2 else grid


def _split(path: Path, grid: Grid) -> None:
    """As pandas writes ``orient="split"``."""
    titles, *rows = _titled(grid)
    path.write_text(json.dumps({"columns": titles, "index": list(range(len(rows))), "data": rows}))


def _parquet(path: Path, grid: Grid) -> None:
    titles, *rows = _titled(grid)
    pyarrow.parquet.write_table(
        pyarrow.table(list(map(list, zip(*rows, strict=True))), titles), path
    )


def _xlsx(path: Path, grid: Grid) -> None:
    book = openpyxl.Workbook()
    for row in grid:
        book.active.append([int(cell) if cell.isdecimal() else cell for cell in row])
    book.save(path)


def _text_xlsx(path: Path, grid: Grid) -> None:
    book = openpyxl.Workbook()
    for row in _titled(grid):
        book.active.append(row)
    book.save(path)


def _ods(path: Path, grid: Grid) -> None:
    book = opendocument.OpenDocumentSpreadsheet()
    sheet = odf_table.Table(name="Sheet1")
    for row in grid:
        line = odf_table.TableRow()
        for value in row:
            kind = {"valuetype": "float", "value": value} if value.isdecimal() else {}
            cell = odf_table.TableCell(**(kind or {"valuetype": "string"}))
            cell.addElement(P(text=value))
            line.addElement(cell)
        sheet.addElement(line)
    book.spreadsheet.addElement(sheet)
    book.save(path)


def _docx(path: Path, grid: Grid) -> None:
    document = docx.Document()
    table = document.add_table(rows=0, cols=len(grid[0]))
    for row in grid:
        for cell, value in zip(table.add_row().cells, row, strict=True):
            cell.text = value
    document.save(path)


def _pptx(path: Path, grid: Grid) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    box = (Inches(1), Inches(1), Inches(8), Inches(5))
    table = slide.shapes.add_table(len(grid), len(grid[0]), *box).table
    for at, row in enumerate(grid):
        for column, value in enumerate(row):
            table.cell(at, column).text = value
    deck.save(path)


def page(grid: Grid, *, titles: bool) -> str:
    """A page with the table."""
    rows = []
    for at, row in enumerate(grid):
        name = "th" if titles and at == 0 else "td"
        cells = "".join(f"<{name}>{html.escape(value)}</{name}>" for value in row)
        rows.append(f"<tr>{cells}</tr>\n")
    return f"<!DOCTYPE html>\n<table>\n{''.join(rows)}</table>\n"


def _html(path: Path, grid: Grid) -> None:
    path.write_text(page(grid, titles=len(grid[0]) > 2))


def _plain_html(path: Path, grid: Grid) -> None:
    path.write_text(page(grid, titles=False))


def _definitions(path: Path, grid: Grid) -> None:
    pairs = (pair for row in records(grid) for pair in row.items())
    items = "".join(f"<dt>{html.escape(key)}</dt><dd>{value}</dd>\n" for key, value in pairs)
    path.write_text(f"<!DOCTYPE html>\n<dl>{items}</dl>\n")


def _controls(path: Path, grid: Grid) -> None:
    pairs = (pair for row in records(grid) for pair in row.items())
    items = "".join(
        f'<p><label>{html.escape(key)} <input value="{value}"></label></p>\n'
        for key, value in pairs
    )
    path.write_text(f"<!DOCTYPE html>\n<form>{items}</form>\n")


def _name(label: str) -> str:
    return "".join(char if char.isalnum() else "_" for char in label)


def _xml(path: Path, grid: Grid) -> None:
    rows = []
    for row in records(grid):
        cells = (f"<{_name(key)}>{value}</{_name(key)}>" for key, value in row.items())
        rows.append(f"<row>{''.join(cells)}</row>\n")
    path.write_text(f"<?xml version='1.0'?>\n<people>{''.join(rows)}</people>\n")


def _attributes(path: Path, grid: Grid) -> None:
    rows = (
        " ".join(f'{_name(key)}="{value}"' for key, value in row.items()) for row in records(grid)
    )
    people = "".join(f"<row {row}/>\n" for row in rows)
    path.write_text(f"<?xml version='1.0'?>\n<people>{people}</people>\n")


def _named_values(path: Path, grid: Grid) -> None:
    pairs = (pair for row in records(grid) for pair in row.items())
    fields = "".join(
        f'<field name="{html.escape(key)}"><value>{value}</value></field>\n' for key, value in pairs
    )
    path.write_text(f"<?xml version='1.0'?>\n<form>{fields}</form>\n")


def _markdown(path: Path, grid: Grid) -> None:
    lines = ["| " + " | ".join(row) + " |\n" for row in grid]
    path.write_text(lines[0] + "|---" * len(grid[0]) + "|\n" + "".join(lines[1:]))


def _aligned(path: Path, grid: Grid) -> None:
    if len(grid[0]) == 2:
        path.write_text("".join(f"{key:<30}{value}\n" for key, value in grid))
        return
    widths = [max(map(len, column)) + 2 for column in zip(*grid, strict=True)]
    lines = ("".join(map(str.ljust, row, widths)).rstrip() for row in grid)
    path.write_text("\n".join(lines) + "\n")


def frame(grid: Grid) -> str:
    """As pandas prints a table: to the right, with the number of each row."""
    titles, *rows = _titled(grid)
    numbered = [("", *titles), *((str(at), *row) for at, row in enumerate(rows))]
    widths = [max(map(len, column)) for column in zip(*numbered, strict=True)]
    return "".join("  ".join(map(str.rjust, row, widths)) + "\n" for row in numbered)


def _frame(path: Path, grid: Grid) -> None:
    path.write_text(frame(grid))


def _bars(path: Path, grid: Grid) -> None:
    """As psql and mysql print it."""
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    lines = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in grid]
    path.write_text("\n".join([rule, lines[0], rule, *lines[1:], rule, ""]))


def _sql(path: Path, grid: Grid) -> None:
    rows = records(grid)
    names = ", ".join(_name(key) for key in rows[0])
    values = ",\n  ".join(
        "(" + ", ".join(v if v.isdecimal() else f"'{v}'" for v in row.values()) + ")"
        for row in rows
    )
    path.write_text(f"BEGIN;\nINSERT INTO people ({names}) VALUES\n  {values};\nCOMMIT;\n")


def _lines(sign: str) -> Write:
    def write(path: Path, grid: Grid) -> None:
        texts = (
            "".join(f"{key}{sign}{value}\n" for key, value in row.items()) for row in records(grid)
        )
        path.write_text("\n".join(texts))

    return write


def _ini(path: Path, grid: Grid) -> None:
    sections = (
        "".join([f"[person{at}]\n", *(f"{_name(key)} = {row[key]}\n" for key in row)])
        for at, row in enumerate(records(grid))
    )
    path.write_text("\n".join(sections))


def _yaml(path: Path, grid: Grid) -> None:
    items = (
        "".join(f"{'  ' if at else '- '}{_name(key)}: {row[key]!r}\n" for at, key in enumerate(row))
        for row in records(grid)
    )
    path.write_text("people:\n" + "".join(items))


def _notebook(path: Path, grid: Grid) -> None:
    source = io.StringIO()
    for row in [grid[0], ["---"] * len(grid[0]), *grid[1:]]:
        source.write("| " + " | ".join(row) + " |\n")
    cells = [{"cell_type": "markdown", "metadata": {}, "source": source.getvalue()}]
    outputs = [{"output_type": "display_data", "metadata": {}, "data": {"text/plain": frame(grid)}}]
    cells.append(
        {
            "cell_type": "code",
            "metadata": {},
            "source": "show()",
            "execution_count": 1,
            "outputs": outputs,
        }
    )
    path.write_text(
        json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)
    )


def _mail(path: Path, grid: Grid) -> None:
    message = EmailMessage()
    message["Subject"] = "The list"
    message.set_content("\n".join(f"{key}: {row[key]}" for row in records(grid) for key in row))
    message.add_alternative(page(grid, titles=False), subtype="html")
    path.write_bytes(bytes(message))


WRITERS: dict[str, Write] = {
    "rows.csv": _csv(","),
    "rows.tsv": _csv("\t"),
    "rows.json": _json,
    "rows.jsonl": _jsonl,
    "answers.json": _answers,
    "split.json": _split,
    "rows.parquet": _parquet,
    "rows.xlsx": _xlsx,
    "text.xlsx": _text_xlsx,
    "rows.ods": _ods,
    "rows.docx": _docx,
    "rows.pptx": _pptx,
    "rows.html": _html,
    "plain.html": _plain_html,
    "list.html": _definitions,
    "controls.html": _controls,
    "rows.xml": _xml,
    "attributes.xml": _attributes,
    "named.xml": _named_values,
    "rows.md": _markdown,
    "aligned.txt": _aligned,
    "frame.txt": _frame,
    "bars.txt": _bars,
    "rows.sql": _sql,
    "lines.txt": _lines(": "),
    "next.txt": _lines(":\n"),
    "dots.txt": _lines(" ........ "),
    "tabs.txt": _lines("\t"),
    "rows.ini": _ini,
    "rows.yaml": _yaml,
    "rows.ipynb": _notebook,
    "rows.eml": _mail,
}

CONVERTED = (
    ("soffice", "rows.docx", "rtf"),
    ("soffice", "rows.docx", "odt"),
    ("soffice", "rows.xlsx", "ods"),
    ("soffice", "rows.ods", "xlsx"),
    ("soffice", "rows.xlsx", "html"),
    ("pandoc", "rows.html", "docx"),
    ("pandoc", "rows.html", "rtf"),
    ("pandoc", "rows.html", "odt"),
    ("pandoc", "rows.html", "epub"),
    ("pandoc", "rows.html", "pptx"),
)


def convert(program: str, source: Path, kind: str) -> Path:
    """Have another program write the file in another format."""
    target = source.parent / f"converted.{kind.rpartition('.')[2]}"
    if program == "pandoc":
        command = ["pandoc", "-s", "--metadata", "title=The list", source, "-o", target]
    else:
        profile = f"-env:UserInstallation=file://{source.parent / 'profile'}"
        into = source.parent / "converted"
        command = [
            "soffice",
            profile,
            "--headless",
            "--convert-to",
            target.suffix[1:],
            "--outdir",
            into,
            source,
        ]
        target = into / f"{source.stem}{target.suffix}"
    subprocess.run([str(one) for one in command], check=True, capture_output=True, timeout=600)
    return target
