"""Encoding of values in RTF."""

from __future__ import annotations


def encode(value: str) -> str:
    """Return a value as RTF."""
    return "".join(map(_encode_character, value))


def _encode_character(char: str) -> str:
    if char in "\\{}":
        return f"\\{char}"
    if char.isascii():
        return char
    units = char.encode("utf-16-le", "surrogatepass")
    numbers = (
        int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2)
    )
    return "".join(f"\\u{number}?" for number in numbers)


def encode_string(value: str) -> str:
    """Return a value for a string in a field code."""
    return encode(value.replace('"', ""))
