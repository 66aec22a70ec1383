"""Retire the key of a corpus: destroy it here, and try that no sealed file opens any more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.read import read_file
from anonfilter.git.running import run
from anonfilter.keys import keyring
from anonfilter.keys.corpus import Corpus
from anonfilter.sidecars import sidecar_files
from anonfilter.sidecars.sidecar import Kind
from anonfilter.sidecars.sidecar_parser import parse
from anonfilter_corpus.unopened_files import unopened


@dataclass(frozen=True, slots=True)
class Retirement:
    """The files with the key of a corpus, and the files that the key seals."""

    corpus: Corpus
    keys: tuple[Path, ...]
    sealed: tuple[Path, ...]

    def destroy(self) -> Corpus:
        """Overwrite and remove the key, and record it in corpus.yaml; return the changed corpus."""
        for path in self.keys:
            with path.open("r+b") as file:
                file.write(os.urandom(path.stat().st_size))
                file.flush()
                os.fsync(file.fileno())
            path.unlink()
        retired = date.today().isoformat()
        corpus = replace(self.corpus, retired=retired, recipients=(), rotating_to="")
        corpus.save()
        return corpus

    def require_closed(self) -> int:
        """Try all other keys of the user; raise an error if one opens a file. Return their number.

        Several corpora have one key if they were made with the same ANONFILTER_KEY.
        """
        others = [path for path in _keys_of_user(self.corpus) if path not in self.keys]
        for path in others:
            key = keyring.read_key_file(path)
            if key is None:
                continue
            if len(list(unopened(self.corpus, key, self.sealed))) < len(self.sealed):
                raise AnonfilterError(
                    "has a key that opens sidecars of this corpus",
                    where=str(path),
                    hint="Several corpora have this key. Rotate the key of one: anonfilter key "
                    "rotate.",
                )
        return len(others)

    def is_in_history(self) -> bool:
        """Return True if Git has key.age in a commit, where recipients can still open it."""
        path = self.corpus.enclosed_key
        try:
            shown = ("log", "--all", "-1", "--format=%h", "--", str(path))
            return bool(run(*shown, folder=self.corpus.root, of_repository=False).stdout)
        except AnonfilterError:  # there is no git, no repository or no commit
            return False


def planned(corpus: Corpus) -> Retirement:
    """Return what a retirement destroys; raise an error if it would not close every sidecar."""
    if corpus.retired:
        raise AnonfilterError(
            f"the key was retired on {corpus.retired}", where=corpus.shown(corpus.file)
        )
    if keyring.is_given():
        raise AnonfilterError(
            "is set, and this command cannot destroy the key in it",
            where=keyring.VARIABLE,
            hint="Remove it where it is set, such as in a secret of CI; then run this again.",
        )
    own = keyring.key_file(corpus)
    kept = sorted(own.parent.glob(f"{corpus.id}-*.key"))
    keys = [path for path in (own, *kept, corpus.enclosed_key) if path.is_file()]
    if not keys:
        raise keyring.missing_key_error(corpus, keyring.search_key(corpus))
    sealed = tuple(sidecar_files.find_sealed_files(corpus))
    for path in _plain(corpus, sealed):
        raise Incomplete(
            "has originals in clear, which no key protects",
            where=corpus.shown(path),
            hint="Remove it, or seal it: set `sidecar: sealed` and filter its document again.",
        )
    return Retirement(corpus, tuple(keys), sealed)


def _plain(corpus: Corpus, paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        shown = corpus.shown(path)
        if path != corpus.roster and parse(read_file(shown).data, shown).kind is Kind.PLAIN:
            yield path


def _keys_of_user(corpus: Corpus) -> list[Path]:
    return sorted(keyring.key_file(corpus).parent.glob("*.key"))
