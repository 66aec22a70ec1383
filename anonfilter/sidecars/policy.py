"""Decides whether sidecars are written in a folder, where, and with which key."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter import git
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import SIDECAR, real, real_place
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.keys.corpus import Corpus, find_corpus, require_corpus
from anonfilter.keys.key import Key
from anonfilter.sidecars import sidecar_files
from anonfilter.sidecars.sidecar import Kind
from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from anonfilter.rules.schema import RulesetModel
    from anonfilter.sidecars.counted_numbers import CountedNumbers
    from anonfilter.sidecars.memory import CorpusNumbers


@hide_values
@dataclass(frozen=True)
class SidecarPolicy:
    """Decides how the sidecars of the documents in a folder are written.

    ``kind`` is None if no sidecars are written; ``never`` is True if the rules forbid them.
    Sidecars of both kinds can always be read, so that a plain sidecar can be sealed later.
    """

    kind: Kind | None
    corpus: Corpus | None
    map_dir: str
    folder: Path
    never: bool = False

    @classmethod
    def by(
        cls, rules: RulesetModel, folder: Path | None = None, source: Tree = DISK
    ) -> SidecarPolicy:
        """Return the policy of these rules for a folder."""
        folder = folder or Path.cwd()
        corpus = find_corpus(folder, source)
        chosen = rules.sidecar or ("sealed" if corpus is not None else "none")
        kind = None if chosen == "none" else Kind(chosen)
        return cls(kind, corpus, rules.map_dir, folder, never=rules.sidecar == "none")

    @property
    def corpus_id(self) -> str:
        return self.corpus.id if self.corpus is not None else ""

    @cached_property
    def key(self) -> Key:
        """The full key of the corpus; if it is missing, an error lists all ways to get it."""
        from anonfilter.keys.keyring import require_key

        return require_key(self.corpus or require_corpus(self.folder))

    def full_key(self) -> Key | None:
        """Return the full key of the corpus; None if it is not on this machine."""
        from anonfilter.keys.keyring import find_key

        key = find_key(self.corpus) if self.corpus is not None else None
        return key if isinstance(key, Key) else None

    def key_for(self, kind: Kind) -> Key | None:
        return self.key if kind is Kind.SEALED else None

    def place(self, document: Path) -> Path:
        """Return the path of a document's sidecar; ``document`` must contain no links."""
        if not self.map_dir:
            return document.with_name(document.name + SIDECAR)
        top = self._top(document)
        if not document.is_relative_to(top):
            raise AnonfilterError(
                f"is outside {top}, where `map_dir: {self.map_dir}` applies",
                where=str(document),
                hint="Work in the repository that it belongs to, or remove `map_dir`.",
            )
        below = document.relative_to(top)
        folder = top / self.map_dir / below.parent
        if not real(folder).is_relative_to(top):
            raise Incomplete(
                f"is a link that leads out of {top}, where no sidecar is read or written",
                where=os.path.relpath(folder),
                hint="`map_dir` in the rules is a folder of the corpus. Replace the link with a "
                "folder.",
            )
        return folder / (below.name + SIDECAR)

    def title(self, document: Path) -> str:
        """Return the name of a document in its sidecar: its path in the corpus.

        Without a corpus, it is the name of the file.
        """
        if self.corpus is None:
            return document.name
        return Path(os.path.relpath(document, self.corpus.root.resolve())).as_posix()

    def is_ambiguous(self, place: Path, title: str, data: bytes) -> bool:
        """Return True if a sidecar with another title may belong to another document.

        That is so if a document with that title exists, or if another document with a sidecar has
        the same bytes.
        """
        document, top = self.document_of(place), self._top(place)
        base = top if self.corpus is not None else document.parent
        named = base / title
        if named.exists() and not (document.exists() and named.samefile(document)):
            return True
        found = (
            sidecar_files.find_sidecars(base)
            if self.corpus is not None
            else base.glob(f"*{SIDECAR}")
        )
        return any(_has_content(self.document_of(path), data) for path in found if path != place)

    def document_of(self, place: Path) -> Path:
        """Return the path of the document to which the sidecar at this path belongs."""
        return sidecar_files.document_of(place, self._top(place), self.map_dir)

    def _top(self, document: Path) -> Path:
        """Return the base of `map_dir`: the root of the corpus, else of the repository.

        Without either, it is the folder of this policy.
        """
        if self.corpus is not None:
            return self.corpus.root.resolve()
        folder = _folder_above(document)
        if folder not in self._tops:
            self._tops[folder] = (git.toplevel(folder) or self.folder).resolve()
        return self._tops[folder]

    @cached_property
    def _tops(self) -> dict[Path, Path]:
        return {}

    def require_same_key(self) -> None:
        """Raise an error if the key was rotated; call this under the lock of a document."""
        if self.kind is Kind.SEALED and self.corpus is not None:
            self.corpus.require_unchanged()

    def require_own(self, documents: Iterable[Path]) -> None:
        """Raise an error if a document belongs to another corpus, with another key."""
        for folder in {} if self.never else {document.parent: None for document in documents}:
            there = find_corpus(folder)
            if there is not None and there.id != self.corpus_id:
                raise AnonfilterError(
                    "belongs to another corpus, with another key",
                    where=os.path.relpath(folder),
                    hint=f"Work in its folder: cd {os.path.relpath(there.root)}",
                )

    def require_writable(self, places: Iterable[Path]) -> None:
        """Raise an error if sealed sidecars have no key, or if Git does not ignore plain ones."""
        if self.kind is Kind.SEALED:
            _ = self.key
        elif self.kind is Kind.PLAIN:
            for place in not_ignored(places):
                raise AnonfilterError(
                    "a plain sidecar has originals in clear, and Git does not ignore it here",
                    where=os.path.relpath(place),
                    hint=f"Add `*{SIDECAR}` to .gitignore (and `git rm --cached` tracked ones), "
                    "or seal them: anonfilter key new, and `sidecar: sealed`.",
                )


def _has_content(document: Path, data: bytes) -> bool:
    return (
        document.is_file()
        and document.stat().st_size == len(data)
        and document.read_bytes() == data
    )


def not_ignored(places: Iterable[Path]) -> list[Path]:
    """Return the paths that Git does not ignore; paths outside of a repository are left out."""
    below: dict[Path, dict[Path, Path]] = {}
    tops: dict[Path, Path | None] = {}
    for place in places:
        real = real_place(place)
        folder = _folder_above(real)
        if folder not in tops:
            tops[folder] = git.toplevel(folder)
        top = tops[folder]
        if top is not None:
            below.setdefault(top, {})[real] = place
    return [
        place
        for top, found in below.items()
        for ignored in [git.ignored(top, found)]
        for real, place in found.items()
        if real not in ignored
    ]


def corpus_numbers(
    rules: RulesetModel, corpus: Corpus | None, *, required: bool
) -> CorpusNumbers | CountedNumbers | None:
    """Return the numbers of a corpus; None if the rules give each document its own numbers.

    Without ``required``, a missing key also gives each document its own numbers.
    """
    if rules.scope != "corpus":
        return None
    from anonfilter.keys.keyring import find_key, require_key
    from anonfilter.sidecars.memory import CorpusNumbers

    if required:
        corpus = corpus or require_corpus(Path.cwd())
    key = require_key(corpus) if required and corpus else corpus and find_key(corpus)
    if corpus is None or not isinstance(key, Key):
        return None
    if rules.numbers == "counted":
        from anonfilter.sidecars.counted_numbers import CountedNumbers

        return CountedNumbers(corpus, key.tags, saving=required)
    return CorpusNumbers(key.tags)


def _folder_above(path: Path) -> Path:
    return next(above for above in path.parents if above.is_dir())
