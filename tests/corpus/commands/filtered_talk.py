"""A document of a corpus, and the names in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.commands.commandline import Result

TEXT = "Wilma Quillfeather met Abel Tamsin.\nAbel Tamsin filed 21-CV-1234.\n"
FILTERED = (
    "[PERSON_1] [PERSON_2] met [PERSON_3] [PERSON_4].\n[PERSON_3] [PERSON_4] filed [CASE_1].\n"
)
NAMES = ("Wilma", "Quillfeather", "Abel", "Tamsin", "21-CV-1234")
SIDECAR = "talk.txt.pseudonyms.yaml"


Giving = Callable[[str], None]


def without_values(result: Result) -> bool:
    return not any(name in result.out + result.err for name in NAMES)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
