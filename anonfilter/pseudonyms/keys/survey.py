"""What of a corpus its key does not open."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files.read import read_file
from anonfilter.pseudonyms.keys.corpus import Corpus
from anonfilter.pseudonyms.keys.key import AnyKey, Key, check_key_of
from anonfilter.pseudonyms.known import roster
from anonfilter.pseudonyms.sidecars.opening import open_marks, open_state
from anonfilter.pseudonyms.sidecars.reading import parse
from anonfilter.pseudonyms.sidecars.sidecar import Sidecar


def unopened(corpus: Corpus, key: AnyKey, paths: Iterable[Path]) -> Iterator[AnonfilterError]:
    """An error for each that does not open; with a check key, as far as that opens them."""
    for path in paths:
        try:
            _open(path, corpus, key)
        except AnonfilterError as error:
            yield error


def _open(path: Path, corpus: Corpus, key: AnyKey) -> None:
    shown = corpus.shown(path)
    data = read_file(shown).data
    if path == corpus.roster:
        _open_roster(roster.parse(data, shown), corpus, key)
    else:
        _open_sidecar(parse(data, shown), corpus, key)


def _open_sidecar(sidecar: Sidecar, corpus: Corpus, key: AnyKey) -> None:
    if isinstance(key, Key):
        for state in sidecar.states:
            open_state(sidecar, state, corpus.id, key)
    else:
        deque(open_marks(sidecar, corpus.id, key), maxlen=0)


def _open_roster(names: roster.Roster, corpus: Corpus, key: AnyKey) -> None:
    if isinstance(key, Key):
        roster.open_names(names, corpus.id, [key])
    deque(roster.open_marks(names, corpus.id, check_key_of(key)), maxlen=0)
