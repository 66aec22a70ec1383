"""Finds the key of a corpus, and explains how to get a missing key.

The key is searched in this order: in ``ANONFILTER_KEY``, in the user's own file for this corpus,
and in ``.anonfilter/key.age``, opened with an identity of the user. A key from there is refused if
it replaced one that the user knows (:mod:`anonfilter.keys.known_keys`).
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files import folders, staging
from anonfilter.keys import key as keys
from anonfilter.keys import known_keys
from anonfilter.keys.corpus import Corpus, create, find_corpus, replace_file
from anonfilter.keys.key import AnyKey, Key, random_id
from anonfilter.text.values import hide_values

VARIABLE = "ANONFILTER_KEY"


@hide_values
@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search for a key: the key and its source, or remarks on the places."""

    key: AnyKey | None = None
    source: str = ""
    remarks: tuple[str, ...] = ()


def find_key(corpus: Corpus) -> AnyKey | None:
    """Return the full key or the check key of a corpus; None if the user has none.

    A wrong key (mistyped, of another corpus, readable by others) is an error, and so is an
    unfinished rotation.
    """
    if corpus.rotating_to:
        raise AnonfilterError(
            "a key rotation is unfinished: some sidecars do not have the new key yet",
            where=corpus.shown(corpus.file),
            hint="Run anonfilter key rotate again on the machine where it was started.",
        )
    return search_key(corpus).key


def require_key(corpus: Corpus) -> Key:
    """Return the full key of a corpus; if it is missing, raise an error with all ways to get it."""
    key = find_key(corpus)
    if isinstance(key, Key):
        return key
    raise missing_key_error(corpus, search_key(corpus))


def missing_key_error(corpus: Corpus, found: Search) -> AnonfilterError:
    """Return the error for a missing full key, with all ways to get it."""
    if corpus.retired:
        return AnonfilterError(
            f"the key was retired on {corpus.retired}: no sidecar can be opened any more",
            where=corpus.shown(corpus.file),
            hint="Filter new documents in another folder, with a corpus of its own.",
        )
    remarks = "".join(f"\n  {remark}" for remark in found.remarks)
    if found.key is not None:
        message = f"{found.source} has a check key, which opens nothing; the full key is needed"
    elif corpus.enclosed_key.is_file():
        message = f"the key is in {corpus.shown(corpus.enclosed_key)}, which you cannot open"
    else:
        message = "the key of this corpus is not on this machine"
    return AnonfilterError(
        message + remarks,
        where=corpus.shown(corpus.file),
        hint=f"Set {VARIABLE} to the key;\n"
        f"  or write it, one line, to {key_file(corpus)} (mode 600);\n"
        "  or ask a colleague to run anonfilter key share --to <your public key>, "
        "and pull .anonfilter/key.age.",
    )


def search_key(corpus: Corpus) -> Search:
    """Search all places for the key of a corpus, also while a rotation is unfinished."""
    if corpus.retired:
        return Search(remarks=(f"The key was retired on {corpus.retired}.",))
    given = given_key()
    if given is not None:
        _require_id(given, corpus, VARIABLE)
        return Search(given, VARIABLE)
    own = read_key_file(key_file(corpus))
    if own is not None and own.id == corpus.key_id:
        found = Search(own, str(key_file(corpus)))
    elif own is not None:
        found = _newer(own, enclosed_key(corpus), corpus)
    else:
        found = enclosed_key(corpus)
        if isinstance(found.key, Key):
            known_keys.require_known(corpus, found.key)
    if own is not None and isinstance(found.key, Key):
        known_keys.remember(corpus, found.key)
    return found


def is_given() -> bool:
    """Return True if the environment variable ANONFILTER_KEY has a key."""
    return bool(os.environ.get(VARIABLE, "").strip())


def given_key() -> AnyKey | None:
    """Return the key in ANONFILTER_KEY, which may belong to any corpus; None if it is not set."""
    return keys.parse(os.environ[VARIABLE], VARIABLE) if is_given() else None


def _newer(own: AnyKey, found: Search, corpus: Corpus) -> Search:
    """Return the enclosed key if it was made by rotating the key in the user's own file.

    Everyone who can write to the repository can replace key.age, but only a holder of the old key
    can make a key with the same identity. Raise an error for any other enclosed key, or if the user
    cannot open key.age.
    """
    if isinstance(found.key, Key) and isinstance(own, Key) and found.key.identity == own.identity:
        return found
    if found.key is None:
        _require_id(own, corpus, str(key_file(corpus)))
    raise AnonfilterError(
        f"has a key that was not made from yours, which is in {key_file(corpus)}",
        where=corpus.shown(corpus.enclosed_key),
        hint="Ask your team who changed the key. If the change is intended, "
        f"move {key_file(corpus)} to another folder.",
    )


def _require_id(key: AnyKey, corpus: Corpus, where: str) -> None:
    if key.id != corpus.key_id:
        raise AnonfilterError(
            f"has the key {key.id}, but this corpus has the key {corpus.key_id}",
            where=where,
            hint="The key belongs to another corpus, or was rotated: ask for the new key.",
        )


def enclosed_key(corpus: Corpus) -> Search:
    """Return the key in key.age if an identity of the user opens it; it may be a new key."""
    if not corpus.enclosed_key.is_file():
        return Search()
    from anonfilter.keys import enclosed

    shown = corpus.shown(corpus.enclosed_key)
    opened = enclosed.decrypt(corpus.enclosed_key, shown, folders.config())
    if opened.text is None:
        return Search(remarks=opened.remarks)
    key = keys.parse(opened.text, shown)
    _require_id(key, corpus, shown)
    return Search(key, f"{shown}, opened with {opened.identity}")


def key_file(corpus: Corpus) -> Path:
    """Return the path of the user's own file with the key of this corpus."""
    return folders.config() / "keys" / f"{corpus.id}.key"


def read_key_file(path: Path) -> AnyKey | None:
    """Return the key in a file that only its owner can read; None if there is no file."""
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        text, mode = "", 0
    except OSError as error:
        raise AnonfilterError(f"cannot be read: {error.strerror}", where=str(path)) from None
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise AnonfilterError(
            f"other users can read this key (mode {stat.S_IMODE(mode):o})",
            where=str(path),
            hint=f"Run: chmod 600 {path}",
        )
    return keys.parse(text, str(path))


def write_key_file(path: Path, key: AnyKey) -> None:
    """Write a key to a new file that only its owner can read; raise an error if the file exists."""
    if os.path.lexists(path):
        raise AnonfilterError("exists already and is not changed", where=str(path))
    _write(path, key)


def replace_key(corpus: Corpus, key: Key) -> None:
    """Replace the key in the user's own file; ``keep_key`` has stored the old key before."""
    _write(key_file(corpus), key)


def keep_key(corpus: Corpus, key: Key) -> None:
    """Store another key beside the user's own file: the next one, or an old one.

    An old key opens sidecars on branches from before a rotation.
    """
    path = key_file(corpus).with_name(f"{corpus.id}-{key.id}.key")
    if not path.exists():
        _write(path, key)


def kept_keys(corpus: Corpus) -> dict[str, Key]:
    """Return all full keys of a corpus that the user's files have, by their ids."""
    own = read_key_file(key_file(corpus))
    kept = sorted(key_file(corpus).parent.glob(f"{corpus.id}-*.key"))
    found = [own, *map(read_key_file, kept)]
    return {key.id: key for key in found if isinstance(key, Key)}


def _write(path: Path, key: AnyKey) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.parent.chmod(0o700)
    except OSError as error:
        raise staging.unwritten(error, str(path.parent)) from None
    replace_file(path, (key.text() + "\n").encode("ascii"), mode=0o600)


def create_corpus(folder: Path, *, keep: bool = True) -> tuple[Corpus, Key, str]:
    """Make a folder a corpus; return the corpus, its key, and where the key is, as a message.

    The key in ANONFILTER_KEY is used if it is set. Otherwise a new key is made and, with ``keep``,
    stored in the user's own folder.
    """
    there = find_corpus(folder)
    if there is not None:
        raise AnonfilterError(
            "there is already a corpus here, which is not changed",
            where=there.shown(there.file),
            hint="anonfilter key status shows where its key is; anonfilter key rotate changes it.",
        )
    given = given_key()
    if given is not None and (not keep or not isinstance(given, Key)):
        reason = "a check key is not enough" if keep else "no key would be printed"
        raise AnonfilterError(
            f"is set, so the corpus would get that key, and {reason}",
            where=VARIABLE,
            hint="Unset it first.",
        )
    key = given if isinstance(given, Key) else Key.new()
    corpus = Corpus(folder, random_id(), key.id)
    own = key_file(corpus)
    stored = given is None and keep
    if given is not None:
        where = f"its key is in {VARIABLE}"
    elif keep:
        write_key_file(own, key)
        where = f"its key is in {own}: keep a copy, it cannot be recovered"
    else:
        where = f"its key is printed and not stored: keep it, and set {VARIABLE} to it"
    try:
        create(corpus)
    except BaseException:
        if stored:
            with suppress(OSError):
                own.unlink()
        raise
    return corpus, key, where
