"""The table and the form of `labelled_files` in layouts where nothing but their order, or a
program's own notation, says what labels what."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path

import docx
import pptx
import pyarrow
import pyarrow.parquet
from pptx.util import Inches

from tests.documents.labelled_files import Grid, Write, frame, records

Layout = Callable[[str, str], str]
_BOX = (
    '<w:p {ns}><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>'
    "<w:txbxContent>{content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>"
)
_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def pairs(grid: Grid) -> list[tuple[str, str]]:
    """The labels and values of a form, or of each row of a table."""
    return [pair for row in records(grid) for pair in row.items()]


def _page(layout: Layout, around: str = "{}") -> Write:
    def write(path: Path, grid: Grid) -> None:
        items = "\n".join(
            layout(html.escape(key), html.escape(value)) for key, value in pairs(grid)
        )
        path.write_text(f"<!DOCTYPE html>\n{around.format(items)}\n")

    return write


def _roles(path: Path, grid: Grid) -> None:
    """A table of ARIA roles."""

    def row(cells: tuple[str, ...], role: str) -> str:
        inner = "".join(
            f'<div role="{role}"><span>{html.escape(cell)}</span></div>' for cell in cells
        )
        return f'<div role="row">{inner}</div>\n'

    is_form = len(grid[0]) == 2
    rows = [
        row(one, "columnheader" if not at and not is_form else "cell")
        for at, one in enumerate(grid)
    ]
    path.write_text(f'<!DOCTYPE html>\n<div role="table">\n{"".join(rows)}</div>\n')


def _two_headers(path: Path, grid: Grid) -> None:
    """Titles in two rows; the first one covers both."""
    if len(grid[0]) == 2:
        _page(
            lambda key, value: f"<tr><th rowspan=2>{key}<td>{value}<tr><td>-", "<table>{}</table>"
        )(path, grid)
        return
    first, *others = grid[0]
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>\n"
        for row in grid[1:]
    )
    titles = "".join(f"<td>{title}</td>" for title in others)
    top = f"<td rowspan=2>{first}</td><td colspan={len(others)}>Numbers</td>"
    path.write_text(f"<!DOCTYPE html>\n<table><tr>{top}</tr>\n<tr>{titles}</tr>\n{rows}</table>\n")


def _text(layout: Layout, around: str = "{}") -> Write:
    def write(path: Path, grid: Grid) -> None:
        items = "".join(layout(key, value) for key, value in pairs(grid))
        path.write_text(around.replace("{}", items, 1))

    return write


def _latex(path: Path, grid: Grid) -> None:
    rows = "".join(" & ".join(row) + " \\\\\n\\hline\n" for row in grid)
    columns = "l" * len(grid[0])
    path.write_text(f"\\begin{{tabular}}{{{columns}}}\n\\hline\n{rows}\\end{{tabular}}\n")


def _latex_bold(path: Path, grid: Grid) -> None:
    first = [f"\\textbf{{{cell}}}" for cell in grid[0]]
    head, *rows = grid
    if len(head) == 2:
        lines = [f"\\textbf{{{key}}} & {value} \\\\" for key, value in grid]
    else:
        lines = [" & ".join(row) + " \\\\ \\midrule" for row in (first, *rows)]
    path.write_text("\\begin{tabular}{llll}\n" + "\n".join(lines) + "\n\\end{tabular}\n")


def _json(layout: Callable[[str, object], object]) -> Write:
    def write(path: Path, grid: Grid) -> None:
        items = [layout(key, number(value)) for key, value in pairs(grid)]
        path.write_text(json.dumps({"form": {"items": items}}, indent=1))

    return write


def number(value: str) -> object:
    """A number as programs write it: without the digits that it would lose."""
    return int(value) if value.isdecimal() and not value.startswith("0") else value


def _numbers(path: Path, grid: Grid) -> None:
    rows = [{key: number(value) for key, value in row.items()} for row in records(grid)]
    path.write_text(json.dumps(rows, indent=1))


def _typed(path: Path, grid: Grid) -> None:
    rows = [{key: {"stringValue": value} for key, value in row.items()} for row in records(grid)]
    path.write_text(json.dumps(rows, indent=1))


def number_columns(path: Path, grid: Grid) -> None:
    """A table of Parquet with columns of whole numbers."""
    rows = records(grid)
    columns = {key: [number(row[key]) for row in rows] for key in rows[0]}
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def _lines_of_notebook(lines_of: Callable[[Grid], str], *, output: bool = False) -> Write:
    """A notebook whose text is a list of lines, as most are stored."""

    def write(path: Path, grid: Grid) -> None:
        lines = lines_of(grid).splitlines(keepends=True)
        cell = {"cell_type": "markdown", "metadata": {}, "source": lines}
        if output:
            shown = [{"output_type": "stream", "name": "stdout", "text": lines}]
            cell |= {"cell_type": "code", "source": ["show()"], "execution_count": 1}
            cell["outputs"] = shown
        notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        path.write_text(json.dumps(notebook, indent=1))

    return write


def _bars(grid: Grid) -> str:
    rows = (grid[0], ["---"] * len(grid[0]), *grid[1:])
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def _colons(grid: Grid) -> str:
    return "".join(f"{key}: {value}\n" for key, value in pairs(grid))


def _paragraphs(path: Path, grid: Grid) -> None:
    document = docx.Document()
    for key, value in pairs(grid):
        document.add_paragraph(key)
        document.add_paragraph(value)
    document.save(path)


def _paragraphs_of_cells(path: Path, grid: Grid) -> None:
    """Three cells a row, each with a label and its value below."""
    document = docx.Document()
    found = pairs(grid)
    table = document.add_table(rows=0, cols=3)
    for at in range(0, len(found), 3):
        cells = table.add_row().cells
        for cell, (key, value) in zip(cells, found[at : at + 3], strict=False):
            cell.text = key
            cell.add_paragraph(value)
    document.save(path)


def _boxes(path: Path, grid: Grid) -> None:
    """A text box for each label, and one for each value."""
    document = docx.Document()
    body = document.element.body
    for pair in pairs(grid):
        for text in pair:
            content = f"<w:p><w:r><w:t>{html.escape(text)}</w:t></w:r></w:p>"
            box = docx.oxml.parse_xml(_BOX.format(ns=_NAMESPACE, content=content))
            body.insert(len(body) - 1, box)
    document.save(path)


def _shapes(path: Path, grid: Grid) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    for at, pair in enumerate(pairs(grid)):
        for column, text in enumerate(pair):
            box = slide.shapes.add_textbox(
                Inches(4 * column), Inches(at / 4), Inches(4), Inches(0.2)
            )
            box.text_frame.text = text
    deck.save(path)


def _rtf(path: Path, grid: Grid) -> None:
    items = "".join(f"{{\\b {key}}}\\par\n{value}\\par\n" for key, value in pairs(grid))
    path.write_text(f"{{\\rtf1\\ansi\n{items}}}\n")


LAYOUTS: dict[str, Write] = {
    "divisions.html": _page(lambda key, value: f"<div><div>{key}</div><div>{value}</div></div>"),
    "paragraphs.html": _page(lambda key, value: f"<p>{key}</p><p>{value}</p>"),
    "spans.html": _page(lambda key, value: f"<div><span>{key}</span> <span>{value}</span></div>"),
    "glued.html": _page(lambda key, value: f"<div><span>{key}</span><span>{value}</span></div>"),
    "strong.html": _page(lambda key, value: f"<p><strong>{key}</strong><br>{value}</p>"),
    "cells.html": _page(
        lambda key, value: f"<td><p>{key}</p><p>{value}</p></td>", "<table><tr>{}</tr></table>"
    ),
    "labels.html": _page(lambda key, value: f'<label for=i>{key}</label> <input value="{value}">'),
    "inputs.html": _page(
        lambda key, value: f'<tr><td>{key}</td><td><input value="{value}"></td></tr>',
        "<table>{}</table>",
    ),
    "roles.html": _roles,
    "headers.html": _two_headers,
    "siblings.xml": _text(lambda key, value: f"<q>{key}</q><a>{value}</a>\n", "<form>\n{}</form>"),
    "definitions.md": _text(lambda key, value: f"{key}\n: {value}\n\n"),
    "bold.md": _text(lambda key, value: f"**{key}**\n\n{value}\n\n"),
    "headings.md": _text(lambda key, value: f"## {key}\n\n{value}\n\n"),
    "dashes.md": _text(lambda key, value: f"- **{key}** \u2014 {value}\n"),
    "dashes.txt": _text(lambda key, value: f"{key} - {value}\n"),
    "arrows.txt": _text(lambda key, value: f"{key} -> {value}\n"),
    "below.txt": _text(lambda key, value: f"{key}\n{value}\n\n"),
    "apart.txt": _text(lambda key, value: f"{key}\n\n{value}\n\n"),
    "rows.tex": _latex,
    "bold.tex": _latex_bold,
    "items.tex": _text(lambda key, value: f"\\item[{key}] {value}\n"),
    "asked.json": _json(
        lambda key, value: {
            "question": {"label": key, "type": "short"},
            "response": {"kind": "text", "value": value},
        }
    ),
    "fields.json": _json(lambda key, value: {"field": {"id": 7, "title": key}, "data": value}),
    "numbers.json": _numbers,
    "typed.json": _typed,
    "lines.ipynb": _lines_of_notebook(_colons),
    "rows.ipynb": _lines_of_notebook(_bars),
    "shown.ipynb": _lines_of_notebook(frame, output=True),
    "paragraphs.docx": _paragraphs,
    "cells.docx": _paragraphs_of_cells,
    "boxes.docx": _boxes,
    "shapes.pptx": _shapes,
    "paragraphs.rtf": _rtf,
}
