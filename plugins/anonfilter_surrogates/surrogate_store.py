"""Read the surrogates of a corpus from its sidecars: their places, and all choices so far."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import cached_property

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import real
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.keys.key import AnyKey, Key, check_key_of
from anonfilter.keys.keyring import find_key
from anonfilter.rules import find
from anonfilter.sidecars import sidecar_files
from anonfilter.sidecars.codec import open_surrogates
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.sidecars.sidecar import SURROGATES_VERSION
from anonfilter.sidecars.sidecar_parser import parse
from anonfilter_surrogates.surrogate_choices import Choices
from anonfilter_surrogates.surrogate_map import SurrogateMap


class SurrogateStore:
    """The surrogates in the sidecars of a folder."""

    def __init__(self, keeping: SidecarPolicy) -> None:
        self._keeping = keeping

    @cached_property
    def _key(self) -> AnyKey | None:
        corpus = self._keeping.corpus
        return None if corpus is None else find_key(corpus)

    @cached_property
    def secret(self) -> bytes:
        """The secret for choosing surrogates; without the full key, random in each run."""
        return self._key.surrogates if isinstance(self._key, Key) else secrets.token_bytes(32)

    @property
    def repeatable(self) -> bool:
        """True if another run chooses the same surrogates."""
        return isinstance(self._key, Key)

    def surrogates(self, text: str, name: str, tree: Tree = DISK) -> SurrogateMap | None:
        """Return the surrogates of a text; None if it has none.

        They are in the sidecar of the file, or in the sidecar of a document with the same text.
        """
        try:
            place = str(self._keeping.place(real(name)))
        except Incomplete:
            raise
        except AnonfilterError:  # The file is outside of the corpus, so `map_dir` does not apply.
            place = ""
        data = tree.read(place) if place else None
        if data is None:
            return next((known for known in self._all if known.fits(text)), None)
        states = list(self._of(data, find.display(place)))
        return next((state for state in states if state.fits(text)), next(iter(states), None))

    @cached_property
    def choices(self) -> Choices:
        """The choices in the sidecars of the corpus, to which this run adds its own."""
        choices = Choices()
        for surrogates in self._all:
            choices.add(surrogates.choices)
        return choices

    @cached_property
    def _all(self) -> list[SurrogateMap]:
        """The surrogates of all documents, except those in sidecars that cannot be read.

        The run reports these sidecars separately.
        """
        corpus, found = self._keeping.corpus, list[SurrogateMap]()
        for path in (
            sidecar_files.find_sidecars(corpus.root) if corpus is not None and self._key else ()
        ):
            try:
                found += self._of(DISK.read(str(path)) or b"", find.display(str(path)))
            except AnonfilterError:
                continue
        return found

    def _of(self, data: bytes, shown: str) -> Iterator[SurrogateMap]:
        """Yield the surrogate map of each state in a sidecar's bytes."""
        if not data.startswith(SURROGATES_VERSION.encode()):
            return
        sidecar = parse(data, shown)
        key = None if self._key is None else check_key_of(self._key)
        for state in sidecar.states:
            surrogates = open_surrogates(sidecar, state, self._keeping.corpus_id, key)
            if isinstance(surrogates, SurrogateMap):
                yield surrogates
