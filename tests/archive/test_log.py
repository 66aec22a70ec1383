"""``anonfilter log``: an ethics board finds its answers in the log alone."""

from __future__ import annotations

import csv
import os
import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import docx
import openpyxl
import pandas
import pytest
from anonfilter_archive.log.log_files import files_of
from anonfilter_archive.log.log_rows import Table

from anonfilter.keys import keyring
from anonfilter.keys.corpus import load
from tests.archive.conftest import NAMES
from tests.commands.commandline import CommandLine

Rows = list[dict[str, str]]


def read_csv(path: Path) -> Rows:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def log(archive: CommandLine) -> CommandLine:
    done = archive("log", "interviews", "-o", "log.csv")
    assert done.code == 0, done.err
    assert done.last == "6 replacements in 2 documents; 3 places kept on purpose"
    return archive


def test_the_log_names_place_technique_and_reason_of_each_replacement(log: CommandLine) -> None:
    first = read_csv(log.folder / "log.csv")[0]
    assert first.pop("when")
    assert first == {
        "document": "interviews/first.txt",
        "place": "line 1",
        "label": "PERSON",
        "technique": "tag",
        "replacement": "[PERSON_1]",
        "sealed in": "interviews/first.txt.pseudonyms.yaml [PERSON_1]",
        "reason": "detector patterns, rule full name",
        "who": "anonfilter",
    }


def test_how_many_people_were_replaced_and_in_how_many_documents(log: CommandLine) -> None:
    people = [row for row in read_csv(log.folder / "log-entities.csv") if row["label"] == "PERSON"]
    assert [(row["tags"], row["replacements"], row["documents"]) for row in people] == [
        ("[PERSON_1]; [PERSON_2]", "2", "2"),  # she has another number in each document
        ("[PERSON_1]", "2", "1"),
    ]


def test_what_was_kept_on_purpose_and_by_whom(log: CommandLine) -> None:
    kept = read_csv(log.folder / "log-kept.csv")
    assert [(row["document"], row["label"], row["reason"], row["who"]) for row in kept] == [
        ("interviews/first.txt", "PERSON", "reviewer: keep", "R. Reader"),
        ("interviews/first.txt", "TEAM", "the rules keep TEAM", "not recorded"),
        (
            "interviews/title.txt",
            "PERSON",
            "allow list: the author, on the title page",
            "A. Author",
        ),
    ]
    assert kept[0]["when"] == "2026-03-01"


def test_an_entry_of_the_allow_list_may_name_who_allowed_it(archive: CommandLine) -> None:
    place = archive.folder / "interviews/thanks.txt"
    place.write_text("We thank Abel Quillfeather.\n")
    allowed = ("interviews/thanks.txt:1", "--reason", "a colleague", "--by", "B. Board")
    assert archive("allow", *allowed).code == 0
    assert archive("log", "interviews/thanks.txt", "-o", "log.csv").code == 0
    (kept,) = read_csv(archive.folder / "log-kept.csv")
    assert (kept["reason"], kept["who"]) == ("allow list: a colleague", "B. Board")
    assert kept["when"] == date.today().isoformat()


def test_surrogates_are_named_with_their_technique(archive: CommandLine) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    text = rules.read_text().replace("risk: 5, tag: numbered", "risk: 5, tag: surrogate")
    rules.write_text(f"{text}  - use: surrogate\n")
    (archive.folder / "shown.txt").write_text("Wilma Quillfeather met Abel Tamsin.\n")
    assert archive("-i", "shown.txt").code == 0
    assert archive("log", "shown.txt", "-o", "log.csv").code == 0
    rows = read_csv(archive.folder / "log.csv")
    shown = (archive.folder / "shown.txt").read_text()
    assert [row["technique"] for row in rows] == ["surrogate", "surrogate"]
    assert shown == f"{rows[0]['replacement']} met {rows[1]['replacement']}.\n"


def test_which_technique_was_used_for_ages(log: CommandLine) -> None:
    ages = [row for row in read_csv(log.folder / "log.csv") if row["label"] == "AGE"]
    assert {row["technique"] for row in ages} == {"tag"}
    assert len(ages) == 2


def test_the_log_names_generalised_values(archive: CommandLine) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text().replace("tag: '[AGE]'", "generalise: {band: 5}"))
    archive.folder.joinpath("ages.txt").write_text("Abel Tamsin is 37 years old.\n")
    assert archive("-i", "ages.txt").code == 0
    assert archive("log", "ages.txt", "-o", "log.csv").code == 0
    _, age = read_csv(archive.folder / "log.csv")
    assert (age["technique"], age["replacement"]) == ("generalised", "[AGE: 35-39]")


def test_no_value_is_in_the_log(log: CommandLine) -> None:
    for path in log.folder.glob("log*.csv"):
        assert not [name for name in NAMES if name.isalpha() and name in path.read_text()]


def test_originals_are_in_the_log_if_they_are_asked_for(archive: CommandLine) -> None:
    assert archive("log", "--show-values", "interviews", "-o", "log.csv").code == 0
    rows = read_csv(archive.folder / "log.csv")
    assert [row["original"] for row in rows][:2] == ["Wilma Quillfeather", "37"]
    kept = read_csv(archive.folder / "log-kept.csv")
    assert [row["value"] for row in kept] == ["Ines Tamsin", "Blue Herons", "Abel Tamsin"]


def test_without_the_key_the_log_has_tags_and_no_reasons(
    archive: CommandLine,
) -> None:
    keyring.key_file(load(archive.folder)).unlink()
    refused = archive("log", "--show-values", "interviews", "-o", "log.csv")
    assert refused.code == 2
    assert not (archive.folder / "log.csv").exists()
    assert archive("log", "interviews", "-o", "log.csv").code == 0
    rows = read_csv(archive.folder / "log.csv")
    assert {row["reason"] for row in rows} == {"sealed"}
    assert [row["replacement"] for row in rows][:2] == ["[PERSON_1]", "[AGE]"]


def test_a_document_that_cannot_be_read_is_reported_and_left_out(archive: CommandLine) -> None:
    (archive.folder / "interviews/second.txt").unlink()
    done = archive("log", "interviews", "-o", "log.csv")
    assert done.code == 3
    assert "the document of this sidecar does not exist" in done.err
    about = read_csv(archive.folder / "log-about.csv")
    assert {"fact": "files that could not be read", "value": "1"} in about


def test_tags_of_a_document_without_a_sidecar_are_in_the_log(archive: CommandLine) -> None:
    (archive.folder / "interviews/second.txt.pseudonyms.yaml").unlink()
    assert archive("log", "interviews", "-o", "log.csv").code == 0
    rows = read_csv(archive.folder / "log.csv")
    assert [(row["replacement"], row["reason"]) for row in rows[2:]] == [
        ("[PERSON_1]", "no sidecar"),
        ("[PERSON_2]", "no sidecar"),
        ("[PERSON_1]", "no sidecar"),
        ("[AGE]", "no sidecar"),
    ]


def test_a_log_is_a_table_of_a_known_kind(archive: CommandLine) -> None:
    refused = archive("log", "interviews", "-o", "log.pdf")
    assert refused.code == 2
    assert "Name a file that ends in .csv, .xlsx or .ods." in refused.err


# places


def test_places_are_named_as_readers_count_them(archive: CommandLine) -> None:
    folder = archive.folder / "more"
    folder.mkdir()
    made = docx.Document()
    made.add_paragraph("An interview.")
    made.add_paragraph("Abel Tamsin is 52 years old.")
    made.save(str(folder / "talk.docx"))
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Cases"
    sheet.append(["Name", "Knows"])
    sheet.append(["nobody", "Abel Tamsin"])
    book.save(folder / "cases.xlsx")
    (folder / "cases.csv").write_text('Name,Knows\n"a\nb",Abel Tamsin\n')
    files = ["more/cases.csv", "more/cases.xlsx", "more/talk.docx"]
    assert archive("-i", *files).code == 0
    assert archive("log", "more", "-o", "log.csv").code == 0
    rows = read_csv(archive.folder / "log.csv")
    assert [(row["document"], row["place"]) for row in rows] == [
        ("more/cases.csv", "row 2, column 2"),
        ("more/cases.xlsx", "sheet 1, cell B2"),
        ("more/talk.docx", "paragraph 2"),
        ("more/talk.docx", "paragraph 2"),
    ]


def test_a_check_shows_no_title_of_a_sheet_or_column(archive: CommandLine) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Wilma Quillfeather"
    sheet.append(["nobody", "Wilma Quillfeather"])
    book.save(archive.folder / "cases.xlsx")
    done = archive("check", "cases.xlsx")
    assert done.code == 1
    assert "sheet 1, cell B1" in done.out
    assert "Quillfeather" not in done.out + done.err


# other programs


def cells(table: pandas.DataFrame) -> Iterator[tuple[str, ...]]:
    yield tuple(map(str, table.columns))
    for row in table.fillna("").itertuples(index=False):
        yield tuple(map(str, row))


def test_pandas_reads_the_same_log_from_each_kind_of_file(log: CommandLine) -> None:
    for kind in ("xlsx", "ods"):
        assert log("log", "interviews", "-o", f"log.{kind}").code == 0
    csv_names = {"replacements": "log.csv"} | {
        name: f"log-{name}.csv" for name in ("entities", "kept", "about")
    }
    for name, file in csv_names.items():
        expected = list(cells(pandas.read_csv(log.folder / file, dtype=str)))
        for kind in ("xlsx", "ods"):
            read = pandas.read_excel(log.folder / f"log.{kind}", sheet_name=name, dtype=str)
            assert list(cells(read)) == expected, (name, kind)


@pytest.mark.slow
def test_libreoffice_opens_the_log(log: CommandLine, tmp_path: Path) -> None:
    for kind in ("xlsx", "ods"):
        assert log("log", "interviews", "-o", f"log-{kind}.{kind}").code == 0
    into = tmp_path / "opened"
    subprocess.run(
        [
            "soffice",
            f"-env:UserInstallation=file://{tmp_path / 'profile'}",
            "--headless",
            "--convert-to",
            "csv",
            "--outdir",
            str(into),
            *(str(log.folder / f"log-{kind}.{kind}") for kind in ("xlsx", "ods")),
        ],
        check=True,
        capture_output=True,
    )
    expected = read_csv(log.folder / "log.csv")
    for kind in ("xlsx", "ods"):
        assert read_csv(into / f"log-{kind}.csv") == expected


@pytest.mark.parametrize("value", ["=HYPERLINK(1)", "+44 20 7946 0000", "@okafor", "-1+1"])
def test_no_text_of_a_log_in_csv_is_a_formula(value: str) -> None:
    table = Table("replacements", ("document", "original"), [("a.txt", value)])
    [written] = files_of(Path("log.csv"), [table]).values()
    assert written.decode().splitlines()[1].startswith("a.txt,'")
