"""The rows of a log, and the tables that are made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from anonfilter.text.values import hide_values

NOT_RECORDED = "not recorded"
SEALED = "sealed"
NO_SIDECAR = "no sidecar"


class Technique(StrEnum):
    """What was done with an identifier."""

    TAG = "tag"
    GENERALISED = "generalised"
    SURROGATE = "surrogate"
    KEPT = "kept"


@hide_values
@dataclass(frozen=True, slots=True)
class Replacement:
    """A mention that a tag or a surrogate replaces in a filtered document.

    ``reference`` names the sidecar and the tag under which the ``original`` is sealed. The original
    is "" if the key is not here. ``entity`` is equal for the replacements of one entity.
    """

    document: str
    place: str
    label: str
    technique: Technique
    tag: str
    replacement: str
    reference: str
    reason: str
    who: str
    when: str
    original: str = field(default="", repr=False)
    entity: tuple[str, ...] = field(default=(), repr=False)


@hide_values
@dataclass(frozen=True, slots=True)
class Kept:
    """An identifier that stays in a document on purpose."""

    document: str
    place: str
    label: str
    reason: str
    who: str
    when: str
    value: str = field(default="", repr=False)


@hide_values
@dataclass(frozen=True, slots=True)
class Table:
    """A table of the log: its name, its column titles and its rows."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str | int, ...]]


def tables(
    replacements: Sequence[Replacement], kept: Iterable[Kept], about: Table, *, show_values: bool
) -> tuple[Table, ...]:
    """Return the tables of a log; originals are in them only with ``show_values``."""
    original = "original" if show_values else "sealed in"
    return (
        Table(
            "replacements",
            (
                "document",
                "place",
                "label",
                "technique",
                "replacement",
                original,
                "reason",
                "who",
                "when",
            ),
            [
                (
                    one.document,
                    one.place,
                    one.label,
                    one.technique,
                    one.replacement,
                    one.original if show_values else one.reference,
                    one.reason,
                    one.who,
                    one.when,
                )
                for one in replacements
            ],
        ),
        _entities(replacements, original, show_values=show_values),
        Table(
            "kept",
            (
                "document",
                "place",
                "label",
                "technique",
                *(("value",) if show_values else ()),
                "reason",
                "who",
                "when",
            ),
            [
                (
                    one.document,
                    one.place,
                    one.label,
                    Technique.KEPT,
                    *((one.value,) if show_values else ()),
                    one.reason,
                    one.who,
                    one.when,
                )
                for one in kept
            ],
        ),
        about,
    )


def _entities(replacements: Sequence[Replacement], original: str, *, show_values: bool) -> Table:
    """Return the table with one row for each entity, in the order of the log."""
    groups: dict[tuple[str, ...], list[Replacement]] = {}
    for one in replacements:
        groups.setdefault(one.entity, []).append(one)
    return Table(
        "entities",
        ("entity", "label", "technique", "tags", "replacements", "documents", "in", original),
        [
            (
                number,
                _joined(one.label for one in group),
                _joined(one.technique for one in group),
                _joined(one.tag for one in group),
                len(group),
                len({one.document for one in group}),
                _joined(one.document for one in group),
                _joined(one.original if show_values else one.reference for one in group),
            )
            for number, group in enumerate(groups.values(), 1)
        ],
    )


def _joined(texts: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(filter(None, texts)))
