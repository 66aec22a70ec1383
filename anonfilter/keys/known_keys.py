"""Remembers the keys that the user has used from ``key.age``, as ssh remembers the keys of hosts.

Everyone who can write to a repository can replace ``key.age`` or the whole corpus, and enclose
another key for the public keys that ``corpus.yaml`` lists. They could then read everything that is
sealed later. Therefore the first key of a corpus is remembered, by the id of the corpus and by its
folder, and another key is refused until the user accepts it.

Lines are only added to the file; the last line about a corpus or a folder counts.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files import folders
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import Key
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class KnownKey:
    """The public names of a key, the id of its corpus, and the folder of the corpus."""

    corpus: str
    key: str
    fingerprint: str
    lineage: str
    root: str

    @classmethod
    def of(cls, corpus: Corpus, key: Key) -> KnownKey:
        root = os.path.realpath(corpus.root)
        return cls(corpus.id, key.id, key.fingerprint, key.lineage, root)

    def line(self) -> str:
        each = (self.corpus, self.key, self.fingerprint, self.lineage, json.dumps(self.root))
        return " ".join(each) + "\n"


def file() -> Path:
    """Return the path of the file with the known keys, in the user's folder of settings."""
    return folders.config() / "known_keys"


def require_known(corpus: Corpus, key: Key) -> None:
    """Refuse a key that replaced a known key; remember and report the first key of a corpus."""
    new = KnownKey.of(corpus, key)
    of_corpus, of_folder = _known(new)
    if of_folder is not None and of_folder.corpus != new.corpus:
        was = f"this folder had the corpus {of_folder.corpus} before, with the key {of_folder.key}"
        raise _refused(was, new, corpus.shown(corpus.file))
    if of_corpus is not None and of_corpus.fingerprint != new.fingerprint:
        made = "was made" if of_corpus.lineage == new.lineage else "was not made"
        changed = f"the key was {of_corpus.key} before, and {new.key} {made} from it"
        raise _refused(changed, new, corpus.shown(corpus.enclosed_key))
    if remember(corpus, key) and of_corpus is None:
        sys.stderr.write(
            f"the key {new.key} of this corpus is new on this machine and is now remembered; "
            "compare its id with that of a colleague (`anonfilter key status`)\n"
        )


def remember(corpus: Corpus, key: Key) -> bool:
    """Remember a key that the user has or accepts, for the corpus and its folder.

    If the file cannot be written, print the reason on standard error and return False.
    """
    new = KnownKey.of(corpus, key)
    of_corpus, of_folder = _known(new)
    key_is_known = of_corpus is not None and of_corpus.fingerprint == new.fingerprint
    if key_is_known and of_folder is not None and of_folder.corpus == new.corpus:
        return True
    path = file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, new.line().encode())
        finally:
            os.close(descriptor)
    except OSError as error:
        sys.stderr.write(
            f"{path}: the key {new.key} cannot be stored ({error.strerror}), so its replacement "
            "would not be noticed\n"
        )
        return False
    return True


def _known(new: KnownKey) -> tuple[KnownKey | None, KnownKey | None]:
    """Return the last known key of the same corpus, and the last known key of the same folder."""
    of_corpus = of_folder = None
    for known in _lines():
        of_corpus = known if known.corpus == new.corpus else of_corpus
        of_folder = known if known.root == new.root else of_folder
    return of_corpus, of_folder


def _lines() -> Iterator[KnownKey]:
    """Yield the known keys, in the order of the file."""
    path = file()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError):
        raise AnonfilterError("cannot be read", where=str(path)) from None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            *names, root = line.split(" ", 4)
            corpus, key, fingerprint, lineage = names
            yield KnownKey(corpus, key, fingerprint, lineage, str(json.loads(root)))
        except ValueError:
            raise AnonfilterError(
                "this line does not have the form of a known key",
                where=f"{path}:{number}",
                hint="Delete this line. The key of its corpus is then remembered again.",
            ) from None


def _refused(message: str, new: KnownKey, where: str) -> AnonfilterError:
    """Return the error for a key that replaced a known key."""
    return AnonfilterError(
        f"{message}; its maker can read everything that is sealed with it",
        where=where,
        hint="Ask your team whether the key was changed (anonfilter key rotate), and for its id.\n"
        f"  If it was changed: anonfilter key accept {new.key}\n"
        "  If not, it was replaced without permission: restore .anonfilter from Git.",
    )
