"""Adds entries to an allow list without changing the rest of the file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedSeq

from anonfilter.accepted.allow_list import Allowance, AllowEntry, AllowList, parse
from anonfilter.contract.document import Finding
from anonfilter.errors import RulesError
from anonfilter.files import write
from anonfilter.files.source_tree import DISK
from anonfilter.rules.find import display
from anonfilter.rules.nodes import load

_NEW = """\
# What `anonfilter check` accepts, and why. `anonfilter allow` adds entries; edit it freely.
# All who can read this repository can read this file.
anonfilter: 1
allow:
"""
_WIDTH = 1_000_000  # never wraps a line


def add(path: Path, entry: Mapping[str, Any], found: Finding) -> Allowance:
    """Add an entry for a finding to the allow list in this file, and return the entry.

    If the entry does not match the finding, nothing is written.
    """
    name, before = display(str(path)), DISK.read(path)
    data = with_entry(before, name, entry)
    added = parse(data, name).allowances[-1]
    if added.matches(found):
        write.new_file(path, data, os.stat(path) if before is not None else None)
    return added


def with_entry(data: bytes | None, name: str, entry: Mapping[str, Any]) -> bytes:
    """Return the content of an allow list with one more entry at its end.

    The lines of the entry are appended. If YAML would not read them as an entry, as after
    ``allow: [{…}]``, the whole file is written again, with its comments.
    """
    if data is None:
        return (_NEW + _lines(entry, "")).encode()
    before = parse(data, name)
    text = data.decode("utf-8")
    added = _appended(text, name, entry)
    if added is None or not _is_one_more(before, added, entry, name):
        added = _rewritten(text, entry)
    return added.encode()


def _appended(text: str, name: str, entry: Mapping[str, Any]) -> str | None:
    """Return the text with the lines of an entry appended; None if it lists no entries yet."""
    node = load(text.removeprefix("\ufeff"), name, private=True)
    listed = node.value.get("allow")
    items = listed.value if listed is not None and isinstance(listed.value, list) else []
    if not items:
        return None
    end = "\r\n" if "\r\n" in text else "\n"
    indent = " " * (listed.place.column - 1)
    start = text if text.endswith(end) else text + end
    return start + _lines(entry, indent).replace("\n", end)


def _is_one_more(before: AllowList, added: str, entry: Mapping[str, Any], name: str) -> bool:
    """Return True if a changed allow list has the earlier entries, and this entry as the last."""
    try:
        after = parse(added.encode(), name)
    except RulesError:
        return False
    *others, last = (allowance.entry for allowance in after.allowances)
    unchanged = others == [allowance.entry for allowance in before.allowances]
    return unchanged and last == AllowEntry(**entry)


def _lines(entry: Mapping[str, Any], indent: str) -> str:
    yaml = YAML()
    yaml.width = _WIDTH
    stream = StringIO()
    yaml.dump([_written(entry)], stream)
    return "".join(f"{indent}{line}\n" for line in stream.getvalue().splitlines())


def _written(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entry as it is written to YAML, with all its globs on one line."""
    written = dict(entry)
    if "paths" in written:
        written["paths"] = CommentedSeq(written["paths"])
        written["paths"].fa.set_flow_style()
    return written


def _rewritten(text: str, entry: Mapping[str, Any]) -> str:
    yaml = YAML()
    yaml.width = _WIDTH
    yaml.preserve_quotes = True
    root = yaml.load(text)
    listed = root.get("allow")
    if listed is None:
        root["allow"] = [_written(entry)]
    else:
        if not listed:
            listed.fa.set_block_style()
        listed.append(_written(entry))
    stream = StringIO()
    yaml.dump(root, stream)
    return stream.getvalue()
