"""The surrogates of a corpus: which stand in a document, and what was chosen so far."""

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
from anonfilter.sidecars import tree as trees
from anonfilter.sidecars.codec import open_surrogates
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.sidecars.reading import parse
from anonfilter.sidecars.sidecar import SURROGATES_VERSION
from anonfilter.sidecars.surrogate_map import SurrogateMap
from anonfilter_surrogates.choosing import Choices


class SurrogateStore:
    """The surrogates that the sidecars of a folder know."""

    def __init__(self, keeping: SidecarPolicy) -> None:
        self._keeping = keeping

    @cached_property
    def _key(self) -> AnyKey | None:
        corpus = self._keeping.corpus
        return None if corpus is None else find_key(corpus)

    @cached_property
    def secret(self) -> bytes:
        """What surrogates are chosen with; without the full key another in each run."""
        return self._key.surrogates if isinstance(self._key, Key) else secrets.token_bytes(32)

    @property
    def repeatable(self) -> bool:
        """Whether another run chooses the same."""
        return isinstance(self._key, Key)

    def surrogates(self, text: str, name: str, tree: Tree = DISK) -> SurrogateMap | None:
        """The surrogates that stand in this text, by its own sidecar, or by that of a document of
        the corpus with the same text; None if there are none."""
        try:
            place = str(self._keeping.place(real(name)))
        except Incomplete:
            raise
        except AnonfilterError:  # outside of the folder that `map_dir` mirrors
            place = ""
        data = tree.read(place) if place else None
        if data is None:
            return next((one for one in self._all if one.fits(text)), None)
        states = list(self._of(data, find.display(place)))
        return next((one for one in states if one.fits(text)), next(iter(states), None))

    @cached_property
    def choices(self) -> Choices:
        """What was chosen in the corpus; runs add what they choose."""
        choices = Choices()
        for surrogates in self._all:
            choices.add(surrogates.choices)
        return choices

    @cached_property
    def _all(self) -> list[SurrogateMap]:
        """The surrogates of all documents; of sidecars that cannot be read the run tells anyway."""
        corpus, found = self._keeping.corpus, list[SurrogateMap]()
        for path in trees.sidecars(corpus.root) if corpus is not None and self._key else ():
            try:
                found += self._of(DISK.read(str(path)) or b"", find.display(str(path)))
            except AnonfilterError:
                continue
        return found

    def _of(self, data: bytes, shown: str) -> Iterator[SurrogateMap]:
        """The surrogates of a sidecar, in each of its states."""
        if not data.startswith(SURROGATES_VERSION.encode()):
            return
        sidecar = parse(data, shown)
        key = None if self._key is None else check_key_of(self._key)
        for state in sidecar.states:
            surrogates = open_surrogates(sidecar, state, self._keeping.corpus_id, key)
            if surrogates is not None:
                yield surrogates
