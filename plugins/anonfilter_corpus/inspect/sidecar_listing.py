"""List the entries of sidecars for people and for diffs of Git, and count them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from anonfilter.contract.numbering import as_key
from anonfilter.errors import AnonfilterError
from anonfilter.sidecars.entries import LITERAL, Entry
from anonfilter.sidecars.sidecar import KEYS, Line, Sidecar, State
from anonfilter.sidecars.sidecar_pairs import Access, Pair, require_sidecar
from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values

COLUMNS = ("tag", "label", "known to check", "originals")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a sidecar; ``entry`` is None if the key that opens the line is missing."""

    line: Line
    entry: Entry | None

    @property
    def surfaces(self) -> int | None:
        """The number of different originals; None if the line is not opened."""
        return None if self.entry is None else len(self.entry.surfaces)

    def values(self) -> str:
        return ", ".join(map(_quoted, self.entry.surfaces)) if self.entry is not None else ""


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows of a sidecar; ``coming`` has the rows of an interrupted run.

    ``original`` is the earlier path of a renamed document, if the key is here.
    """

    sidecar: Sidecar
    rows: tuple[Row, ...]
    coming: tuple[Row, ...] | None
    original: str = field(default="", repr=False)

    @classmethod
    def of(cls, sidecar: Sidecar, access: Access) -> Listing:
        rows, *coming = (tuple(_rows(sidecar, state, access)) for state in sidecar.states)
        original = access.original_name(sidecar) if access.opens(sidecar) else ""
        return cls(sidecar, rows, coming[0] if coming else None, original)

    def as_data(self, *, show_values: bool) -> dict[str, object]:
        states = [self.rows] if self.coming is None else [self.rows, self.coming]
        return {
            "sidecar": self.sidecar.where,
            "kind": str(self.sidecar.kind),
            "corpus": self.sidecar.corpus,
            "document": self.sidecar.document,
            **({"original": self.original} if show_values and self.original else {}),
            **{
                key: [_as_data(row, show_values=show_values) for row in rows]
                for (_, key), rows in zip(KEYS, states, strict=False)
            },
        }

    def tables(self, *, show_values: bool) -> Iterator[tuple[str, Iterator[tuple[str, ...]]]]:
        """Yield the title and rows of each table; the last column has numbers or the originals."""
        title = f"{one_line(self.sidecar.where)} ({self.sidecar.kind})"
        if show_values and self.original:
            title += f", renamed from {_quoted(self.original)}"
        yield title, _cells(self.rows, show_values=show_values)
        if self.coming is not None:
            about = f"{title}: the next state, from an interrupted run"
            yield about, _cells(self.coming, show_values=show_values)


def _cells(rows: Iterable[Row], *, show_values: bool) -> Iterator[tuple[str, ...]]:
    for row in rows:
        number = "sealed" if row.surfaces is None else f"{row.surfaces:,}"
        shown = row.values() if show_values else number
        yield row.line.tag, row.line.label, "yes" if row.line.marks else "", shown


def _rows(sidecar: Sidecar, state: State, access: Access) -> Iterator[Row]:
    known = access.map_of(sidecar, state).entries if access.opens(sidecar) else {}
    for line in state.lines:
        yield Row(line, known.get(line.tag))


def _as_data(row: Row, *, show_values: bool) -> dict[str, object]:
    data: dict[str, object] = {
        "tag": row.line.tag,
        "label": row.line.label,
        "known_to_check": bool(row.line.marks),
        "originals": row.surfaces,
    }
    if show_values and row.entry is not None:
        data["values"] = list(row.entry.surfaces)
        data["names"] = list(row.entry.names)
    return data


def for_diff(sidecar: Sidecar, access: Access, *, show_values: bool) -> Iterator[str]:
    """Yield the lines that ``git diff`` compares, one for each entry.

    Without values, a short digest of the sealed entry shows changes, and reveals nothing. Entries
    that an older key sealed, and that do not open, are shown in the same way.
    """
    yield f"{sidecar.kind} sidecar of document {sidecar.document}"
    for (_, key), state in zip(KEYS, sidecar.states, strict=False):
        if state is not sidecar.state:
            yield f"{key}:"
        known = _readable(sidecar, state, access) if show_values else {}
        for line in state.lines:
            entry = known.get(line.tag)
            shown = f"#{_digest(line)}" if entry is None else Row(line, entry).values()
            yield f"{line.tag} {line.label} {shown}"


def _readable(sidecar: Sidecar, state: State, access: Access) -> dict[str, Entry]:
    try:
        return dict(access.map_of(sidecar, state).entries) if access.opens(sidecar) else {}
    except AnonfilterError:
        return {}


def _digest(line: Line) -> str:
    written = f"{line.original}\0{line.marks}".encode("ascii")
    return hashlib.sha256(written).hexdigest()[:8]


def _quoted(value: str) -> str:
    return one_line(json.dumps(value, ensure_ascii=False))


@hide_values
@dataclass(slots=True)
class Statistics:
    """Counts over sidecars; only ``names`` and ``originals`` need a key.

    ``entries`` counts the tags of each document separately, since numbers start again in each.
    """

    documents: int = 0
    missing: int = 0
    sidecar_bytes: int = 0
    document_bytes: int = 0
    entries: Counter[str] = field(default_factory=Counter)
    recognised: int = 0
    originals: int = 0
    names: set[str] = field(default_factory=set)
    unopened: int = 0

    def add(self, pair: Pair, access: Access) -> None:
        found, data = pair.both()
        sidecar = require_sidecar(pair, found)
        known = access.map_of(sidecar, sidecar.state).entries if access.opens(sidecar) else None
        self.documents += 1
        self.missing += data is None
        self.document_bytes += len(data or b"")
        self.sidecar_bytes += pair.sidecar.stat().st_size
        self.entries.update(line.label for line in sidecar.state.lines)
        self.recognised += sum(bool(line.marks) for line in sidecar.state.lines)
        self.unopened += known is None
        for entry in (known or {}).values():
            if entry.label != LITERAL:
                self.originals += len(entry.surfaces)
                self.names.update(map(as_key, entry.names))

    def as_data(self) -> dict[str, object]:
        opened = not self.unopened
        return {
            "documents": self.documents,
            "documents_missing": self.missing,
            "document_bytes": self.document_bytes,
            "sidecar_bytes": self.sidecar_bytes,
            "entries": self.entries.total(),
            "known_to_check": self.recognised,
            "originals": self.originals if opened else None,
            "people_by_full_name": len(self.names) if opened else None,
            "labels": dict(sorted(self.entries.items())),
        }
