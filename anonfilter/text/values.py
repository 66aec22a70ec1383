"""Keeps personal data out of ``repr``, and thereby out of logs, tracebacks and debuggers."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

SHOWN = frozenset({"codec", "detector", "kind", "label", "labels", "path", "resolver", "rule"})
"""The names of text fields that never contain personal data."""
_HARMLESS = (bool, int, float, Enum, type(None))
_REPR = "__repr__"
C = TypeVar("C", bound=type[Any])


def hide_values(cls: C) -> C:
    """Give a dataclass or named tuple a ``repr`` that shows the length of a text, not the text.

    Numbers and the fields in ``SHOWN`` are shown, so that objects can be distinguished.
    """
    setattr(cls, _REPR, _repr)
    return cls


def hides_values(cls: type[Any]) -> bool:
    """Return True if ``hide_values`` was applied to a class."""
    return getattr(cls, _REPR) is _repr


def _repr(self: Any) -> str:
    names = (
        [item.name for item in fields(self) if item.repr] if is_dataclass(self) else self._fields
    )
    each = (f"{name}={_shown(name, getattr(self, name, None))}" for name in names)
    return f"{type(self).__name__}({', '.join(each)})"


def _shown(name: str, value: Any) -> str:
    if isinstance(value, _HARMLESS) or hides_values(type(value)):
        return repr(value)
    if isinstance(value, str) and name in SHOWN:
        return repr(value)
    size = f" of {len(value):,}" if hasattr(value, "__len__") else ""
    return f"<{type(value).__name__}{size}>"
