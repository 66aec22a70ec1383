"""Documents and their sidecars, two by two: for whoever looks and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from anonfilter import git
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import is_sidecar, real, real_place
from anonfilter.files.source_tree import DISK
from anonfilter.pseudonyms.keys.key import AnyKey, CheckKey, Key, check_key_of
from anonfilter.pseudonyms.keys.keyring import find_key, missing, search
from anonfilter.pseudonyms.sidecars import tree
from anonfilter.pseudonyms.sidecars.entries import Map
from anonfilter.pseudonyms.sidecars.keeping import Keeping
from anonfilter.pseudonyms.sidecars.opening import open_state
from anonfilter.pseudonyms.sidecars.reading import parse
from anonfilter.pseudonyms.sidecars.sidecar import Kind, Sidecar, State
from anonfilter.rules import find
from anonfilter.rules.schema import RulesetModel


@dataclass(frozen=True, slots=True)
class Access:
    """What somebody can see of sidecars here: all of them, what the check key opens, or tags."""

    keeping: Keeping
    key: AnyKey | None

    @classmethod
    def by(cls, rules: RulesetModel) -> Access:
        keeping = Keeping.by(rules)
        return cls(keeping, find_key(keeping.corpus) if keeping.corpus is not None else None)

    @property
    def full(self) -> Key | None:
        return self.key if isinstance(self.key, Key) else None

    @property
    def check(self) -> CheckKey | None:
        return check_key_of(self.key) if self.key is not None else None

    def opens(self, sidecar: Sidecar) -> bool:
        """Whether there is what it takes to read the originals."""
        return sidecar.kind is Kind.PLAIN or self.full is not None

    def require_originals(self, sidecar: Sidecar) -> None:
        """Where the originals are asked for, and only the full key shows them."""
        if not self.opens(sidecar):
            corpus = self.keeping.corpus
            if corpus is None:
                raise AnonfilterError(
                    "sealed, and there is no corpus here whose key would open it",
                    where=sidecar.where, hint="Work in the repository that it belongs to.",
                )  # fmt: skip
            raise missing(corpus, search(corpus))

    def map_of(self, sidecar: Sidecar, state: State) -> Map:
        return open_state(sidecar, state, self.keeping.corpus_id, self.full)


@dataclass(frozen=True, slots=True)
class Pair:
    """A sidecar's path and its document's; either may not be there."""

    sidecar: Path
    document: Path

    @property
    def shown(self) -> str:
        return find.display(str(self.sidecar))

    @property
    def shown_document(self) -> str:
        return find.display(str(self.document))

    def read(self) -> Sidecar | None:
        found = DISK.read(self.shown)
        return None if found is None else parse(found, self.shown)

    def both(self) -> tuple[Sidecar | None, bytes | None]:
        """Sidecar and document as they belong together, though a filter may be at work on them.

        A filter changes the sidecar before and after the document: what stayed as it was while
        the document was read is the document's.
        """
        while True:
            before = DISK.read(self.shown)
            document = DISK.read(self.shown_document)
            if DISK.read(self.shown) == before:
                break
        return None if before is None else parse(before, self.shown), document


def pair_of(path: str, keeping: Keeping) -> Pair:
    """A document and its sidecar, whichever of the two is named."""
    if is_sidecar(path):
        place = real_place(path)
        return Pair(place, tree.document_of(place, _top(keeping), keeping.map_dir))
    document = real(path)
    return Pair(keeping.place(document), document)


def pairs(paths: Sequence[str], keeping: Keeping) -> Iterator[Pair]:
    """The files that are named; of folders, whatever has its sidecar or its document there."""
    wanted = [real(path) for path in paths if Path(path).is_dir()]
    named = {pair_of(path, keeping): None for path in paths if not Path(path).is_dir()}
    yield from named
    if not wanted:
        return
    top = _top(keeping)
    for folder in wanted:
        if not folder.is_relative_to(top):
            raise AnonfilterError(
                f"lies outside {top}", where=find.display(str(folder)),
                hint="Work in the repository that it belongs to.",
            )  # fmt: skip
    for sidecar in tree.sidecars(top):
        pair = Pair(sidecar, tree.document_of(sidecar, top, keeping.map_dir))
        below = any(
            one.is_relative_to(folder) for one in (pair.sidecar, pair.document) for folder in wanted
        )
        if below and pair not in named:
            yield pair


def _top(keeping: Keeping) -> Path:
    """The tree to look through: the corpus; else the repository, or the folder, as one."""
    if keeping.corpus is not None:
        return keeping.corpus.root
    return (git.toplevel(keeping.folder) or keeping.folder).resolve()


def require_sidecar(pair: Pair, sidecar: Sidecar | None) -> Sidecar:
    if sidecar is None:
        raise Incomplete(
            f"there is no sidecar, {pair.shown}", where=pair.shown_document,
            hint="anonfilter -i, or -o, writes it where the corpus has a key.",
        )  # fmt: skip
    return sidecar
