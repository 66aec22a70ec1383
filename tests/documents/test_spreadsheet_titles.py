"""The titles of the columns of a spreadsheet label its cells, as those of a CSV file do."""

from __future__ import annotations

import csv
import io
from datetime import date

import pytest
from anonfilter_documents.csv.csv_table import CsvTable
from openpyxl import Workbook, load_workbook

from anonfilter import Engine, load_ruleset
from anonfilter.contract.document import Source
from anonfilter.contract.plugin import Setting

ROWS = [
    ["Name", "Age", "Date of birth", "Notes"],
    ["Wilma Quillfeather", 37, date(1985, 4, 3), "likes tea"],
    ["Tom Ellery", 41, date(1981, 12, 12), "none"],
]


@pytest.mark.parametrize("above", [[], [["A list", "", "", ""], ["", "", "", ""]]])
def test_a_workbook_and_a_csv_file_with_the_same_rows_have_the_same_tags(
    above: list[list[str]],
) -> None:
    engine = Engine(load_ruleset("fast"))
    book, written = Workbook(), io.StringIO()
    for row in (*above, *ROWS):
        book.active.append([value or None for value in row])
    csv.writer(written).writerows([*above, *ROWS])
    saved = io.BytesIO()
    book.save(saved)
    files = {"people.xlsx": saved.getvalue(), "people.csv": written.getvalue().encode()}
    workbook, table = (
        engine.redact(engine.read_document(data, name)).output for name, data in files.items()
    )
    rows = load_workbook(io.BytesIO(workbook)).active.values
    cells = [[value or "" for value in row] for row in rows]
    assert cells == [
        *above,
        ["Name", "Age", "Date of birth", "Notes"],
        ["[PERSON_1]", "[AGE]", "[DATE_OF_BIRTH]", "likes tea"],
        ["[PERSON_2]", "[AGE]", "[DATE_OF_BIRTH]", "none"],
    ]
    assert list(csv.reader(io.StringIO(table.decode()))) == cells


@pytest.mark.parametrize(
    "table",
    [
        "Wilma Quillfeather,,\nTom Ellery,Lyon,tea\n",  # no titles
        "Notes,,\nlikes tea,no,yes\n",
        "Notes,\nName,Age\nWilma Quillfeather,37\n",
    ],
)
def test_other_first_rows_are_the_titles(table: str) -> None:
    engine = Engine(load_ruleset("fast"))
    first = engine.read_document(table.encode(), "t.csv").fields[-1].name
    assert first == table.splitlines()[0].split(",")[-1]


@pytest.mark.parametrize("above", ["", "\n", "A list,,\n", "A list,,\n\n,,\n", '\n"A\nlist",,\n'])
def test_each_part_of_a_long_table_has_the_titles(above: str) -> None:
    table = f"{above}Name,Age,Notes\nWilma Quillfeather,37,tea\n"
    parts = CsvTable(CsvTable.Config(), Setting("csv")).parts(Source("t.csv", table))
    assert parts.head == table.partition("Wilma")[0]
