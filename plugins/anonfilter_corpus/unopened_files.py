"""Find the files of a corpus that a key does not open."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files.read import read_file
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import AnyKey, Key, check_key_of
from anonfilter.known import roster
from anonfilter.sidecars.codec import open_marks, open_state
from anonfilter.sidecars.sidecar_parser import parse


def unopened(corpus: Corpus, key: AnyKey, paths: Iterable[Path]) -> Iterator[AnonfilterError]:
    """Yield an error for each file that a key does not open; a check key opens only marks."""
    for path in paths:
        try:
            data = read_file(corpus.shown(path)).data
            open_one = _open_roster if path == corpus.roster else _open_sidecar
            open_one(data, corpus.shown(path), corpus, key)
        except AnonfilterError as error:
            yield error


def _open_sidecar(data: bytes, shown: str, corpus: Corpus, key: AnyKey) -> None:
    sidecar = parse(data, shown)
    if isinstance(key, Key):
        for state in sidecar.states:
            open_state(sidecar, state, corpus.id, key)
    else:
        deque(open_marks(sidecar, corpus.id, key), maxlen=0)


def _open_roster(data: bytes, shown: str, corpus: Corpus, key: AnyKey) -> None:
    names = roster.parse(data, shown)
    if isinstance(key, Key):
        roster.open_names(names, corpus.id, [key])
    deque(roster.open_marks(names, corpus.id, check_key_of(key)), maxlen=0)
