"""Which sidecars of a corpus its key does not open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.pseudonyms.corpus import Corpus
from anonfilter.pseudonyms.keys import AnyKey, Key
from anonfilter.pseudonyms.opening import open_marks, open_state
from anonfilter.pseudonyms.reading import parse


def unopened(corpus: Corpus, key: AnyKey, paths: Iterable[Path]) -> Iterator[AnonfilterError]:
    """An error for each that does not open; with a check key, as far as that opens them."""
    for path in paths:
        try:
            _open(path, corpus, key)
        except AnonfilterError as error:
            yield error


def _open(path: Path, corpus: Corpus, key: AnyKey) -> None:
    shown = corpus.shown(path)
    try:
        sidecar = parse(path.read_bytes(), shown)
    except OSError as error:
        raise Incomplete(f"cannot be read: {error.strerror}", where=shown) from None
    if isinstance(key, Key):
        for state in sidecar.states:
            open_state(sidecar, state, corpus.id, key)
    else:
        for _ in open_marks(sidecar, corpus.id, key):
            pass
