"""Counts and sizes for sentences: "1 file", "1,024 files", "12 kB"."""

from __future__ import annotations


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return a number and its noun: "1 file", "2 files"."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def sized(size: int) -> str:
    """Return a number of bytes as "0 kB", "12 kB" or "1.5 MB"; kilobytes are rounded up."""
    return f"{size / 1e6:,.1f} MB" if size > 999_000 else f"{-(-size // 1000)} kB"
