"""A corpus's keys: what they are, how they are written, and what each of them can do.

The *key* opens and writes everything. The *check key* is derived from it, never the other way
round: it recognises a known original that has survived, opens nothing, and mints no tag.

Both are written as one line of text with a checksum, so that one mistyped character is told.
Nothing here ever shows a key: not ``repr``, and not an error.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
from dataclasses import dataclass, field
from functools import cache

from anonfilter.errors import AnonfilterError

_FULL, _CHECK = "anonfilter-key-1-", "anonfilter-check-1-"
_SECRET = 32
# With these, the bytes of a key and of its checksum fill whole characters of base 32: every
# character counts, and there is one way only to write a key.
_SUM_OF_FULL, _SUM_OF_CHECK = 6, 3


@dataclass(frozen=True, slots=True)
class CheckKey:
    """Recognises known originals. Whoever holds it can confirm a guess, so it is a secret too."""

    secret: bytes = field(repr=False)

    @property
    def id(self) -> str:
        """What may be known of the key: ten characters by which a wrong one is told."""
        return base32(_derived(self.secret, "id", 7))[:10]

    @property
    def marks(self) -> bytes:
        """Seals the marks of originals in sidecars (AES-SIV, 64 bytes)."""
        return _derived(self.secret, "marks", 64)

    @property
    def prints(self) -> bytes:
        """Makes the fingerprints of words that marks consist of (32 bytes)."""
        return _derived(self.secret, "prints", 32)

    @property
    def findings(self) -> bytes:
        """Makes the fingerprints of what a check finds (32 bytes)."""
        return _derived(self.secret, "findings", 32)

    def text(self) -> str:
        """The key as it is written down."""
        return _written(_CHECK, self.secret, _SUM_OF_CHECK)


@dataclass(frozen=True, slots=True)
class Key:
    """The full key. ``key rotate`` makes a new ``master``; ``identity`` stays with the corpus,
    so that tags derived from it stay what they are."""

    master: bytes = field(repr=False)
    identity: bytes = field(repr=False)

    @classmethod
    def new(cls) -> Key:
        return cls(secrets.token_bytes(_SECRET), secrets.token_bytes(_SECRET))

    def rotated(self) -> Key:
        """A new key of the same corpus."""
        return Key(secrets.token_bytes(_SECRET), self.identity)

    @property
    def id(self) -> str:
        """The same as its check key's: either is told from a key of another corpus by it."""
        return self.check.id

    @property
    def check(self) -> CheckKey:
        return CheckKey(_derived(self.master, "check", _SECRET))

    @property
    def seal(self) -> bytes:
        """Seals originals in sidecars (AES-SIV, 64 bytes)."""
        return _derived(self.master, "seal", 64)

    @property
    def roster(self) -> bytes:
        """Makes the ids of the roster's lines (32 bytes)."""
        return _derived(self.master, "roster", 32)

    @property
    def tags(self) -> bytes:
        """Derives the tags of ``scope: corpus`` (32 bytes)."""
        return _derived(self.identity, "tags", 32)

    def text(self) -> str:
        """The key as it is written down."""
        return _written(_FULL, self.master + self.identity, _SUM_OF_FULL)


AnyKey = Key | CheckKey


def check_key_of(key: AnyKey) -> CheckKey:
    """What of a key, of either kind, recognises known originals."""
    return key.check if isinstance(key, Key) else key


def parse(text: str, where: str) -> AnyKey:
    """The key in this text, of either kind. An error says what is wrong and shows nothing of it."""
    line = text.strip()
    line = line.lower() if line.isascii() else line  # elsewhere letters fold to ours
    if line.startswith(_FULL):
        data = _read(line.removeprefix(_FULL), _FULL, 2 * _SECRET, _SUM_OF_FULL, where)
        return Key(data[:_SECRET], data[_SECRET:])
    if line.startswith(_CHECK):
        return CheckKey(_read(line.removeprefix(_CHECK), _CHECK, _SECRET, _SUM_OF_CHECK, where))
    raise AnonfilterError(
        "holds no key of anonfilter", where=where,
        hint=f"A key is one line that begins with {_FULL} or {_CHECK}",
    )  # fmt: skip


def random_id() -> str:
    """A name for a corpus or a document that says nothing: 26 letters and digits, 128 bits."""
    return base32(secrets.token_bytes(16))


def base32(data: bytes) -> str:
    """Lower-case letters and the digits 2 to 7, without padding."""
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _written(prefix: str, data: bytes, length: int) -> str:
    return prefix + base32(data + _checksum(prefix, data, length))


def _read(written: str, prefix: str, size: int, length: int, where: str) -> bytes:
    whole = (size + length) * 8 // 5
    if len(written) != whole:
        raise AnonfilterError(
            f"holds a key of {len(written)} characters after {prefix}, where {whole} belong",
            where=where, hint="Was all of it copied, and nothing else?",
        )  # fmt: skip
    try:
        data = base64.b32decode(written, casefold=True)
    except (binascii.Error, ValueError):
        data = b""
    if data[size:] != _checksum(prefix, data[:size], length):
        raise AnonfilterError(
            "holds a key with a mistyped character: its checksum is wrong", where=where,
            hint="Copy the key again.",
        )  # fmt: skip
    return data[:size]


def _checksum(prefix: str, data: bytes, length: int) -> bytes:
    return hashlib.sha256(prefix.encode("ascii") + data).digest()[:length]


@cache
def _derived(secret: bytes, use: str, length: int) -> bytes:
    """A sub key by HKDF-SHA256: one never says anything of another, or of what it came from."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    info = f"anonfilter 1 {use}".encode("ascii")
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=info).derive(secret)
