"""Draw documents (files, or rows of files) by stratum; an equal seed draws equal documents."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.text.values import hide_values
from anonfilter_measure.proof.row_files import read_rows, text_of

if TYPE_CHECKING:
    from anonfilter.contract.document import Document
    from anonfilter.engine.pipeline import Engine

FOLDER, TAGS = "folder", "tags"
Read = Callable[[str], "Document"]
"""A function that reads the file of this name as the rules' formats do."""

_BANDS = ((0, "no tags"), (9, "1 to 9 tags"), (99, "10 to 99 tags"))
_MANY = "100 tags or more"


@hide_values
@dataclass(frozen=True, slots=True)
class Candidate:
    """A document that may be drawn, with its file and stratum.

    ``line`` is the line of its row; None if the whole file is the document.
    """

    path: str
    line: int | None
    stratum: str


@dataclass(frozen=True, slots=True)
class Stratum:
    """The number of documents in a stratum, and the number to draw."""

    documents: int
    drawn: int


def band(tags: int) -> str:
    """Return the name of the stratum for documents with this number of tags."""
    return next((name for most, name in _BANDS if tags <= most), _MANY)


def strata(candidates: Sequence[Candidate], number: int | None) -> dict[str, Stratum]:
    """Divide ``number`` among the strata by their size, at least one each; None draws all."""
    sizes = Counter(one.stratum for one in candidates)
    if number is None or number >= len(candidates):
        return {name: Stratum(size, size) for name, size in sorted(sizes.items())}
    if number < len(sizes):
        raise AnonfilterError(
            f"{number} documents are fewer than the {len(sizes)} strata",
            hint=f"Draw at least {len(sizes)}, or divide the documents differently (--by).",
        )
    shares = _shares(sizes, number)
    return {name: Stratum(size, shares[name]) for name, size in sorted(sizes.items())}


def _shares(sizes: Mapping[str, int], number: int) -> dict[str, int]:
    """Return how many to draw per stratum, at least one, by the largest remainders."""
    total = sum(sizes.values())
    exact = {name: number * size / total for name, size in sizes.items()}
    shares = {name: max(1, int(share)) for name, share in exact.items()}
    while sum(shares.values()) != number:
        more = 1 if sum(shares.values()) < number else -1
        able = [name for name in sizes if 1 <= shares[name] + more <= sizes[name]]
        name = max(able, key=lambda one: (more * (exact[one] - shares[one]), one))
        shares[name] += more
    return shares


def draw(
    candidates: Sequence[Candidate], wanted: Mapping[str, Stratum], seed: int
) -> list[Candidate]:
    """Draw from each stratum, and shuffle the result, so that its order reveals no stratum."""
    source = random.Random(seed)  # noqa: S311 (a sample, no secret)
    drawn: list[Candidate] = []
    for name, stratum in sorted(wanted.items()):
        own = [one for one in candidates if one.stratum == name]
        drawn += source.sample(own, stratum.drawn)
    source.shuffle(drawn)
    return drawn


def candidate_files(names: Sequence[str], by: str, read: Read) -> list[Candidate]:
    """Return a candidate for each of these files."""
    if by not in (FOLDER, TAGS):
        raise AnonfilterError(
            f"files cannot be divided by {by!r}",
            hint=f"--by is {FOLDER}, {TAGS}, or, with --rows FIELD, the name of a field.",
        )
    return [
        Candidate(name, None, _folder(name) if by == FOLDER else band(len(read(name).tags)))
        for name in names
    ]


def candidates_in_rows(
    names: Sequence[str], by: str, field: str, engine: Engine
) -> list[Candidate]:
    """Return a candidate for each row of these files; ``field`` of a row has its text."""

    def stratum(name: str, line: int, row: dict[str, object]) -> str:
        text = text_of(row, field, f"{name}:{line}:1")
        if by in (FOLDER, TAGS):
            return _folder(name) if by == FOLDER else band(len(engine.grammar.find(text)))
        value = row.get(by)
        if not isinstance(value, str | int | bool):
            message = f"the row has no text or number in the field {by!r}"
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
    """Return the texts of the drawn documents, each cut to its first ``lines`` lines."""
    rows: dict[tuple[str, int], str] = {}
    wanted = {(one.path, one.line) for one in drawn}
    for name in dict.fromkeys(one.path for one in drawn) if field else ():
        for line, row in read_rows(name):
            if (name, line) in wanted:
                rows[name, line] = text_of(row, str(field), f"{name}:{line}:1")
    whole = (
        rows[one.path, one.line] if one.line is not None else read(one.path).text for one in drawn
    )
    return ["".join(text.splitlines(keepends=True)[:lines]) for text in whole]


def _folder(name: str) -> str:
    return str(PurePath(name).parent)
