"""The documents from which a sample is drawn: files, or rows of files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter_measure.proof.rows import read_rows, text_of
from anonfilter_measure.proof.sample import Candidate, band

if TYPE_CHECKING:
    from anonfilter.contract.document import Document
    from anonfilter.engine.pipeline import Engine

FOLDER, TAGS = "folder", "tags"
Read = Callable[[str], "Document"]
"""Reads a file as the rules' formats do."""


def of_files(names: Sequence[str], by: str, read: Read) -> list[Candidate]:
    """Return one document for each of these files."""
    if by not in (FOLDER, TAGS):
        raise AnonfilterError(
            f"files are not divided by {by!r}",
            hint=f"--by is {FOLDER} or {TAGS}; the name of a field only with --rows FIELD.",
        )
    return [
        Candidate(name, None, _folder(name) if by == FOLDER else band(len(read(name).tags)))
        for name in names
    ]


def of_rows(names: Sequence[str], by: str, field: str, engine: Engine) -> list[Candidate]:
    """Return the documents in the rows of these files; ``field`` has their text."""

    def stratum(name: str, line: int, row: dict[str, object]) -> str:
        text = text_of(row, field, f"{name}:{line}:1")
        if by in (FOLDER, TAGS):
            return _folder(name) if by == FOLDER else band(len(engine.grammar.find(text)))
        value = row.get(by)
        if not isinstance(value, str | int | bool):
            message = f"the row has no word or number in the field {by!r}"
            raise Incomplete(message, where=f"{name}:{line}:1")
        return str(value)

    return [
        Candidate(name, line, stratum(name, line, dict(row)))
        for name in names
        for line, row in read_rows(name)
    ]


def texts(
    drawn: Sequence[Candidate], field: str | None, read: Read, lines: int | None
) -> list[str]:
    """Return the texts of the drawn documents, each cut to its first ``lines``."""
    rows = dict(_drawn_rows(drawn, field)) if field else {}
    whole = (
        rows[one.path, one.line] if one.line is not None else read(one.path).text for one in drawn
    )
    return ["".join(text.splitlines(keepends=True)[:lines]) for text in whole]


def _drawn_rows(
    drawn: Sequence[Candidate], field: str
) -> Iterator[tuple[tuple[str, int | None], str]]:
    """Yield the texts of the drawn rows; each file is read a second time."""
    wanted = {(one.path, one.line) for one in drawn}
    for name in dict.fromkeys(one.path for one in drawn):
        for line, row in read_rows(name):
            if (name, line) in wanted:
                yield (name, line), text_of(row, field, f"{name}:{line}:1")


def _folder(name: str) -> str:
    return str(PurePath(name).parent)
