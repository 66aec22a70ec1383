"""Find and read pairs of a document and its sidecar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from anonfilter import git
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import is_sidecar, real, real_place
from anonfilter.files.source_tree import DISK
from anonfilter.keys.key import AnyKey, CheckKey, Key, check_key_of
from anonfilter.keys.keyring import find_key, missing_key_error, search_key
from anonfilter.rules import find
from anonfilter.rules.schema import RulesetModel
from anonfilter.sidecars import sidecar_files
from anonfilter.sidecars.codec import open_state, original_name
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.sidecars.sidecar import Kind, Sidecar, State
from anonfilter.sidecars.sidecar_parser import parse


@dataclass(frozen=True, slots=True)
class Access:
    """The access to sidecars by the key of the user: a full key, a check key, or no key."""

    policy: SidecarPolicy
    key: AnyKey | None

    @classmethod
    def by(cls, rules: RulesetModel) -> Access:
        """Return the access by these rules and by the keys of the user."""
        policy = SidecarPolicy.by(rules)
        return cls(policy, find_key(policy.corpus) if policy.corpus is not None else None)

    @property
    def full(self) -> Key | None:
        return self.key if isinstance(self.key, Key) else None

    @property
    def check(self) -> CheckKey | None:
        return check_key_of(self.key) if self.key is not None else None

    def opens(self, sidecar: Sidecar) -> bool:
        """Return True if the originals of a sidecar can be read here."""
        return sidecar.kind is Kind.PLAIN or self.full is not None

    def require_originals(self, sidecar: Sidecar) -> None:
        """Raise an error for a sidecar whose originals need the full key, if it is not here."""
        if not self.opens(sidecar):
            corpus = self.policy.corpus
            if corpus is None:
                raise AnonfilterError(
                    "is sealed, and there is no corpus here with a key that opens it",
                    where=sidecar.where,
                    hint="Work in the repository of the sidecar.",
                )
            raise missing_key_error(corpus, search_key(corpus))

    def map_of(self, sidecar: Sidecar, state: State) -> Map:
        return open_state(sidecar, state, self.policy.corpus_id, self.full)

    def original_name(self, sidecar: Sidecar) -> str:
        return original_name(sidecar, self.policy.corpus_id, self.full)


@dataclass(frozen=True, slots=True)
class Pair:
    """The paths of a sidecar and its document, either of which may be missing."""

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
        """Read sidecar and document in one state, even if a filter replaces them meanwhile.

        A filter changes the sidecar before and after the document. So a sidecar that is the same
        before and after the document is read belongs to the document.
        """
        while True:
            before = DISK.read(self.shown)
            document = DISK.read(self.shown_document)
            if DISK.read(self.shown) == before:
                break
        return None if before is None else parse(before, self.shown), document


def pair_of(path: str, policy: SidecarPolicy) -> Pair:
    """Return the pair for the path of a document or of a sidecar."""
    if is_sidecar(path):
        place = real_place(path)
        return Pair(place, sidecar_files.document_of(place, _top(policy), policy.map_dir))
    document = real(path)
    return Pair(policy.place(document), document)


def pairs(paths: Sequence[str], policy: SidecarPolicy) -> Iterator[Pair]:
    """Yield the pairs of these files, and the pairs that have a file in one of the folders."""
    wanted = [real(path) for path in paths if Path(path).is_dir()]
    named = {pair_of(path, policy): None for path in paths if not Path(path).is_dir()}
    yield from named
    if not wanted:
        return
    top = _top(policy)
    for folder in wanted:
        if not folder.is_relative_to(top):
            raise AnonfilterError(
                f"is outside {top}",
                where=find.display(str(folder)),
                hint="Work in the repository of this folder.",
            )
    for sidecar in sidecar_files.find_sidecars(top):
        pair = Pair(sidecar, sidecar_files.document_of(sidecar, top, policy.map_dir))
        below = any(
            path.is_relative_to(folder)
            for path in (pair.sidecar, pair.document)
            for folder in wanted
        )
        if below and pair not in named:
            yield pair


def _top(policy: SidecarPolicy) -> Path:
    """Return the folder to search: that of the corpus, else the repository, else the folder."""
    if policy.corpus is not None:
        return policy.corpus.root
    return (git.toplevel(policy.folder) or policy.folder).resolve()


def require_sidecar(pair: Pair, sidecar: Sidecar | None) -> Sidecar:
    """Return the sidecar; raise ``Incomplete`` if there is none."""
    if sidecar is None:
        raise Incomplete(
            f"has no sidecar ({pair.shown})",
            where=pair.shown_document,
            hint="If the corpus has a key, anonfilter -i and -o write it.",
        )
    return sidecar
