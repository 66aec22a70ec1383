"""Review sheets: CSV files for spreadsheets, with the texts to review.

A folder of sheets has ``sample.json``, the record of the sample, ``texts/`` with a copy of each
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
from anonfilter_measure.proof.sample import Candidate, Stratum

RECORD, HOW_TO, TEXTS = "sample.json", "how-to.txt", "texts"
COLUMNS = (*"id stratum text residue kinds identified how confidence reviewer date".split(),)
KINDS = tuple(
    "name place organisation date age number contact occupation family health event other".split()
)
CONFIDENCE = ("low", "medium", "high")
_ANSWERS = {"yes": True, "y": True, "no": False, "n": False}
_FORMULA = tuple("=+-@\t\r")
_MANUAL = f"""\
Each row of the sheet is about one document, in the folder texts. Read it as one who wants to know
who speaks, or who is spoken of, and who may look up whatever is public. Then fill in:

residue     yes if a person's identifier is left in the text, no if not
kinds       what is left, if something is: {", ".join(KINDS)}; several with a comma
identified  yes if you could say who it is, no if not
how         by what, if so, in your own words, without the name: they are not printed
confidence  in your answers: {", ".join(CONFIDENCE)}
reviewer    you
date        of your review

Do not talk with the other reviewer before both are done. Save the sheet as CSV, under its name.
"""


class Document(Strict):
    """A drawn document. ``digest`` is that of the text that reviewers get."""

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
    documents: tuple[Document, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a reviewer about a document."""

    residue: bool
    kinds: tuple[str, ...]
    identified: bool
    confidence: str


def names(count: int) -> list[str]:
    """Return the names of the sheets."""
    return [f"reviewer-{number}.csv" for number in range(1, count + 1)]


def identified(drawn: Sequence[Candidate], texts: Sequence[str]) -> tuple[Document, ...]:
    """Give each drawn document an id that reveals nothing about it."""
    width = len(str(len(drawn)))
    return tuple(
        Document(
            id=f"d{number:0{width}}",
            stratum=one.stratum,
            path=one.path,
            line=one.line,
            digest=_digest(text),
        )
        for number, (one, text) in enumerate(zip(drawn, texts, strict=True), 1)
    )


def files(record: Record, texts: Sequence[str]) -> dict[str, bytes]:
    """Return the files of a folder of sheets, by their names."""
    found = {
        _text_name(one): text.encode("utf-8", "surrogatepass")
        for one, text in zip(record.documents, texts, strict=True)
    }
    sheet = _sheet(record)
    found |= dict.fromkeys(names(record.reviewers), sheet)
    found[HOW_TO] = _MANUAL.encode()
    found[RECORD] = (json.dumps(record.model_dump(), indent=2) + "\n").encode()
    return found


def _text_name(one: Document) -> str:
    return f"{TEXTS}/{one.id}.txt"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _sheet(record: Record) -> bytes:
    """Return an empty sheet. Its byte order mark tells spreadsheets that it is UTF-8."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for one in record.documents:
        empty = [""] * (len(COLUMNS) - 3)
        writer.writerow([one.id, _no_formula(one.stratum), _text_name(one), *empty])
    return written.getvalue().encode("utf-8-sig", "replace")


def _no_formula(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def read_record(folder: Path) -> Record:
    """Read the record of a sample; the texts must be unchanged."""
    place = folder / RECORD
    try:
        record = Record.model_validate(json.loads(read_file(str(place)).data))
    except (ValueError, RecursionError, ValidationError):
        raise Incomplete("is not the record of a sample", where=str(place)) from None
    for one in record.documents:
        text = folder / _text_name(one)
        if hashlib.sha256(read_file(str(text)).data).hexdigest() != one.digest:
            raise Incomplete("is not the text that was drawn", where=str(text))
    return record


def read_answers(folder: Path, record: Record) -> dict[str, list[Answer]]:
    """Read the answers of each sheet in the order of the record; all must be there."""
    answers: dict[str, list[Answer]] = {}
    missing: list[str] = []
    seen: dict[tuple[str, str], str] = {}
    for name in names(record.reviewers):
        rows, wrong = _rows(folder / name, record)
        for one, row in rows.items():
            other = seen.setdefault((one, row["reviewer"].strip().casefold()), name)
            if other != name and row["reviewer"].strip():
                wrong.append(f"{folder / name}: {one}: reviewer: the same as in {other}")
        missing += wrong
        if not wrong:
            answers[name] = [_answer(rows[one.id]) for one in record.documents]
    if missing:
        raise Unanswered(missing)
    return answers


class Unanswered(Incomplete):
    """Missing or unknown answers, with their places."""

    def __init__(self, places: Sequence[str]) -> None:
        super().__init__(
            f"{counted(len(places), 'answer')} missing, not understood, or against another",
            hint=f"{HOW_TO} beside the sheets says what can be answered.",
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
    """Return the rows as a spreadsheet has saved them: with commas, semicolons or tabs."""
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
            hint="Save it as CSV, with the columns that it had.",
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
    """Decode a sheet. The answers are ASCII; the rest may be in any code page."""
    codec = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        if codec == "utf-16" or b"\0" in data:
            raise Incomplete("is no CSV", where=str(place)) from None
        text = data.decode("latin-1")
    return text.removeprefix("\ufeff").removeprefix("\ufeff".encode().decode("latin-1"))


def _unanswered(row: Mapping[str, str]) -> list[str]:
    """Return the columns without a known answer."""
    residue, who = (_yes(row[column]) for column in ("residue", "identified"))
    wrong = [name for name, said in (("residue", residue), ("identified", who)) if said is None]
    if residue and not (_kinds(row) and set(_kinds(row)) <= set(KINDS)):
        wrong.append("kinds")
    if residue is False and set(_kinds(row)) & set(KINDS):
        wrong.append("residue is no, but kinds say what is left")
    if who and not row["how"].strip():
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
    """Refuse a folder with sheets: they may be filled in."""
    if (folder / RECORD).exists():
        raise AnonfilterError(
            "there are sheets already, which may be filled in",
            where=str(folder),
            hint="Choose another folder for the new ones.",
        )
