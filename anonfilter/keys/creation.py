"""Creates a corpus with a new key."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.keys import corpus as corpora
from anonfilter.keys import keyring
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import Key, random_id


def create_corpus(folder: Path, *, keep: bool = True) -> tuple[Corpus, Key, str]:
    """Make a folder a corpus; return the corpus, its key, and where the key is, as a message.

    The key in ANONFILTER_KEY is used if it is set. Otherwise a new key is made and, with ``keep``,
    stored in the user's own folder.
    """
    there = corpora.find_corpus(folder)
    if there is not None:
        raise AnonfilterError(
            "there is already a corpus here, which is not changed",
            where=there.shown(there.file),
            hint="anonfilter key status shows where its key is; anonfilter key rotate changes it.",
        )
    given = keyring.given_key()
    if given is not None and (not keep or not isinstance(given, Key)):
        reason = "a check key is not enough" if keep else "no key would be printed"
        raise AnonfilterError(
            f"is set, so the corpus would get that key, and {reason}",
            where=keyring.VARIABLE,
            hint="Unset it first.",
        )
    key = given if isinstance(given, Key) else Key.new()
    corpus = Corpus(folder, random_id(), key.id)
    own = keyring.key_file(corpus)
    stored = given is None and keep
    if given is not None:
        where = f"its key is in {keyring.VARIABLE}"
    elif keep:
        keyring.write_key_file(own, key)
        where = f"its key is in {own}: keep a copy, it cannot be recovered"
    else:
        where = f"its key is printed and not stored: keep it, and set {keyring.VARIABLE} to it"
    try:
        corpora.create(corpus)
    except BaseException:
        if stored:
            with suppress(OSError):
                own.unlink()
        raise
    return corpus, key, where
