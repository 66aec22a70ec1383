"""A new key for a corpus, such that it can be interrupted anywhere and taken up again.

The new key is stored first, then corpus.yaml says what is going on, then one sidecar after the
other is sealed again; only when all are, the new key becomes the corpus's. Meanwhile nobody is
let near the corpus. All keys are kept: branches from before still have the old one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files.read import read_file
from anonfilter.pseudonyms.keys import enclosed, keyring
from anonfilter.pseudonyms.keys.corpus import Corpus, put
from anonfilter.pseudonyms.keys.key import Key
from anonfilter.pseudonyms.keys.resealing import Resealing
from anonfilter.pseudonyms.known import roster
from anonfilter.pseudonyms.locks import locked
from anonfilter.pseudonyms.sidecars.reading import parse
from anonfilter.pseudonyms.sidecars.sidecar import Kind, render


@dataclass(frozen=True, slots=True)
class Rotation:
    """The first key is the one that all is to be sealed with; the others may open what is."""

    corpus: Corpus
    keys: tuple[Key, ...]

    @property
    def key(self) -> Key:
        return self.keys[0]


def planned(corpus: Corpus) -> Rotation:
    """A new key; or, if a rotation was interrupted, the key of that one."""
    known = keyring.kept_keys(corpus)
    if corpus.rotating_to:
        if corpus.rotating_to not in known:
            raise AnonfilterError(
                "the key is being changed, on another machine or by another user: "
                "the new one is not here",
                where=corpus.shown(corpus.file),
                hint="Let it be finished there; or take .anonfilter and all sidecars from git.",
            )
        key = known.pop(corpus.rotating_to)
    else:
        current = keyring.require_key(corpus)
        key, known[current.id] = current.rotated(), current
    return Rotation(replace(corpus, rotating_to=key.id), (key, *known.values()))


def leftovers(corpus: Corpus) -> Rotation:
    """No new key: what older keys open is sealed with the one that there is."""
    key = keyring.require_key(corpus)
    older = (one for one in keyring.kept_keys(corpus).values() if one.id != key.id)
    return Rotation(corpus, (key, *older))


def begin(rotation: Rotation) -> None:
    """From here on the new key is on the disk, and corpus.yaml tells everybody to wait."""
    for key in rotation.keys:
        keyring.keep(rotation.corpus, key)
    rotation.corpus.save()


def reseal(rotation: Rotation, path: Path, document: Path) -> bool:
    """Seal a sidecar or the roster again, in one step; False if there is nothing to do.

    A sidecar's document is locked meanwhile, so that no run replaces it at the same time.
    """
    with locked(document):
        data = resealed(rotation, path)
        if data is None:
            return False
        put(path, data, like=path.stat())
    return True


def resealed(rotation: Rotation, path: Path) -> bytes | None:
    """A file as it is to be; None if it is so already, is plain, or is another corpus's."""
    shown = rotation.corpus.shown(path)
    data = read_file(shown).data
    if path == rotation.corpus.roster:
        new = roster.render(roster.resealed(roster.parse(data, shown), rotation.keys))
    else:
        sidecar = parse(data, shown)
        if sidecar.kind is Kind.PLAIN or sidecar.corpus != rotation.corpus.id:
            return None
        new = render(Resealing(sidecar, rotation.keys).sidecar())
    return None if new == data else new


def finish(rotation: Rotation) -> Corpus:
    """The new key is the corpus's, for everybody that it is shared with."""
    corpus = rotation.corpus.with_key(rotation.key.id)
    enclosed.write(corpus, rotation.key)
    keyring.replace_key(corpus, rotation.key)
    corpus.save()
    return corpus


def problems(rotation: Rotation, paths: Iterable[Path]) -> list[AnonfilterError]:
    """What could not be sealed again; found before anything is changed."""
    found: list[AnonfilterError] = []
    for path in paths:
        try:
            resealed(rotation, path)
        except AnonfilterError as error:
            found.append(error)
    return found
