"""``anonfilter redteam sample`` and ``read``: from filtered documents to figures."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

FIELDS = ("residue", "kinds", "identified", "how", "confidence", "reviewer", "date")
CLEAN = ("no", "", "no", "", "high", "R. One", "2026-01-31")
LEFT = ("yes", "name, place", "no", "", "medium", "R. One", "31.01.2026")
FOUND = ("yes", "occupation", "yes", "by the one office", "high", "R. One", "31/01/2026")


@pytest.fixture
def sheets(run, folder) -> Path:
    for kind in ("calls", "letters"):
        (folder / "red" / kind).mkdir(parents=True)
        for number in range(5):
            name = folder / "red" / kind / f"{number}.txt"
            name.write_text(f"[PERSON_1] came to see us.\nThe {kind} number {number}.\n")
    assert run("redteam", "sample", "red", "--n", "4", "-o", "sheets").code == 0
    return folder / "sheets"


def rows(sheet: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(sheet.read_text("utf-8-sig"))))


def fill(sheet: Path, *answers: tuple[str, ...], by: str = "") -> None:
    """Fill in a sheet, by a reviewer of its own: the last answer also for all that follow."""
    head, *others = rows(sheet)
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(head)
    for at, row in enumerate(others):
        *said, reviewer, date = answers[min(at, len(answers) - 1)]
        writer.writerow([*row[:3], *said, reviewer and (by or f"{reviewer} {sheet.stem}"), date])
    sheet.write_text(written.getvalue(), encoding="utf-8-sig")


def test_a_sample_is_drawn_by_stratum_and_recorded(sheets):
    record = json.loads((sheets / "sample.json").read_text())
    assert record["strata"] == {
        "red/calls": {"documents": 5, "drawn": 2},
        "red/letters": {"documents": 5, "drawn": 2},
    }
    assert record["seed"] == 0
    for one in record["documents"]:
        text = (sheets / "texts" / f"{one['id']}.txt").read_text()
        assert text == (sheets.parent / one["path"]).read_text()


def test_a_sheet_has_a_row_for_each_document_and_nothing_of_it(sheets):
    head, *others = rows(sheets / "reviewer-1.csv")
    assert len(others) == 4
    assert head[3:] == list(FIELDS)
    assert (sheets / "reviewer-1.csv").read_bytes().startswith(b"\xef\xbb\xbfid,stratum,text")
    assert "came to see us" not in (sheets / "reviewer-1.csv").read_text()
    assert (sheets / "reviewer-1.csv").read_bytes() == (sheets / "reviewer-2.csv").read_bytes()


def test_the_same_seed_draws_the_same(run, sheets):
    for name, seed in (("again", "0"), ("other", "1")):
        run("redteam", "sample", "red", "--n", "4", "--seed", seed, "-o", name)
    read = [(sheets.parent / name / "sample.json").read_text() for name in ("again", "other")]
    assert read[0] == (sheets / "sample.json").read_text()
    assert json.loads(read[1])["documents"] != json.loads(read[0])["documents"]


def test_figures_of_two_reviewers(run, sheets):
    fill(sheets / "reviewer-1.csv", LEFT, CLEAN)
    fill(sheets / "reviewer-2.csv", LEFT, FOUND, CLEAN)
    result = run("redteam", "read", "--json", "sheets")
    found = result.json()
    assert result.code == 1
    overall = found["strata"]["overall"]
    assert (overall["documents"], overall["drawn"]) == (10, 4)
    assert (overall["clean"]["found"], overall["residue"]["found"]) == (2, 2)
    assert overall["identified"]["found"] == 1
    assert overall["clean"]["low"] < 0.5 == overall["clean"]["share"] < overall["clean"]["high"]
    assert found["kinds"] == {"name": 1, "place": 1, "occupation": 1}
    assert found["agreement"]["residue"]["agree"] == 0.75
    assert found["agreement"]["residue"]["kappa"] == pytest.approx(0.5)


def test_all_clean(run, sheets):
    for name in ("reviewer-1.csv", "reviewer-2.csv"):
        fill(sheets / name, CLEAN)
    result = run("redteam", "read", "sheets")
    assert (result.code, result.err) == (0, "")
    assert "100.0%" in result.out


def test_one_reviewer_does_not_agree_with_himself(run, sheets):
    for name in ("reviewer-1.csv", "reviewer-2.csv"):
        fill(sheets / name, CLEAN, by="R. One")
    result = run("redteam", "read", "sheets")
    assert (result.code, result.out) == (3, "")
    assert "reviewer: the same as in reviewer-1.csv" in result.err


@pytest.mark.parametrize(
    ("answer", "column"),
    [
        (("", *CLEAN[1:]), "residue"),
        (("maybe", *CLEAN[1:]), "residue"),
        (("yes", "", *CLEAN[2:]), "kinds"),
        (("yes", "a name", *CLEAN[2:]), "kinds"),
        (("no", "name", *CLEAN[2:]), "residue is no, but kinds are given"),
        ((*CLEAN[:2], "", *CLEAN[3:]), "identified"),
        ((*FOUND[:3], "", *FOUND[4:]), "how"),
        ((*CLEAN[:4], "", *CLEAN[5:]), "confidence"),
        ((*CLEAN[:5], "", ""), "date"),
    ],
)
def test_a_missing_answer_is_incomplete(run, sheets, answer, column):
    fill(sheets / "reviewer-1.csv", CLEAN)
    fill(sheets / "reviewer-2.csv", CLEAN, answer, CLEAN)
    result = run("redteam", "read", "sheets")
    assert (result.code, result.out) == (3, "")
    name = rows(sheets / "reviewer-2.csv")[2][0]
    assert f"sheets/reviewer-2.csv: {name}: {column}" in result.err


def test_rows_may_be_sorted_but_not_removed(run, sheets):
    for name in ("reviewer-1.csv", "reviewer-2.csv"):
        fill(sheets / name, LEFT)
    head, *lines = (sheets / "reviewer-1.csv").read_text("utf-8-sig").splitlines()
    (sheets / "reviewer-1.csv").write_text("\n".join([head, *reversed(lines)]))
    assert run("redteam", "read", "sheets").code == 1
    (sheets / "reviewer-1.csv").write_text("\n".join([head, *lines[1:]]))
    result = run("redteam", "read", "sheets")
    assert (result.code, "no row" in result.err) == (3, True)
    (sheets / "reviewer-1.csv").write_text("\n".join([head, lines[0], *lines]))
    assert run("redteam", "read", "sheets").code == 3


@pytest.mark.parametrize(
    ("delimiter", "codec"), [(";", "utf-8"), ("\t", "utf-16"), (";", "latin-1"), (",", "utf-8-sig")]
)
def test_sheets_of_other_spreadsheet_programs_are_read(run, sheets, delimiter, codec):
    for name in ("reviewer-1.csv", "reviewer-2.csv"):
        fill(sheets / name, (*FOUND[:3], "am Ort: nur eine Ärztin", *FOUND[4:]))
        read = rows(sheets / name)
        written = io.StringIO()
        csv.writer(written, delimiter=delimiter).writerows(read)
        (sheets / name).write_bytes(written.getvalue().encode(codec))
    result = run("redteam", "read", "--json", "sheets")
    assert result.json()["strata"]["overall"]["identified"]["found"] == 4
    assert "Ärztin" not in result.out


def test_an_invalid_sheet_is_incomplete(run, sheets):
    (sheets / "reviewer-2.csv").write_bytes(b"PK\x03\x04\0\0")
    assert run("redteam", "read", "sheets").code == 3
    (sheets / "reviewer-2.csv").unlink()
    assert run("redteam", "read", "sheets").code == 3


def test_a_text_that_was_changed_since_is_incomplete(run, sheets):
    text = next((sheets / "texts").iterdir())
    text.write_text("something else")
    result = run("redteam", "read", "sheets")
    assert result.code == 3
    assert f"sheets/texts/{text.name}: the text was changed after it was drawn" in result.err


def test_rows_of_a_file_by_a_field(run, folder):
    written = [
        {"text": f"call {at}\nof [PERSON_1]", "kind": "=a" if at % 3 else "b"} for at in range(9)
    ]
    (folder / "calls.jsonl").write_text("\n".join(map(json.dumps, written)))
    result = run(
        "redteam",
        "sample",
        "calls.jsonl",
        "--rows",
        "text",
        "--by",
        "kind",
        "--n",
        "all",
        "--lines",
        "1",
        "-o",
        "sheets",
    )
    assert result.code == 0
    record = json.loads((folder / "sheets/sample.json").read_text())
    assert record["strata"]["=a"] == {"documents": 6, "drawn": 6}
    for one in record["documents"]:
        text = (folder / "sheets/texts" / f"{one['id']}.txt").read_text()
        assert text == f"call {one['line'] - 1}\n"
    assert {row[1] for row in rows(folder / "sheets/reviewer-1.csv")[1:]} == {"'=a", "b"}


def test_by_the_number_of_tags(run, folder):
    (folder / "a.txt").write_text("[PERSON_1] and [PERSON_2]")
    (folder / "b.txt").write_text("nobody")
    assert run("redteam", "sample", "a.txt", "b.txt", "--by", "tags", "-o", "sheets").code == 0
    record = json.loads((folder / "sheets/sample.json").read_text())
    assert set(record["strata"]) == {"no tags", "1 to 9 tags"}


def test_nothing_is_written_where_a_document_cannot_be_read(run, folder):
    (folder / "a.txt").write_text("Abel")
    (folder / "b.txt").write_bytes(b"\0\0")
    assert run("redteam", "sample", "a.txt", "b.txt", "-o", "sheets").code == 3
    (folder / "rows.jsonl").write_text('{"text": "a"}\n{"text": 1}\n')
    result = run("redteam", "sample", "rows.jsonl", "--rows", "text", "-o", "sheets")
    assert (result.code, "rows.jsonl:2:1" in result.err) == (3, True)
    assert not (folder / "sheets").exists()


def test_sheets_are_not_overwritten(run, sheets):
    result = run("redteam", "sample", "red", "-o", "sheets")
    assert (result.code, "may be filled in" in result.err) == (2, True)


def test_usage(run, folder):
    (folder / "a.txt").write_text("Abel")
    assert run("redteam", "sample", "a.txt", "--by", "genre", "-o", "sheets").code == 2
    assert run("redteam", "sample", "a.txt", "--n", "0", "-o", "sheets").code == 2
    assert run("redteam", "sample", "a.txt", "--rows", "text", "-o", "sheets").code == 2
    assert run("redteam", "sample", "a.txt", "-o", "a.txt").code == 2
