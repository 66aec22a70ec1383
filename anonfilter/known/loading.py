"""Loads the known originals of a corpus from its sidecars and its sealed roster."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from anonfilter import git
from anonfilter.cache.sealed import Cache
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import is_sidecar
from anonfilter.files.read import read_file
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.git.stored_tree import StoredTree
from anonfilter.keys.corpus import FOLDER, Corpus, corpora_around
from anonfilter.keys.key import CheckKey, check_key_of
from anonfilter.keys.keyring import find_key
from anonfilter.known import roster
from anonfilter.known.index import MarkIndex
from anonfilter.known.known_originals import CombinedOriginals, CorpusOriginals
from anonfilter.known.marks import MarkMaker
from anonfilter.sidecars import sidecar_files
from anonfilter.sidecars.codec import open_marks, open_state
from anonfilter.sidecars.sidecar import Kind, Sidecar
from anonfilter.sidecars.sidecar_parser import parse
from anonfilter.text.values import hide_values

_FORM = b"2"  # the version of the cached index; another version invalidates all of them
_HEAD = 200  # the first bytes of a sidecar, which name its corpus


@hide_values
@dataclass(frozen=True, slots=True)
class KnownSource:
    """A sidecar or the sealed roster, with its name for messages.

    ``nested`` is True for a file in a corpus inside this one, which may belong to either.
    """

    name: str
    read: Callable[[], bytes]
    is_roster: bool = False
    nested: bool = False


def load_known(
    folder: Path, tree: Tree = DISK
) -> tuple[CorpusOriginals | CombinedOriginals | None, list[Corpus]]:
    """Return the known originals of all corpora in and above a folder; None if there are none.

    Also return those of these corpora whose key is not on this machine.
    """
    around = list(corpora_around(folder, tree))
    each = [_load(corpus, tree) for corpus in around]
    missing = [corpus for corpus, known in zip(around, each, strict=True) if known is None]
    known = [originals for originals in each if originals is not None]
    return (CombinedOriginals(known) if len(known) > 1 else next(iter(known), None)), missing


def _load(corpus: Corpus, tree: Tree) -> CorpusOriginals | None:
    """Return the known originals of a corpus, from disk or from Git; None if its key is missing."""
    key = find_key(corpus)
    if key is None:
        return None
    check = check_key_of(key)
    files = (
        _sources_stored(corpus, tree) if isinstance(tree, StoredTree) else sources_on_disk(corpus)
    )
    return known_from(corpus, check, files)


def known_from(corpus: Corpus, key: CheckKey, files: Iterable[KnownSource]) -> CorpusOriginals:
    """Return the known originals in these files; use a cached index if there is one."""
    unread: list[Incomplete] = []
    texts: list[tuple[KnownSource, bytes]] = []
    for file in files:
        try:
            data = file.read()
            if not file.nested or _names(corpus, data):
                texts.append((file, data))
        except Incomplete as error:
            unread.append(error.of(file.name))
    digest = _digest(key, texts)
    cache = Cache(key.marks)
    kind = f"known.{corpus.id}"
    index = _unpacked(cache.load(kind, digest))
    if index is None:
        index = MarkIndex.of(_marks(corpus, key, texts, unread))
        if not unread:
            cache.save(kind, digest, index.packed())
    return CorpusOriginals(index, key, unread, digest)


def _names(corpus: Corpus, data: bytes) -> bool:
    """Return True if a sidecar inside a nested corpus names this corpus as its own.

    Thus a `corpus.yaml` that is put around sidecars does not remove them from their corpus.
    """
    return f'corpus: "{corpus.id}"\n'.encode() in data[:_HEAD]


def _unpacked(data: bytes | None) -> MarkIndex | None:
    try:
        return None if data is None else MarkIndex.unpacked(data)
    except (ValueError, struct.error):
        return None


def _digest(key: CheckKey, texts: Iterable[tuple[KnownSource, bytes]]) -> str:
    """Return a keyed digest of the content of all files, independent of their names."""
    each = sorted(hashlib.blake2b(data, digest_size=16).digest() for _, data in texts)
    keyed = hashlib.blake2b(key=key.prints, digest_size=16, person=b"known originals")
    keyed.update(_FORM + b"".join(each))
    return keyed.hexdigest()


def _marks(
    corpus: Corpus,
    key: CheckKey,
    texts: Iterable[tuple[KnownSource, bytes]],
    unread: list[Incomplete],
) -> Iterator[tuple[str, bytes]]:
    """Yield labels and marks; add errors of files that cannot be opened to ``unread``."""
    marking = MarkMaker(key.prints)
    for file, data in texts:
        try:
            if file.is_roster:
                found = list(roster.open_marks(roster.parse(data, file.name), corpus.id, key))
            else:
                found = list(_of_sidecar(parse(data, file.name), corpus, key, marking))
        except AnonfilterError as error:
            unread.append(Incomplete(error.message, where=error.where, hint=error.hint))
        else:
            yield from found


def _of_sidecar(
    sidecar: Sidecar, corpus: Corpus, key: CheckKey, marking: MarkMaker
) -> Iterator[tuple[str, bytes]]:
    if sidecar.kind is Kind.SEALED:
        yield from ((tag.label, tag.marks) for tag in open_marks(sidecar, corpus.id, key))
        return
    for state in sidecar.states:
        for entry in open_state(sidecar, state, corpus.id, None).entries.values():
            yield entry.label, marking(entry)


def sources_on_disk(corpus: Corpus) -> Iterator[KnownSource]:
    """Yield the sidecars and the roster of a corpus on disk, nested corpora included."""
    own = set(sidecar_files.find_sidecars(corpus.root))
    for path in sidecar_files.find_sidecars(corpus.root, nested=True):
        yield KnownSource(corpus.shown(path), partial(_read, path), nested=path not in own)
    if corpus.roster.exists():
        yield KnownSource(
            corpus.shown(corpus.roster), partial(_read, corpus.roster), is_roster=True
        )


def _read(path: Path) -> bytes:
    return read_file(str(path)).data


def _sources_stored(corpus: Corpus, stored: StoredTree) -> Iterator[KnownSource]:
    inside = stored.inside(corpus.root)
    own = PurePosixPath(inside) if inside is not None else None
    entries = stored.entries.values() if own is not None else []
    marker = f"{FOLDER}/corpus.yaml"
    corpora = {
        PurePosixPath(entry.path).parent.parent
        for entry in entries
        if f"/{entry.path}".endswith(f"/{marker}")
    }
    for entry in entries:
        path = PurePosixPath(entry.path)
        is_roster = own is not None and path == own / FOLDER / corpus.roster.name
        if entry.mode in (git.GITLINK, git.SYMLINK) or not (is_roster or is_sidecar(path.name)):
            continue
        if own in path.parents:
            nearest = next(above for above in path.parents if above in {*corpora, own})
            shown = corpus.shown(stored.root / entry.path)
            read = partial(stored.blob, entry)
            yield KnownSource(shown, read, is_roster, nested=nearest != own)
