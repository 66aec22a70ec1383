"""Reads and writes ``corpus.yaml``, which makes the texts of a folder a corpus with one key.

``.anonfilter/corpus.yaml`` is committed. It contains a random id, the id of the key, and the
recipients for whom the key is encrypted, but never the key itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from anonfilter.contract.settings import Strict
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files import staging
from anonfilter.files.paths import CORPUS_FILE
from anonfilter.files.source_tree import DISK, Tree, folders_with
from anonfilter.files.staging import reusable_name
from anonfilter.rules import find, nodes
from anonfilter.text.values import hide_values

FOLDER = ".anonfilter"

_HEAD = """\
# Which corpus this is, and which key its sidecars are sealed with; made by `anonfilter key`.
# Commit this file. The key itself is not in it.
"""


class _File(Strict):
    """The schema of corpus.yaml."""

    anonfilter: Literal["corpus 1"]
    corpus: str = Field(pattern=r"^[a-z2-7]{26}$")
    key: str = Field(pattern=r"^[a-z2-7]{10}$")
    rotating_to: str = Field(default="", pattern=r"^(?:[a-z2-7]{10})?$")
    retired: str = Field(default="", pattern=r"^(?:\d{4}-\d{2}-\d{2})?$")
    recipients: tuple[str, ...] = ()


@hide_values
@dataclass(frozen=True, slots=True)
class Corpus:
    """The documents below ``root``, which share the key with the id ``key_id``.

    ``recipients`` are the public keys whose owners can open ``key.age``. While a rotation is
    unfinished, ``rotating_to`` is the id of the next key. ``retired`` is the day on which the key
    was destroyed.
    """

    root: Path
    id: str
    key_id: str
    recipients: tuple[str, ...] = ()
    rotating_to: str = ""
    retired: str = ""

    @property
    def file(self) -> Path:
        return self.root / CORPUS_FILE

    @property
    def key_state(self) -> str:
        """The id of the key, and the day on which it was retired, for reports."""
        return f"{self.key_id}, retired on {self.retired}" if self.retired else self.key_id

    @property
    def enclosed_key(self) -> Path:
        """The path of key.age, which has the key encrypted for each recipient."""
        return self.root / FOLDER / "key.age"

    @property
    def roster(self) -> Path:
        """The path of the sealed list of known people."""
        return self.root / FOLDER / "roster.yaml"

    def shown(self, path: Path) -> str:
        return find.display(str(path))

    def save(self) -> None:
        """Write corpus.yaml."""
        replace_file(self.file, self.text().encode())

    def text(self) -> str:
        """Return the text of corpus.yaml; ids are quoted, since 2222e33333 is a number in YAML."""
        lines = ["anonfilter: corpus 1", f'corpus: "{self.id}"', f'key: "{self.key_id}"']
        if self.rotating_to:
            lines.append(f'rotating_to: "{self.rotating_to}"')
        if self.retired:
            lines.append(f'retired: "{self.retired}"')
        if self.recipients:
            quoted = (json.dumps(recipient, ensure_ascii=False) for recipient in self.recipients)
            lines += ["recipients:", *(f"- {recipient}" for recipient in quoted)]
        return _HEAD + "\n".join(lines) + "\n"

    def require_unchanged(self) -> None:
        """Raise an error if the key was replaced; call this under the lock of a document."""
        if self.file.read_bytes() != self.text().encode() and load(self.root) != self:
            raise Incomplete(
                "the key of this corpus was changed during the run",
                where=self.shown(self.file),
                hint="Run this again.",
            )

    def with_key(self, key_id: str) -> Corpus:
        return replace(self, key_id=key_id, rotating_to="")


def replace_file(
    path: Path, data: bytes, *, like: os.stat_result | None = None, mode: int = 0o666
) -> None:
    """Replace a file, which the caller has locked, in one step.

    The temporary file replaces the temporary file of a killed run.
    """
    name = find.display(str(path))
    staged = staging.stage(path, data, name, like=like, mode=mode, temporary=reusable_name(path))
    try:
        staged.put()
    except BaseException:
        staged.drop()
        raise


def find_corpus(folder: Path, tree: Tree = DISK) -> Corpus | None:
    """Return the nearest corpus in or above a folder, up to the top of the repository."""
    return next(corpora_around(folder, tree), None)


def corpora_around(folder: Path, tree: Tree = DISK) -> Iterator[Corpus]:
    """Yield the corpora in and above a folder, the nearest first, up to the top of the repository.

    A corpus may be inside another corpus, whose originals are then known in the inner corpus as
    well.
    """
    for root in folders_with(CORPUS_FILE, folder, tree):
        yield load(root, tree if tree.has(root / CORPUS_FILE) else DISK)


def foreign_corpora(paths: Iterable[str], here: Corpus | None, tree: Tree = DISK) -> list[Path]:
    """Return the roots of the corpora of these files, except the corpus of the current folder."""
    named = [Path(path).resolve() for path in paths if os.path.exists(path)]
    folders = {path if path.is_dir() else path.parent for path in named}
    outside = (path for path in folders if here is None or not path.is_relative_to(here.root))
    corpora = (find_corpus(folder, tree) for folder in outside)
    return sorted({corpus.root for corpus in corpora if corpus is not None})


def require_corpus(folder: Path) -> Corpus:
    """Return the nearest corpus in or above a folder; raise an error if there is none."""
    corpus = find_corpus(folder)
    if corpus is None:
        raise AnonfilterError(
            "there is no corpus here, and therefore no key",
            hint="anonfilter key new creates a corpus (.anonfilter/corpus.yaml) and its key.",
        )
    return corpus


def create(corpus: Corpus) -> None:
    """Write the corpus.yaml of a new corpus; raise an error if the file exists."""
    corpus.file.parent.mkdir(exist_ok=True)
    try:
        with corpus.file.open("x", encoding="utf-8") as file:
            file.write(corpus.text())
    except FileExistsError:
        raise AnonfilterError(
            "exists already and is not changed", where=corpus.shown(corpus.file)
        ) from None


def load(root: Path, tree: Tree = DISK) -> Corpus:
    """Load the corpus with this root, whose ``.anonfilter`` is in this folder."""
    path = root / CORPUS_FILE
    node = nodes.load(find.read(path, tree), find.display(str(path)))
    try:
        read = _File.model_validate(node.plain())
    except ValidationError as error:
        first = error.errors()[0]
        raise AnonfilterError(
            f"does not have the form that `anonfilter key` writes: {first['msg']}",
            where=str(node.locate(first["loc"])),
            hint="Restore the file from Git; without it no sidecar can be opened.",
        ) from None
    return Corpus(root, read.corpus, read.key, read.recipients, read.rotating_to, read.retired)
