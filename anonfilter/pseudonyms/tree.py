"""The sidecars of a corpus: all below the folder that it is the corpus of."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from anonfilter.errors import Incomplete
from anonfilter.pseudonyms.corpus import FOLDER, Corpus
from anonfilter.pseudonyms.sidecar import is_sidecar


def sidecars(corpus: Corpus) -> Iterator[Path]:
    """Also those that git ignores. Not those of another corpus further down; no link is followed.

    A folder that cannot be looked into is an error: what is in it would be passed by.
    """
    for folder, folders, files in os.walk(corpus.root, onerror=_closed):
        here = Path(folder)
        if here != corpus.root and (here / FOLDER / "corpus.yaml").is_file():
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(files):
            if is_sidecar(name) and not (here / name).is_symlink():
                yield here / name


def _closed(error: OSError) -> None:
    raise Incomplete(f"cannot be read: {error.strerror}", where=str(error.filename)) from None
