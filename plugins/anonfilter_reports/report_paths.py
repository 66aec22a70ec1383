"""Paths of findings for programs that read a whole repository."""

from __future__ import annotations

import posixpath
from urllib.parse import quote

from anonfilter.contract.document import Finding
from anonfilter.contract.report import IncompleteFile


def from_top(path: str, below: str) -> str:
    """Return a path from the top of the repository; an absolute path is unchanged."""
    return path if path.startswith("/") else posixpath.normpath(posixpath.join(below, path))


def in_member(one: Finding | IncompleteFile) -> str:
    """Return the place in a member of a file, as text to append to a message; "" without one."""
    if not one.member:
        return ""
    return f", in {one.member}" + (f":{one.line}:{one.column}" if one.line else "")


def uri(path: str) -> str:
    """Return a path as a URI reference: its bytes, percent-encoded, whatever their encoding."""
    return ("file://" if path.startswith("/") else "") + quote(_bytes(path), safe="/")


def _bytes(path: str) -> bytes:
    """Return the bytes of a path in the file system; other lone surrogates are escaped."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "backslashreplace")
