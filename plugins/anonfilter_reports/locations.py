"""Paths of findings, for programs that look at a whole repository."""

from __future__ import annotations

import posixpath
from urllib.parse import quote

from anonfilter.contract.document import Finding
from anonfilter.contract.report import IncompleteFile


def from_top(path: str, below: str) -> str:
    """A path from the top of the repository; one that begins elsewhere stays as it is."""
    return path if path.startswith("/") else posixpath.normpath(posixpath.join(below, path))


def in_member(one: Finding | IncompleteFile) -> str:
    """Where it is in a file that holds others, to be said after what it is."""
    if not one.member:
        return ""
    return f", in {one.member}" + (f":{one.line}:{one.column}" if one.line else "")


def uri(path: str) -> str:
    """The path as a reference that means the same to everybody: its bytes, percent-encoded."""
    return ("file://" if path.startswith("/") else "") + quote(_bytes(path), safe="/")


def _bytes(path: str) -> bytes:
    """What the file system calls it; half characters, which no file system has, are spelled."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "backslashreplace")
