"""Values as RTF writes them."""

from __future__ import annotations


def encoded(value: str) -> str:
    """A value as RTF writes it."""
    return "".join(_character(char) for char in value)


def _character(char: str) -> str:
    if char in "\\{}":
        return f"\\{char}"
    if char.isascii():
        return char
    units = char.encode("utf-16-le", "surrogatepass")
    numbers = (
        int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2)
    )
    return "".join(f"\\u{number}?" for number in numbers)


def in_string(value: str) -> str:
    """A value as it stands in a string of an instruction."""
    return encoded(value.replace('"', ""))
