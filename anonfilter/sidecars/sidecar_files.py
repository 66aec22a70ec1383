"""Finds the sidecars below a folder and their documents."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.files.paths import CORPUS_FILE, SIDECAR, is_sidecar
from anonfilter.files.write import require_ordinary
from anonfilter.keys.corpus import Corpus


def find_sidecars(top: Path, *, nested: bool = False) -> Iterator[Path]:
    """Yield the sidecars below a folder, including those that Git ignores.

    Nested repositories and links are omitted, and so are other corpora unless ``nested``. A folder
    that cannot be read is an error, since its sidecars would be missed, and so is a pipe.
    """
    for folder, folders, files in os.walk(top, onerror=_fail):
        here = Path(folder)
        is_other_corpus = not nested and (here / CORPUS_FILE).is_file()
        if here != top and ((here / ".git").exists() or is_other_corpus):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(files):
            if is_sidecar(name) and not (here / name).is_symlink():
                require_ordinary(here / name)
                yield here / name


def find_sealed_files(corpus: Corpus) -> Iterator[Path]:
    """Yield the sealed files of a corpus: its sidecars and the roster."""
    yield from find_sidecars(corpus.root)
    if corpus.roster.exists():
        yield corpus.roster


def document_of(sidecar: Path, top: Path, map_dir: str) -> Path:
    """Return the path of a sidecar's document; ``top`` is the base of the folder ``map_dir``."""
    document = sidecar.with_name(sidecar.name.removesuffix(SIDECAR))
    maps = top / map_dir
    if map_dir and document.is_relative_to(maps):
        return top / document.relative_to(maps)
    return document


def _fail(error: OSError) -> None:
    raise Incomplete(f"cannot be read: {error.strerror}", where=str(error.filename)) from None
