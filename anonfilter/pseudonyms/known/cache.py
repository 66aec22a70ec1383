"""The index of known originals, kept sealed between runs in the user's cache.

It is found by a keyed digest of all that it was made of, and sealed for that digest: what is
older, damaged or somebody else's is passed by, and made again.
"""

from __future__ import annotations

import os
import struct
from contextlib import suppress
from pathlib import Path

from anonfilter import staging
from anonfilter.errors import Incomplete
from anonfilter.folders import cache
from anonfilter.pseudonyms.keys.corpus import Corpus
from anonfilter.pseudonyms.keys.key import CheckKey
from anonfilter.pseudonyms.keys.sealing import NotOpened, Seal
from anonfilter.pseudonyms.known.index import Index

_WHAT = "index"
_KEPT = 4  # of one corpus: the working tree's, the index's, those of a branch or two


def load(corpus: Corpus, key: CheckKey, digest: str) -> Index | None:
    """The index that was made of this; None if there is none that can be used."""
    path = _place(corpus, digest)
    try:
        sealed = path.read_text("ascii")
        index = Index.unpacked(Seal(key.marks, corpus.id).open(sealed, _WHAT, digest))
    except (OSError, NotOpened, ValueError, struct.error):
        return None
    with suppress(OSError):
        os.utime(path)
    return index


def save(corpus: Corpus, key: CheckKey, digest: str, index: Index) -> None:
    """Keep an index, in one step. Where there is no room for it, the next run does without."""
    path = _place(corpus, digest)
    sealed = Seal(key.marks, corpus.id).close(index.packed(), _WHAT, digest)
    with suppress(OSError, Incomplete):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        staged = staging.stage(path, sealed.encode("ascii"), str(path), mode=0o600)
        try:
            staged.put()
        finally:
            staged.drop()
        _make_room(corpus)


def _make_room(corpus: Corpus) -> None:
    """Remove those of the same corpus that were used least lately."""
    for old in kept(corpus)[_KEPT:]:
        old.unlink(missing_ok=True)


def kept(corpus: Corpus) -> list[Path]:
    """The files of a corpus, those first that were used lately."""
    found = _place(corpus, "").parent.glob(_place(corpus, "*").name)
    return sorted(found, key=lambda path: -path.stat().st_mtime)


def _place(corpus: Corpus, digest: str) -> Path:
    return cache() / "known" / f"{corpus.id}-{digest}"
