"""Where a finding stands, for programs that look at a whole repository."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path
from urllib.parse import quote

from anonfilter import git
from anonfilter.errors import AnonfilterError
from anonfilter.reports.paths import Paths


def below(paths: Paths) -> str:
    """The current folder, seen from the top of its repository, as it may be shown."""
    here = Path.cwd()
    try:
        top = git.toplevel(here) or here
    except AnonfilterError:  # something is called .git here and is no repository
        top = here
    folder = os.path.relpath(here.resolve(), top.resolve())
    return "" if folder == os.curdir else paths.shown(folder)


def from_top(path: str, below: str) -> str:
    """A path from the top of the repository; one that begins elsewhere stays as it is."""
    return path if path.startswith("/") else posixpath.normpath(posixpath.join(below, path))


def uri(path: str) -> str:
    """The path as a reference that means the same to everybody: its bytes, percent-encoded."""
    return ("file://" if path.startswith("/") else "") + quote(_bytes(path), safe="/")


def _bytes(path: str) -> bytes:
    """What the file system calls it; half characters, which no file system has, are spelled."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "backslashreplace")
