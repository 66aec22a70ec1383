"""Read files of terms. A term is personal data, so errors give its place and not the term."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from anonfilter.errors import Incomplete, RulesError
from anonfilter.files.source_tree import Tree, read_private
from anonfilter.rules.nodes import Node, load
from anonfilter.text.values import hide_values

Case = Literal["exact", "ignore", "capital", "written"]
_CASES = get_args(Case)
_KEYS = ("term", "label", "case")


@hide_values
@dataclass(frozen=True, slots=True)
class Entry:
    """A term as written, its source and its place; an empty label or case means the default."""

    term: str
    label: str
    case: str
    source: str
    place: str


def read_terms(name: str, folder: Path, tree: Tree) -> Iterator[Entry]:
    """Return the terms of a file, which is read in the format of its suffix.

    The formats are YAML, CSV, and text with a term on each line.
    """
    path = folder / name
    try:
        data = read_private(tree, path)
        text = None if data is None else data.decode("utf-8-sig")
    except (Incomplete, UnicodeDecodeError) as error:
        reason = error.message if isinstance(error, Incomplete) else "it is not UTF-8"
        raise RulesError(f"this file of terms cannot be read: {reason}", where=name) from None
    if text is None:
        raise RulesError("there is no such file of terms", where=name)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    suffix = path.suffix.lower()
    if suffix in (".yaml", ".yml"):
        return _from_yaml(text, name)
    if suffix == ".csv":
        return _from_csv(text, name)
    lines = enumerate(map(str.strip, text.splitlines()), start=1)
    return (
        _entry({"term": term}, name, f"{name}:{number}")
        for number, term in lines
        if term and not term.startswith("#")
    )


def _from_csv(text: str, name: str) -> Iterator[Entry]:
    rows = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        header = [column.strip().lower() for column in next(rows, [])]
        if "term" not in header or not set(header) <= set(_KEYS):
            raise RulesError(
                "the first line of a CSV file of terms must name its columns",
                where=f"{name}:1",
                hint="Write: term,label,case (label and case may be left out).",
            )
        for row in rows:
            place = f"{name}:{rows.line_num}"
            if not any(cell.strip() for cell in row):
                continue
            if len(row) > len(header):
                raise RulesError(
                    f"this row has {len(row)} columns, but the first line has {len(header)}",
                    where=place,
                    hint="Put a term that has a comma in double quotes.",
                )
            cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
            yield _entry(cells, name, place)
    except csv.Error:
        raise RulesError("not valid CSV", where=f"{name}:{rows.line_num}") from None


def _from_yaml(text: str, name: str) -> Iterator[Entry]:
    try:
        root = load(text, name)
    except RulesError as error:  # its message may quote the file
        raise RulesError("not valid YAML", where=error.where) from None
    if isinstance(root.value, dict) and set(root.value) == {"terms"}:
        root = root.value["terms"]
    if root.value == {}:
        return
    if not isinstance(root.value, list):
        raise RulesError("a file of terms must be a list of terms", where=str(root.place))
    for node in root.value:
        yield _yaml_entry(node, name)


def _yaml_entry(node: Node, name: str) -> Entry:
    place = str(node.place)
    if isinstance(node.value, str):
        return _entry({"term": node.value}, name, place)
    if not isinstance(node.value, dict) or not set(node.value) <= set(_KEYS):
        raise RulesError(
            "a term must be a string, or a mapping with term, label and case",
            where=place,
            hint="Quote a term that YAML reads as a number, a date, or yes and no.",
        )
    values = {key: inner.value for key, inner in node.value.items()}
    if not all(isinstance(value, str) for value in values.values()):
        raise RulesError("term, label and case must be strings; quote them", where=place)
    return _entry(values, name, place)


def _entry(values: Mapping[str, str], source: str, place: str) -> Entry:
    term, label, case = (values.get(key, "") for key in _KEYS)
    if not term.strip():
        raise RulesError("the term is missing", where=place)
    if case and case not in _CASES:
        raise RulesError(f"the case of a term must be one of {', '.join(_CASES)}", where=place)
    return Entry(term, label, case, source, place)
