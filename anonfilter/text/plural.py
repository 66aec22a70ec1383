"""Counts and sizes in sentences: "1 file", "1,024 files", "12 kB"."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def sized(size: int) -> str:
    """A number of bytes: "0 kB", "12 kB", "1.5 MB"; what is begun of a kilobyte counts as one."""
    return f"{size / 1e6:,.1f} MB" if size > 999_000 else f"{-(-size // 1000)} kB"
