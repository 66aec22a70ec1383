"""CSV: cells are read as the csv module reads them, and only replaced cells change."""

from __future__ import annotations

import csv
import io

import pytest
from anonfilter_documents.csv.csv_table import CsvTable
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from anonfilter.errors import Incomplete
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import (
    NAME,
    NASTY,
    accepts,
    damaged,
    fields,
    read,
    replaced,
    texts,
    write_rules,
)

CELLS = st.lists(
    st.sampled_from([NAME, " ", '"', ",", ";", "\t", "|", "\n", "\r\n", "é", "\u2028", "\f", "1"])
).map("".join)
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=5)
)


def written(rows: list[list[str]], **dialect: object) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, **dialect).writerows(rows)  # type: ignore[arg-type]
    return out.getvalue()


def parsed(text: str, **dialect: object) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True, **dialect))  # type: ignore[arg-type]


@given(
    TABLES,
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([NASTY, "[PERSON_1]", 'a "b"\nc', ""]),
)
def test_only_the_name_changes(
    rows: list[list[str]], delimiter: str, quoting: int, line_end: str, by: str
) -> None:
    text = written(rows, delimiter=delimiter, quoting=quoting, lineterminator=line_end)
    document = read(CsvTable, text, "any.csv", delimiter=delimiter, header=False)
    expected = [[cell.replace(NAME, by) for cell in row] for row in rows]
    assert parsed(replaced(document, by=by), delimiter=delimiter) == expected


@given(TABLES, st.integers(0, 60), st.sampled_from(['"', ",", "x", "\n", ""]))
def test_a_table_that_csv_rejects_is_incomplete(rows: list[list[str]], at: int, put: str) -> None:
    text = damaged(written(rows), at, put)
    try:
        widths = {len(row) for row in parsed(text) if row}
        valid = len(widths) < 2
    except csv.Error:
        valid = False
    assert accepts(CsvTable, text, "any.csv", delimiter=",", header=False) == valid


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("a,b\n1,2\n3\n", "3:1", "this row has 1 cell, the first has 2"),
        ("a,b\r\n\r\n1,2,3\r\n", "3:1", "this row has 3 cells"),
        ('a,b\n1,"2\n3', "2:3", "no closing quote"),
        ('a,b\n"1"x,2\n', "2:4", "after the closing quote"),
        ("a;b,c\n1;2,3\n", "1:1", "more than one delimiter fits"),
        ("a;b\n1;2\n3\n", "3:1", "this row has 1 cell"),
        ("text\nwell, yes\n", "2:1", "this row has 2 cells"),
    ],
)
def test_an_invalid_table_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(CsvTable, text, "a.csv")
    assert caught.value.where == f"a.csv:{place}"


@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("a.csv", "id,text\n1,Hello; there\n2,Yes\n", ["1", "Hello; there", "2", "Yes"]),
        ("a.csv", "id;text\n1;Hello, there\n2;1,5\n", ["1", "Hello, there", "2", "1,5"]),
        ("a.csv", "id\ttext\n1\tHello, there", ["1", "Hello, there"]),
        ("a.CSV", 'id|text\n1|"a|b"\n', ["1", "a|b"]),
        ("a.csv", "text\nHello\n\nYes; so\n", ["Hello", "Yes; so"]),
        ("a.tsv", "id\ttext\n1\tHello, you; there\n", ["1", "Hello, you; there"]),
        ("a.csv", "", []),
        ("a.csv", "\n\n", []),
    ],
)
def test_the_delimiter_is_what_makes_a_table(name: str, text: str, cells: list[str]) -> None:
    assert texts(read(CsvTable, text, name)) == cells


def test_cells_with_quotes_and_line_ends() -> None:
    text = 'id,text\r\n1,"She said ""Quill,\r\nyes"""\r\n'
    document = read(CsvTable, text, "a.csv")
    assert texts(document)[1:] == ['She said "Quill,\nyes"']
    assert replaced(document, by="[P]") == text.replace("Quill", "[P]")
    assert replaced(document, '"Quill,\nyes"', '"[P]"').splitlines()[1:] == [
        '1,"She said ',
        '""[P]"""',
    ]


def test_a_bare_cell_is_quoted_when_it_has_to_be() -> None:
    text = 'id,text\n1,the 5" Quill\n2,so Quill\n'
    assert replaced(read(CsvTable, text, "a.csv"), by="Doe, J.") == (
        'id,text\n1,"the 5"" Doe, J."\n2,"so Doe, J."\n'
    )
    assert replaced(read(CsvTable, text, "a.csv"), by="[P]") == text.replace("Quill", "[P]")


def test_paragraphs_and_turns_in_a_cell_are_fields() -> None:
    text = 'id,talk\n7,"ANN: Hello.\nBOB: Yes.\n\nEnd"\n'
    assert texts(read(CsvTable, text, "a.csv")) == ["7", "ANN: Hello.", "BOB: Yes.", "End"]


# columns


TABLE = "who,said,Wilma's note,who\nAnn,Hi,x,Bob\n"


def columns(header: bool = True, others: str = "text", **roles: str) -> list[tuple[str, str]]:
    config = {"header": header, "others": others, "columns": roles}
    return fields(read(CsvTable, TABLE, "a.csv", **config))


def test_columns_have_roles_by_title_or_number() -> None:
    assert columns(who="speaker", said="speech") == [
        ("text", "Wilma's note"),
        ("speaker", "Ann"),
        ("speech", "Hi"),
        ("text", "x"),
        ("speaker", "Bob"),
    ]
    assert columns(**{"2": "speech", "4": "leave", "Wilma's note": "leave"}) == [
        ("text", "Ann"),
        ("speech", "Hi"),
    ]
    assert columns(others="leave", said="speech") == [("text", "Wilma's note"), ("speech", "Hi")]


def test_a_title_that_is_a_number_is_no_position() -> None:
    table = "2,1\nAnn,Hi\n"
    assert fields(read(CsvTable, table, "a.csv", columns={"1": "speech"})) == [
        ("text", "Ann"),
        ("speech", "Hi"),
    ]


def test_without_a_header_all_rows_are_alike() -> None:
    assert [text for _, text in columns(header=False)][:4] == ["who", "said", "Wilma's note", "who"]
    with pytest.raises(ValidationError, match="without a header"):
        columns(header=False, who="speaker")


def test_titles_are_read_unless_they_are_plain() -> None:
    table = "Start Time,speaker_id,Wilma,jane,Mark\n" + ",".join("12345") + "\n"
    assert texts(read(CsvTable, table, "a.csv"))[:3] == ["Wilma", "jane", "Mark"]


def test_a_column_that_is_not_there_leaves_nothing_in_silence() -> None:
    with pytest.raises(Incomplete, match="no column 'text'"):
        columns(others="leave", text="speech")
    assert len(columns(text="speech")) == 5


# files of others


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-32"])
def test_other_encodings(codec: str) -> None:
    data = "text,note\r\nRenée Quill,»x«\r\n".encode(codec)
    document = read(CsvTable, data, "a.csv")
    assert document.source.encode(replaced(document, by="[P]")) == (
        "text,note\r\nRenée [P],»x«\r\n".encode(codec)
    )


def test_a_file_of_excel_in_another_encoding_keeps_its_bytes() -> None:
    data = "name;n\r\nRenée Quill;1,5\r\n".encode("cp1252")
    document = read(CsvTable, data, "a.csv")
    assert texts(document)[:1] == ["Renée Quill"]
    assert document.source.encode(replaced(document, by="[P]")) == data.replace(b"Quill", b"[P]")


# the command line

FORMATS = "- use: csv\n  columns: {who: speaker, 3: leave}"
TALK = (
    "who,text,source,Tamsin Works\r\n"
    'Wilma Quillfeather,"It is ""Wilma""\r\nQuillfeather, Ren\u00e9e",Tamsin Works,4155550100\r\n'
)


def test_filter_and_check(run, folder):
    write_rules(folder, FORMATS)
    (folder / "talk.csv").write_bytes(TALK.encode())
    found = run("check", "--rules", "formats.yaml", "talk.csv", "--output", "json").json()[
        "findings"
    ]
    assert [(one["line"], one["column"], one["label"]) for one in found] == [
        (1, 17, "COMPANY"),
        (2, 1, "PERSON"),
        (3, 1, "PERSON"),
        (3, 15, "PERSON"),
        (3, 35, "PHONE"),
    ]
    result = run("--rules", "formats.yaml", "-i", "talk.csv")
    assert result.code == 0, result.err
    assert (folder / "talk.csv").read_bytes().decode() == (
        "who,text,source,[COMPANY_1]\r\n"
        '[PERSON_1] [PERSON_2],"It is ""[PERSON_1]""\r\n'
        '[PERSON_2], [PERSON_3]",Tamsin Works,[PHONE_1]\r\n'
    )
    assert run("check", "--rules", "formats.yaml", "talk.csv").code == 0


def test_a_table_with_a_short_row_is_incomplete(run, folder):
    write_rules(folder, FORMATS)
    result = run(
        "--rules", "formats.yaml", "--stdin-filename", "x.csv", stdin=b"who,a\nAnn,b\nBo\n"
    )
    assert (result.code, result.out) == (3, "")
    assert "x.csv:3:1: is not a table: this row has 1 cell" in result.err


@pytest.mark.parametrize("cell", ["a,", ","])
def test_many_columns_are_read_in_time(cell: str) -> None:
    assert grows_no_faster(lambda count: read(CsvTable, cell * count + "\n", "a.csv"), 20_000)
