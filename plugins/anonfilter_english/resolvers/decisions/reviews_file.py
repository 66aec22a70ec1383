"""Read and write the reviews of a document and its sign-off: ``notes.txt.reviews.yaml``.

The file has names of reviewers, dates, places, labels and answers, but no words of the document.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from anonfilter.contract.settings import LabelName, Strict
from anonfilter.files import write as output
from anonfilter.files.source_tree import DISK
from anonfilter.rules.errors import rules_error
from anonfilter.rules.nodes import load
from anonfilter_english.resolvers.decisions.decisions_file import (
    AboutText,
    Place,
    digest_of,
    new_salt,
)

SUFFIX = ".reviews.yaml"

_ABOUT = """\
# Who reviewed the file beside this one, and who signed it off: `anonfilter review --web` writes it.
# A place is [start, end], in characters of the text that was reviewed.
"""

Name = Annotated[str, Field(min_length=1, max_length=200)]
Date = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Answered(Strict):
    """An answer about a place; ``label`` is given if the reviewer changed or added it."""

    at: Place
    answer: str = ""
    label: LabelName | None = None

    @property
    def summary(self) -> str:
        """The answer and the label in one text, for comparing answers."""
        return " as ".join(filter(None, (self.answer or "open", self.label)))


class Reviewed(AboutText):
    """A review of a text that is not yet signed off."""

    reviewer: Name
    date: Date
    answers: tuple[Answered, ...] = ()


class Agreed(Strict):
    """The agreement of two reviewers, measured before they saw the answers of each other."""

    findings: int
    alike: int
    kappa: float | None = Field(
        default=None,
        description="Cohen's kappa; none if both reviewers gave the same answer everywhere",
    )


class Signed(AboutText):
    """A text that reviewers signed off, with the number of answers of each kind."""

    reviewers: tuple[Name, ...]
    date: Date
    answers: dict[str, int]
    agreement: Agreed | None = None


class Reviews(Strict):
    """The content of a file of reviews."""

    anonfilter: Literal[1] = Field(default=1, description="the version of this schema")
    reviews: tuple[Reviewed, ...] = ()
    signed: tuple[Signed, ...] = ()


def bound(text: str) -> dict[str, int | str]:
    """Return the fields that bind a review to a text: the length and a digest of the text."""
    return {"characters": len(text), "digest": digest_of(text, new_salt())}


def read(file: str) -> Reviews:
    """Return the reviews of a document; empty reviews if there is no file of reviews beside it."""
    data = DISK.read(file + SUFFIX)
    if data is None:
        return Reviews()
    node = load(data.decode("utf-8", "replace"), file + SUFFIX, private=True)
    try:
        return Reviews.model_validate(node.plain())
    except ValidationError as error:
        raise rules_error(error, node, Reviews, private=True) from None


def write(file: str, reviews: Reviews) -> Path:
    """Write the reviews of a document beside it, and return the path."""
    path = Path(file + SUFFIX)
    output.new_file(path, "".join(_lines(reviews)).encode(), None)
    return path


def _lines(reviews: Reviews) -> Iterator[str]:
    yield f"{_ABOUT}anonfilter: 1\n"
    if reviews.reviews:
        yield "reviews:\n"
    for review in reviews.reviews:
        head, answers = review.model_dump(exclude={"answers"}), review.answers
        yield from (
            f"  {'- ' if not at else '  '}{key}: {_json(value)}\n"
            for at, (key, value) in enumerate(head.items())
        )
        yield f"    answers:{'' if answers else ' []'}\n"
        yield from _flow("      ", answers)
    if reviews.signed:
        yield "signed:\n"
        yield from _flow("  ", reviews.signed)


def _flow(indent: str, entries: Iterable[Strict]) -> Iterator[str]:
    """Yield one line for each item, so that git shows which one changed."""
    for entry in entries:
        yield f"{indent}- {_json(entry.model_dump(exclude_none=True))}\n"


def _json(value: object) -> str:
    """Return a value in JSON, which is valid YAML without escaped surrogate pairs."""
    return json.dumps(value, ensure_ascii=False)
