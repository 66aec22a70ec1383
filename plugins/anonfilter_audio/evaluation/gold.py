"""Gold annotations of recordings: JSON lines with one recording each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.read import read_file
from anonfilter.text.values import hide_values


class GoldWord(BaseModel):
    """A spoken word, from ``start`` to ``end`` in seconds; an identifier has a ``label``."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    text: str = Field(pattern=r"^\S+$")
    start: float = Field(ge=0)
    end: float = Field(ge=0)
    label: str = ""
    channel: int | None = Field(default=None, ge=0)

    @property
    def seconds(self) -> float:
        return self.end - self.start


def _forward(word: GoldWord) -> GoldWord:
    if word.end < word.start:
        raise PydanticCustomError("backward", "the word ends before it starts")
    return word


class _Line(BaseModel):
    """A line of the gold. Its paths are relative to the file."""

    model_config = ConfigDict(extra="forbid")

    audio: str
    words: list[Annotated[GoldWord, AfterValidator(_forward)]]
    redacted: str | None = None
    intervals: str | None = None
    transcript: str | None = None


@hide_values
@dataclass(frozen=True, slots=True)
class Recording:
    """A recording and its words, ordered by time.

    The result to score is a ``redacted`` recording or a file of ``intervals``. A ``transcript`` has
    the recognised words.
    """

    audio: Path
    words: tuple[GoldWord, ...]
    redacted: Path | None = None
    intervals: Path | None = None
    transcript: Path | None = None
    where: str = ""


def read(name: str) -> Iterator[Recording]:
    """Read the recordings of a gold file."""
    try:
        text = read_file(name).data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Incomplete("is not UTF-8", where=name) from None
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _recording(line, Path(name).parent, f"{name}:{number}")


def require_identifiers(recordings: list[Recording]) -> None:
    """Raise an error if the gold has no identifier to score."""
    if not any(word.label for one in recordings for word in one.words):
        raise Incomplete(
            "no word of the gold has a label", hint='An identifier needs `"label": "PERSON"`.'
        )


def _recording(line: str, folder: Path, where: str) -> Recording:
    try:
        found = _Line.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        message = "is no JSON" if first["type"] == "json_invalid" else first["msg"]
        raise Incomplete(f"{place}: {message}" if place else message, where=where) from None
    if found.redacted and found.intervals:
        raise AnonfilterError(
            "has both `redacted` and `intervals`, but only one can be scored", where=where
        )
    words = sorted(found.words, key=lambda word: (word.start, word.end))
    redacted, intervals, transcript = (
        folder / path if path else None
        for path in (found.redacted, found.intervals, found.transcript)
    )
    return Recording(folder / found.audio, tuple(words), redacted, intervals, transcript, where)
