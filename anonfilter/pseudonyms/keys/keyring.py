"""Where a corpus's key is looked for, and what to do where it is not found.

In this order: ``ANONFILTER_KEY``; the user's own file for this corpus; ``.anonfilter/key.age``,
opened with an identity of the user's.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.files import folders, staging
from anonfilter.pseudonyms.keys import key as keys
from anonfilter.pseudonyms.keys.corpus import Corpus, put
from anonfilter.pseudonyms.keys.key import AnyKey, Key

VARIABLE = "ANONFILTER_KEY"


@dataclass(frozen=True, slots=True)
class Search:
    """The key and where it came from; or no key, and why a place that might have had it has not."""

    key: AnyKey | None = None
    source: str = ""
    remarks: tuple[str, ...] = ()


def find_key(corpus: Corpus) -> AnyKey | None:
    """The corpus's key, full or for checking only; None where the user has none.

    A key that is there and wrong (mistyped, of another corpus, readable by others) is an error,
    as is a rotation that was begun and not finished.
    """
    if corpus.rotating_to:
        raise AnonfilterError(
            "the key is being changed, and not all sidecars have the new one yet",
            where=corpus.shown(corpus.file),
            hint="anonfilter key rotate, where it was begun, does the rest.",
        )
    return search(corpus).key


def require_key(corpus: Corpus) -> Key:
    """The full key, or an error that says how to come by it."""
    key = find_key(corpus)
    if isinstance(key, Key):
        return key
    raise missing(corpus, search(corpus))


def missing(corpus: Corpus, found: Search) -> AnonfilterError:
    """Why there is no full key, and every way to come by it."""
    said = "".join(f"\n  {remark}" for remark in found.remarks)
    if found.key is not None:
        message = f"{found.source} is a check key: it opens nothing, and the full key is needed"
    elif corpus.enclosed_key.is_file():
        message = f"{corpus.shown(corpus.enclosed_key)} holds the key, and you cannot open it"
    else:
        message = "the key of this corpus is not on this machine"
    return AnonfilterError(
        message + said,
        where=corpus.shown(corpus.file),
        hint=f"Set {VARIABLE} to the key;\n"
        f"  or write it, one line, to {key_file(corpus)} (mode 600);\n"
        "  or ask somebody who has it for anonfilter key share --to <your public key>, "
        "and pull .anonfilter/key.age.",
    )


def search(corpus: Corpus) -> Search:
    """Look in all places; a rotation in progress is not minded."""
    given = given_key()
    if given is not None:
        _require_id(given, corpus, VARIABLE)
        return Search(given, VARIABLE)
    own = read_key_file(key_file(corpus))
    if own is not None and own.id == corpus.key_id:
        return Search(own, str(key_file(corpus)))
    found = _enclosed(corpus)
    if own is None:
        return found
    return _newer(own, found, corpus)


def is_given() -> bool:
    """Whether there is a key in the environment."""
    return bool(os.environ.get(VARIABLE, "").strip())


def given_key() -> AnyKey | None:
    """The key in the environment, of whichever corpus."""
    return keys.parse(os.environ[VARIABLE], VARIABLE) if is_given() else None


def _newer(own: AnyKey, found: Search, corpus: Corpus) -> Search:
    """The enclosed key, where the user's own file holds an older one of the same corpus.

    Anybody who may write to the repository can enclose a key of their own for everybody. Only
    who had the old key can enclose one with the same identity.
    """
    if isinstance(found.key, Key) and isinstance(own, Key) and found.key.identity == own.identity:
        return found
    if found.key is None:
        _require_id(own, corpus, str(key_file(corpus)))
    raise AnonfilterError(
        f"encloses a key that was not made from yours, in {key_file(corpus)}",
        where=corpus.shown(corpus.enclosed_key),
        hint="Ask who changed the key of this corpus. If it was meant, move your file away.",
    )


def _require_id(key: AnyKey, corpus: Corpus, where: str) -> None:
    if key.id != corpus.key_id:
        raise AnonfilterError(
            f"holds the key {key.id}, and this corpus has {corpus.key_id}", where=where,
            hint="It is the key of another corpus, or was replaced by anonfilter key rotate: "
            "ask for the new one.",
        )  # fmt: skip


def _enclosed(corpus: Corpus) -> Search:
    """The key in key.age, if an identity of the user's opens it."""
    if not corpus.enclosed_key.is_file():
        return Search()
    from anonfilter.pseudonyms.keys import enclosed

    shown = corpus.shown(corpus.enclosed_key)
    opened = enclosed.opened(corpus.enclosed_key, shown, folders.config())
    if opened.text is None:
        return Search(remarks=opened.remarks)
    key = keys.parse(opened.text, shown)
    _require_id(key, corpus, shown)
    return Search(key, f"{shown}, opened with {opened.identity}")


def key_file(corpus: Corpus) -> Path:
    """The user's own file for this corpus."""
    return folders.config() / "keys" / f"{corpus.id}.key"


def read_key_file(path: Path) -> AnyKey | None:
    """The key in a file that nobody else may read; None if there is no file."""
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        text = ""
        mode = 0
    except OSError as error:
        raise AnonfilterError(f"cannot be read: {error.strerror}", where=str(path)) from None
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise AnonfilterError(
            f"others may read this key (mode {stat.S_IMODE(mode):o})", where=str(path),
            hint=f"chmod 600 {path}",
        )  # fmt: skip
    return keys.parse(text, str(path))


def write_key_file(path: Path, key: AnyKey) -> None:
    """A new file for a key, for its owner alone. One that is there stays."""
    if os.path.lexists(path):
        raise AnonfilterError("is there already, and stays as it is", where=str(path))
    _put(path, key)


def replace_key(corpus: Corpus, key: Key) -> None:
    """Make a key the one in the user's own file; ``keep`` has kept the one before."""
    _put(key_file(corpus), key)


def keep(corpus: Corpus, key: Key) -> None:
    """Keep a key beside the user's own file, by its id: the next one, or an old one that sidecars
    on other branches still have."""
    path = _kept(corpus, key.id)
    if not path.exists():
        _put(path, key)


def kept_keys(corpus: Corpus) -> dict[str, Key]:
    """All keys of a corpus that the user has in files, by their ids."""
    own = read_key_file(key_file(corpus))
    kept = sorted(key_file(corpus).parent.glob(f"{corpus.id}-*.key"))
    found = [own, *map(read_key_file, kept)]
    return {key.id: key for key in found if isinstance(key, Key)}


def _kept(corpus: Corpus, key_id: str) -> Path:
    return key_file(corpus).with_name(f"{corpus.id}-{key_id}.key")


def _put(path: Path, key: AnyKey) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.parent.chmod(0o700)
    except OSError as error:
        raise staging.unwritten(error, str(path.parent)) from None
    put(path, (key.text() + "\n").encode("ascii"), mode=0o600)
