"""Finds the sidecars below a folder and their documents."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.paths import SIDECAR, is_sidecar
from anonfilter.files.write import require_ordinary
from anonfilter.keys.corpus import FOLDER, Corpus


def sidecars(top: Path, *, nested: bool = False) -> Iterator[Path]:
    """Yield the sidecars below a folder, including sidecars that Git ignores.

    Nested repositories and links are omitted, and so are other corpora unless ``nested``. A folder
    that cannot be read is an error, since its sidecars would be missed, and so is a pipe.
    """
    for folder, folders, files in os.walk(top, onerror=_closed):
        here = Path(folder)
        if here != top and _begins_another(here, nested=nested):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(files):
            if is_sidecar(name) and not (here / name).is_symlink():
                require_ordinary(here / name)
                yield here / name


def sealed(corpus: Corpus) -> Iterator[Path]:
    """Yield all files that the key of a corpus opens: its sidecars and the roster."""
    yield from sidecars(corpus.root)
    if corpus.roster.exists():
        yield corpus.roster


def document_of(sidecar: Path, top: Path, map_dir: str) -> Path:
    """Return the document of a sidecar; `map_dir` is relative to ``top``."""
    document = sidecar.with_name(sidecar.name.removesuffix(SIDECAR))
    maps = top / map_dir
    if map_dir and document.is_relative_to(maps):
        return top / document.relative_to(maps)
    return document


def _begins_another(folder: Path, *, nested: bool) -> bool:
    corpus = folder / FOLDER / "corpus.yaml"
    return (folder / ".git").exists() or (not nested and corpus.is_file())


def _closed(error: OSError) -> None:
    raise Incomplete(f"cannot be read: {error.strerror}", where=str(error.filename)) from None
