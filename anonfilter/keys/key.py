"""Derives the sub keys of a corpus from its key, and reads and writes keys as text.

The *key* opens and writes everything. The *check key*, which is derived from it, recognises known
originals in a text. It opens nothing and makes no tag, and the key cannot be derived from it.

Both are one line of text with a checksum, so that a mistyped character is noticed. Neither ``repr``
nor an error ever shows a key.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets
from dataclasses import dataclass, field
from functools import cache

from anonfilter.errors import AnonfilterError

PREFIXES = _FULL, _CHECK = "anonfilter-key-1-", "anonfilter-check-1-"
_SECRET = 32
# With these lengths, key and checksum fill whole characters of base 32. Every character counts, and
# a key has only one spelling.
_SUM_OF_FULL, _SUM_OF_CHECK = 6, 3


@dataclass(frozen=True, slots=True)
class CheckKey:
    """The key that recognises known originals; it is secret, since it can confirm a guess."""

    secret: bytes = field(repr=False)

    @property
    def id(self) -> str:
        """The public id of the key, which has ten characters."""
        return base32(_derived(self.secret, "id", 7))[:10]

    @property
    def marks(self) -> bytes:
        """The sub key that seals the marks of originals in sidecars (AES-SIV, 64 bytes)."""
        return _derived(self.secret, "marks", 64)

    @property
    def prints(self) -> bytes:
        """The sub key for the fingerprints of words, which marks consist of (32 bytes)."""
        return _derived(self.secret, "prints", 32)

    @property
    def findings(self) -> bytes:
        """The sub key for fingerprints of findings (32 bytes)."""
        return _derived(self.secret, "findings", 32)

    @property
    def surrogate_seal(self) -> bytes:
        """The sub key that seals surrogates in sidecars (AES-SIV, 64 bytes)."""
        return _derived(self.secret, "worn", 64)

    def text(self) -> str:
        return _written(_CHECK, self.secret, _SUM_OF_CHECK)


@dataclass(frozen=True, slots=True)
class Key:
    """The full key. Rotation replaces ``master`` and keeps ``identity``, so tags stay the same."""

    master: bytes = field(repr=False)
    identity: bytes = field(repr=False)

    @classmethod
    def new(cls) -> Key:
        return cls(secrets.token_bytes(_SECRET), secrets.token_bytes(_SECRET))

    def rotated(self) -> Key:
        """Return the next key, with another ``master``."""
        return Key(secrets.token_bytes(_SECRET), self.identity)

    @property
    def id(self) -> str:
        """The public id of the key, which is that of its check key."""
        return self.check.id

    @property
    def fingerprint(self) -> str:
        """A public name of the key that is unique; keys with the same short id can be made."""
        return base32(_derived(self.master + self.identity, "fingerprint", 16))

    @property
    def lineage(self) -> str:
        """A public name that a key shares with all keys that rotation makes from it."""
        return base32(_derived(self.identity, "lineage", 16))

    @property
    def check(self) -> CheckKey:
        return CheckKey(_derived(self.master, "check", _SECRET))

    @property
    def seal(self) -> bytes:
        """The sub key that seals originals in sidecars (AES-SIV, 64 bytes)."""
        return _derived(self.master, "seal", 64)

    @property
    def roster(self) -> bytes:
        """The sub key for the ids of the roster's lines (32 bytes)."""
        return _derived(self.master, "roster", 32)

    @property
    def tags(self) -> bytes:
        """The sub key from which the tags of ``scope: corpus`` are derived (32 bytes)."""
        return _derived(self.identity, "tags", 32)

    @property
    def surrogates(self) -> bytes:
        """The sub key with which surrogates are chosen (32 bytes)."""
        return _derived(self.identity, "surrogates", 32)

    def text(self) -> str:
        return _written(_FULL, self.master + self.identity, _SUM_OF_FULL)


AnyKey = Key | CheckKey


def check_key_of(key: AnyKey) -> CheckKey:
    """Return the check key of a key of either kind."""
    return key.check if isinstance(key, Key) else key


def parse(text: str, where: str) -> AnyKey:
    """Parse a key of either kind; errors name the place (``where``) and never show the key."""
    line = text.strip()
    line = line.lower() if line.isascii() else line  # Some other letters fold to ASCII.
    if line.startswith(_FULL):
        data = _read(line.removeprefix(_FULL), _FULL, 2 * _SECRET, _SUM_OF_FULL, where)
        return Key(data[:_SECRET], data[_SECRET:])
    if line.startswith(_CHECK):
        return CheckKey(_read(line.removeprefix(_CHECK), _CHECK, _SECRET, _SUM_OF_CHECK, where))
    raise AnonfilterError(
        "has no key of anonfilter",
        where=where,
        hint=f"A key is one line that begins with {_FULL} or {_CHECK}.",
    )


def random_id() -> str:
    """Return a random id for a corpus or a document: 128 bits as 26 letters and digits."""
    return base32(secrets.token_bytes(16))


def base32(data: bytes) -> str:
    """Return bytes as lower-case letters and the digits 2 to 7, without padding."""
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _written(prefix: str, data: bytes, length: int) -> str:
    return prefix + base32(data + _checksum(prefix, data, length))


def _read(written: str, prefix: str, size: int, length: int, where: str) -> bytes:
    whole = (size + length) * 8 // 5
    if len(written) != whole:
        raise AnonfilterError(
            f"has a key with {len(written)} characters after {prefix}; a key has {whole}",
            where=where,
            hint="Copy the whole key, and nothing else.",
        )
    try:
        data = base64.b32decode(written, casefold=True)
    except (binascii.Error, ValueError):
        data = b""
    if data[size:] != _checksum(prefix, data[:size], length):
        raise AnonfilterError(
            "has a key with a wrong checksum, so a character is mistyped",
            where=where,
            hint="Copy the key again.",
        )
    return data[:size]


def _checksum(prefix: str, data: bytes, length: int) -> bytes:
    return hashlib.sha256(prefix.encode("ascii") + data).digest()[:length]


@cache
def _derived(secret: bytes, use: str, length: int) -> bytes:
    """Derive a sub key with HKDF-SHA256; it reveals neither the secret nor other sub keys."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    info = f"anonfilter 1 {use}".encode("ascii")
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=info).derive(secret)
