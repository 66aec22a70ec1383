"""The titles of the columns of a spreadsheet label its cells, as those of a CSV file do."""

from __future__ import annotations

import csv
import io
from datetime import date

from openpyxl import Workbook, load_workbook

from anonfilter import Engine, load_ruleset

ROWS = [
    ["Name", "Age", "Date of birth", "Notes"],
    ["Wilma Quillfeather", 37, date(1985, 4, 3), "likes tea"],
    ["Tom Ellery", 41, date(1981, 12, 12), "none"],
]


def test_a_workbook_and_a_csv_file_with_the_same_rows_have_the_same_tags() -> None:
    engine = Engine(load_ruleset("fast"))
    book, written = Workbook(), io.StringIO()
    for row in ROWS:
        book.active.append(row)
    csv.writer(written).writerows(ROWS)
    saved = io.BytesIO()
    book.save(saved)
    files = {"people.xlsx": saved.getvalue(), "people.csv": written.getvalue().encode()}
    workbook, table = (
        engine.redact(engine.read_document(data, name)).output for name, data in files.items()
    )
    cells = [list(row) for row in load_workbook(io.BytesIO(workbook)).active.values]
    assert cells == [
        ["Name", "Age", "Date of birth", "Notes"],
        ["[PERSON_1]", "[AGE]", "[DATE_OF_BIRTH]", "likes tea"],
        ["[PERSON_2]", "[AGE]", "[DATE_OF_BIRTH]", "none"],
    ]
    assert list(csv.reader(io.StringIO(table.decode()))) == cells
