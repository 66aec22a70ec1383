"""Sidecars below a folder; and what a corpus's key opens, which is all below its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.paths import SIDECAR, is_sidecar
from anonfilter.pseudonyms.keys.corpus import FOLDER, Corpus


def sidecars(top: Path) -> Iterator[Path]:
    """Also those that git ignores. Not those of another corpus or repository further down; no
    link is followed.

    A folder that cannot be looked into is an error: what is in it would be passed by.
    """
    for folder, folders, files in os.walk(top, onerror=_closed):
        here = Path(folder)
        if here != top and _begins_another(here):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(files):
            if is_sidecar(name) and not (here / name).is_symlink():
                yield here / name


def sealed(corpus: Corpus) -> Iterator[Path]:
    """All that the corpus's key opens: its sidecars, and the roster."""
    yield from sidecars(corpus.root)
    if corpus.roster.exists():
        yield corpus.roster


def document_of(sidecar: Path, top: Path, map_dir: str) -> Path:
    """The document that a sidecar is of, by where it stands; the roster is of nothing else.

    ``top`` is what `map_dir` is seen from.
    """
    document = sidecar.with_name(sidecar.name.removesuffix(SIDECAR))
    maps = top / map_dir
    if map_dir and document.is_relative_to(maps):
        return top / document.relative_to(maps)
    return document


def _begins_another(folder: Path) -> bool:
    return (folder / ".git").exists() or (folder / FOLDER / "corpus.yaml").is_file()


def _closed(error: OSError) -> None:
    raise Incomplete(f"cannot be read: {error.strerror}", where=str(error.filename)) from None
