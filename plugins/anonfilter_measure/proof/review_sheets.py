"""Review sheets: CSV files for spreadsheets, with the texts to review.

A folder of sheets has ``sample.json`` (the record of the sample), ``texts/`` with a copy of each
document, ``reviewer-1.csv`` and so on, and ``how-to.txt``. A sheet has no text of a document and no
name of its file.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from anonfilter.contract.settings import Strict
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.read import read_file
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values
from anonfilter_measure.proof.sampling import Candidate, Stratum

RECORD, HOW_TO, TEXTS = "sample.json", "how-to.txt", "texts"
COLUMNS = (*"id stratum text residue kinds identified how confidence reviewer date".split(),)
KINDS = tuple(
    "name place organisation date age number contact occupation family health event other".split()
)
CONFIDENCE = ("low", "medium", "high")
_ANSWERS = {"yes": True, "y": True, "no": False, "n": False}
_FORMULA = tuple("=+-@\t\r")
_MANUAL = f"""\
Each row of the sheet is about one document, in the folder texts. Read the document as if you wanted
to know who speaks, or who is spoken of. You may look up whatever is public. Then fill in:

residue     yes if the text still has an identifier of a person, else no
kinds       if residue is yes, its kinds, with commas: {", ".join(KINDS)}
identified  yes if you could say who a person is, else no
how         if identified is yes, what showed it, in your own words, without the name; this is not
            printed
confidence  your confidence in your answers: {", ".join(CONFIDENCE)}
reviewer    your name
date        the date of your review

Do not talk with the other reviewer before both of you are done. Save the sheet as CSV, under its
name.
"""


class DrawnDocument(Strict):
    """A drawn document, with the digest of the text that reviewers get."""

    id: str
    stratum: str
    path: str
    line: int | None
    digest: str


class Record(Strict):
    """The drawn documents and the parameters of the sample, so that it can be repeated."""

    anonfilter: str
    seed: int
    by: str
    rows: str | None
    lines: int | None
    reviewers: int
    strata: dict[str, Stratum]
    documents: tuple[DrawnDocument, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Answer:
    """The answers of one reviewer about one document."""

    residue: bool
    kinds: tuple[str, ...]
    identified: bool
    confidence: str


def sheet_names(count: int) -> list[str]:
    """Return the file names of this number of sheets."""
    return [f"reviewer-{number}.csv" for number in range(1, count + 1)]


def with_ids(drawn: Sequence[Candidate], texts: Sequence[str]) -> tuple[DrawnDocument, ...]:
    """Give each drawn document an id that reveals nothing about it."""
    width = len(str(len(drawn)))
    return tuple(
        DrawnDocument(
            id=f"d{number:0{width}}",
            stratum=one.stratum,
            path=one.path,
            line=one.line,
            digest=hashlib.sha256(_encode(text)).hexdigest(),
        )
        for number, (one, text) in enumerate(zip(drawn, texts, strict=True), 1)
    )


def files(record: Record, texts: Sequence[str]) -> dict[str, bytes]:
    """Return the contents of the files in a folder of sheets, by their names."""
    return {
        **{
            _text_name(document): _encode(text)
            for document, text in zip(record.documents, texts, strict=True)
        },
        **dict.fromkeys(sheet_names(record.reviewers), _sheet(record)),
        HOW_TO: _MANUAL.encode(),
        RECORD: (json.dumps(record.model_dump(), indent=2) + "\n").encode(),
    }


def _text_name(document: DrawnDocument) -> str:
    return f"{TEXTS}/{document.id}.txt"


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _sheet(record: Record) -> bytes:
    """Return a sheet without answers. Its byte order mark shows spreadsheets that it is UTF-8."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for one in record.documents:
        empty = [""] * (len(COLUMNS) - 3)
        # A spreadsheet would read it as a formula.
        stratum = f"'{one.stratum}" if one.stratum.startswith(_FORMULA) else one.stratum
        writer.writerow([one.id, stratum, _text_name(one), *empty])
    return written.getvalue().encode("utf-8-sig", "replace")


def read_record(folder: Path) -> Record:
    """Read the record of a sample; raise an error if a text was changed."""
    place = folder / RECORD
    try:
        record = Record.model_validate(json.loads(read_file(str(place)).data))
    except (ValueError, RecursionError, ValidationError):
        raise Incomplete("is not the record of a sample", where=str(place)) from None
    for one in record.documents:
        text = folder / _text_name(one)
        if hashlib.sha256(read_file(str(text)).data).hexdigest() != one.digest:
            raise Incomplete("the text was changed after it was drawn", where=str(text))
    return record


def read_answers(folder: Path, record: Record) -> dict[str, list[Answer]]:
    """Return the answers of each sheet in the order of the record.

    Raise ``Unanswered`` if answers are missing or not understood.
    """
    answers: dict[str, list[Answer]] = {}
    missing: list[str] = []
    seen: dict[tuple[str, str], str] = {}
    for name in sheet_names(record.reviewers):
        rows, wrong = _rows(folder / name, record)
        for document, row in rows.items():
            other = seen.setdefault((document, row["reviewer"].strip().casefold()), name)
            if other != name and row["reviewer"].strip():
                wrong.append(f"{folder / name}: {document}: reviewer: the same as in {other}")
        missing += wrong
        if not wrong:
            answers[name] = [_answer(rows[one.id]) for one in record.documents]
    if missing:
        raise Unanswered(missing)
    return answers


class Unanswered(Incomplete):
    """The error for missing or unknown answers, with their places."""

    def __init__(self, places: Sequence[str]) -> None:
        super().__init__(
            f"{counted(len(places), 'answer')} missing, not understood, or contradictory",
            hint=f"{HOW_TO} beside the sheets lists the possible answers.",
        )
        self.places = tuple(places)


def _rows(place: Path, record: Record) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Return the rows of a sheet by id, and the places of missing or unknown answers."""
    rows: dict[str, dict[str, str]] = {}
    wrong: list[str] = []
    known = {one.id for one in record.documents}
    for number, row in _cells(place):
        name = row["id"].strip()
        if name not in known or name in rows:
            raise Incomplete("the id is unknown, or occurs twice", where=f"{place}:{number}:1")
        rows[name] = row
        wrong += [f"{place}: {name}: {column}" for column in _unanswered(row)]
    wrong += [f"{place}: {name}: no row" for name in sorted(known - rows.keys())]
    return rows, wrong


def _cells(place: Path) -> list[tuple[int, dict[str, str]]]:
    """Return the rows with their line numbers; comma, semicolon or tab may separate cells."""
    text = _decoded(read_file(str(place)).data, place)
    first = text.partition("\n")[0].replace('"', "").strip()
    for delimiter in ",;\t":
        columns = [column.strip() for column in first.split(delimiter)]
        if set(COLUMNS) <= set(columns):
            break
    else:
        raise Incomplete(
            "is not a review sheet",
            where=str(place),
            hint="Save the sheet as CSV, with all of its columns.",
        )
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        rows = [(reader.line_num, cells) for cells in reader if any(map(str.strip, cells))][1:]
    except csv.Error:
        raise Incomplete("is not valid CSV", where=str(place)) from None
    for number, cells in rows:
        if len(cells) < len(columns):
            raise Incomplete("the row has too few cells", where=f"{place}:{number}:1")
    return [(number, dict(zip(columns, cells, strict=False))) for number, cells in rows]


def _decoded(data: bytes, place: Path) -> str:
    """Decode a sheet. The answers are ASCII; other cells may be in any encoding."""
    codec = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        if codec == "utf-16" or b"\0" in data:
            raise Incomplete("is not valid CSV", where=str(place)) from None
        text = data.decode("latin-1")
    return text.removeprefix("\ufeff").removeprefix("\ufeff".encode().decode("latin-1"))


def _unanswered(row: Mapping[str, str]) -> list[str]:
    """Return the columns that have no answer, or an unknown answer."""
    answers = {column: _yes(row[column]) for column in ("residue", "identified")}
    residue, identified = answers.values()
    wrong = [column for column, answer in answers.items() if answer is None]
    if residue and not (_kinds(row) and set(_kinds(row)) <= set(KINDS)):
        wrong.append("kinds")
    if residue is False and set(_kinds(row)) & set(KINDS):
        wrong.append("residue is no, but kinds are given")
    if identified and not row["how"].strip():
        wrong.append("how")
    if row["confidence"].strip().casefold() not in CONFIDENCE:
        wrong.append("confidence")
    return wrong + [column for column in ("reviewer", "date") if not row[column].strip()]


def _yes(cell: str) -> bool | None:
    return _ANSWERS.get(cell.strip().casefold())


def _kinds(row: Mapping[str, str]) -> tuple[str, ...]:
    parts = row["kinds"].replace(";", ",").split(",")
    return tuple(dict.fromkeys(part.strip().casefold() for part in parts if part.strip()))


def _answer(row: Mapping[str, str]) -> Answer:
    residue = bool(_yes(row["residue"]))
    return Answer(
        residue,
        _kinds(row) if residue else (),
        bool(_yes(row["identified"])),
        row["confidence"].strip().casefold(),
    )


def require_new(folder: Path) -> None:
    """Raise an error for a folder that has sheets already, because they may be filled in."""
    if (folder / RECORD).exists():
        raise AnonfilterError(
            "there are sheets already, which may be filled in",
            where=str(folder),
            hint="Choose another folder for the new sheets.",
        )
