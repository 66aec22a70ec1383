"""Counts in sentences: "1 file", "1,024 files"."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
