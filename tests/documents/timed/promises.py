"""What every format keeps, whatever it is: asked of the command line, and of damaged files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from tests.documents.read_documents import accepts, damaged, read, replaced, write_rules

PUT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=2)
LEFT = re.compile(r"(?i)wilma|quillfeather|415.?555")


def unchanged(run: Any, folder: Path, use: str, name: str, data: bytes) -> None:
    """A file with nothing to redact comes out byte for byte."""
    write_rules(folder, f"- use: {use}")
    (folder / name).write_bytes(data)
    assert run("--rules", "formats.yaml", "-i", name).code == 0
    assert (folder / name).read_bytes() == data
    assert run("check", "--rules", "formats.yaml", name).code == 0


def cleared(run: Any, folder: Path, use: str, name: str, data: bytes, codec: str = "utf-8") -> str:
    """The filtered file: no name is left, a check is clean, and another filter changes nothing."""
    write_rules(folder, f"- use: {use}")
    (folder / name).write_bytes(data)
    done = run("--rules", "formats.yaml", "-i", name)
    assert done.code == 0, done.err
    changed = (folder / name).read_bytes()
    text = changed.decode(codec)
    assert not LEFT.search(text)
    assert run("check", "--rules", "formats.yaml", name).code == 0
    assert run("--rules", "formats.yaml", "-i", name).code == 0
    assert (folder / name).read_bytes() == changed
    return text


def reported(run: Any, folder: Path, use: str, name: str, data: bytes) -> list[tuple[str, Any]]:
    """Each replacement, and from when to when it is said."""
    write_rules(folder, f"- use: {use}")
    (folder / name).write_bytes(data)
    found = json.loads(run("detect", "--json", "--rules", "formats.yaml", name).out)
    return [(one["replacement"], one.get("time")) for one in found["spans"]]


def stands_damage(format_class: Any, text: str, name: str, at: int, put: str) -> None:
    """A damaged file is incomplete, or read; and what is not replaced stays as it is."""
    broken = damaged(text, at, put)
    if accepts(format_class, broken, name):
        assert replaced(read(format_class, broken, name), "no such name") == broken
        return
    with pytest.raises(Incomplete) as caught:
        read(format_class, broken, name)
    assert re.search(r":\d+:\d+$", caught.value.where)
