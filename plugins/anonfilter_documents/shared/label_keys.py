"""The keys of labels and of their values: ``{"question": "SSN", "answer": "536-22-8714"}``."""

from __future__ import annotations

_LABELS = (
    "question label key name field fieldname prompt title attribute property term dt variable item"
    " header caption k type code display linkid"
)
_VALUES = (
    "answer value response content text string data reply dd v integer real val #text $ _"
    " definition valuestring answers responses replies"
)

LABELS = frozenset(_LABELS.split())
"""Names of keys and elements that may hold a label."""

VALUES = frozenset(_VALUES.split())
"""Names of keys and elements that hold a value."""


def is_value_name(name: str) -> bool:
    """Return True for the name of a key that holds a value: "answer", "stringValue"."""
    plain = plain_name(name)
    return plain in VALUES or plain.endswith("value")


def plain_name(name: str) -> str:
    """Return a name as these lists spell it: "fieldname" for "fieldName" and "Field name"."""
    return name.replace("_", "").replace(" ", "").casefold() or name
