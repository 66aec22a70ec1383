"""What git would commit of a folder."""

from __future__ import annotations

import os
from pathlib import Path

from anonfilter.git.running import records, run


def identity(folder: Path) -> tuple[Path, str]:
    """The top of the working tree that a folder lies in, and the hash that names its objects."""
    done = run(
        "rev-parse", "--show-toplevel", "--show-object-format", folder=folder, of_repository=False
    )
    top, _, algorithm = done.stdout.removesuffix(b"\n").rpartition(b"\n")
    return Path(os.fsdecode(top)).resolve(), algorithm.decode()


def committable(top: Path, folder: Path) -> list[str]:
    """The files below a folder that git tracks or does not ignore, asked from the top: a
    repository of its own in that folder is not looked into."""
    return _below(top, folder, "--cached", "--others", "--exclude-standard")


def tracked(top: Path, folder: Path) -> list[str]:
    """The files below a folder that are in the index."""
    return _below(top, folder, "--cached")


def _below(top: Path, folder: Path, *which: str) -> list[str]:
    below = os.path.relpath(folder, top)
    done = run(
        "ls-files", *which, "-z", "--", f":(top,literal){below}", folder=top, of_repository=False
    )
    return records(done.stdout)
