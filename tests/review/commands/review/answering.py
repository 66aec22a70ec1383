"""Answering the questions of a review, and what it has written."""

from __future__ import annotations

from pathlib import Path

from tests.terminal import Terminal

TEXT = """\
Hello.
I met Wilma Quillfeather and Abel Tamsin.
Then Wilma Quillfeather left 21-CV-1234 there.
"""
WILMA = "I met [PERSON_1] [PERSON_2] and Abel Tamsin.\nThen [PERSON_1] [PERSON_2] left 21-CV-"
BESIDE = "talk.txt.decisions.yaml"


def answer(terminal: Terminal, *keys: str) -> None:
    """A key for each question."""
    for key in keys:
        terminal.expect("q quit")
        terminal.press(key)


def leave(terminal: Terminal, key: str = "w") -> int:
    terminal.expect("w write and quit")
    terminal.press(key)
    return terminal.end()


def decided(folder: Path) -> list[str]:
    """The decisions beside the file, as they are written."""
    lines = (folder / BESIDE).read_text().splitlines()
    return [line.removeprefix("  - ") for line in lines if line.startswith("  - ")]
