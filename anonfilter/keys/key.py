"""The keys of a corpus: how they are written, and what each of them can do.

The *key* opens and writes everything. The *check key* is derived from it, never the other way
round: it recognises a known original that survives, opens nothing, and mints no tag.

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
# With these lengths, key and checksum fill whole characters of base 32: every character counts,
# and there is only one way to write a key.
_SUM_OF_FULL, _SUM_OF_CHECK = 6, 3


@dataclass(frozen=True, slots=True)
class CheckKey:
    """Recognises known originals. It can confirm a guess, so it is a secret too."""

    secret: bytes = field(repr=False)

    @property
    def id(self) -> str:
        """The public id of the key: ten characters that identify it."""
        return base32(_derived(self.secret, "id", 7))[:10]

    @property
    def marks(self) -> bytes:
        """The sub key that seals the marks of originals in sidecars (AES-SIV, 64 bytes)."""
        return _derived(self.secret, "marks", 64)

    @property
    def prints(self) -> bytes:
        """The sub key for fingerprints of words, which marks consist of (32 bytes)."""
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
    """The full key. Rotation replaces ``master``; ``identity`` stays, and with it derived tags."""

    master: bytes = field(repr=False)
    identity: bytes = field(repr=False)

    @classmethod
    def new(cls) -> Key:
        return cls(secrets.token_bytes(_SECRET), secrets.token_bytes(_SECRET))

    def rotated(self) -> Key:
        return Key(secrets.token_bytes(_SECRET), self.identity)

    @property
    def id(self) -> str:
        """The id that it shares with its check key."""
        return self.check.id

    @property
    def fingerprint(self) -> str:
        """A public name that no other key can have; the id is short enough to search for one."""
        return base32(_derived(self.master + self.identity, "fingerprint", 16))

    @property
    def lineage(self) -> str:
        """The public name that it shares with all keys that rotation made from it."""
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
        """The sub key that the tags of ``scope: corpus`` derive from (32 bytes)."""
        return _derived(self.identity, "tags", 32)

    @property
    def surrogates(self) -> bytes:
        """The sub key that surrogates are chosen with (32 bytes)."""
        return _derived(self.identity, "surrogates", 32)

    def text(self) -> str:
        return _written(_FULL, self.master + self.identity, _SUM_OF_FULL)


AnyKey = Key | CheckKey


def check_key_of(key: AnyKey) -> CheckKey:
    """Return the check key of a key of either kind."""
    return key.check if isinstance(key, Key) else key


def parse(text: str, where: str) -> AnyKey:
    """Parse a key of either kind. An error shows nothing of it."""
    line = text.strip()
    line = line.lower() if line.isascii() else line  # other scripts have letters that fold to ASCII
    if line.startswith(_FULL):
        data = _read(line.removeprefix(_FULL), _FULL, 2 * _SECRET, _SUM_OF_FULL, where)
        return Key(data[:_SECRET], data[_SECRET:])
    if line.startswith(_CHECK):
        return CheckKey(_read(line.removeprefix(_CHECK), _CHECK, _SECRET, _SUM_OF_CHECK, where))
    raise AnonfilterError(
        "holds no key of anonfilter",
        where=where,
        hint=f"A key is one line that begins with {_FULL} or {_CHECK}",
    )


def random_id() -> str:
    """Return a random name for a corpus or a document: 26 letters and digits, 128 bits."""
    return base32(secrets.token_bytes(16))


def base32(data: bytes) -> str:
    """Encode bytes in lower-case letters and the digits 2 to 7, without padding."""
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _written(prefix: str, data: bytes, length: int) -> str:
    return prefix + base32(data + _checksum(prefix, data, length))


def _read(written: str, prefix: str, size: int, length: int, where: str) -> bytes:
    whole = (size + length) * 8 // 5
    if len(written) != whole:
        raise AnonfilterError(
            f"holds a key of {len(written)} characters after {prefix}, not {whole}",
            where=where,
            hint="Copy the whole key, and nothing else.",
        )
    try:
        data = base64.b32decode(written, casefold=True)
    except (binascii.Error, ValueError):
        data = b""
    if data[size:] != _checksum(prefix, data[:size], length):
        raise AnonfilterError(
            "holds a key with a mistyped character: its checksum is wrong",
            where=where,
            hint="Copy the key again.",
        )
    return data[:size]


def _checksum(prefix: str, data: bytes, length: int) -> bytes:
    return hashlib.sha256(prefix.encode("ascii") + data).digest()[:length]


@cache
def _derived(secret: bytes, use: str, length: int) -> bytes:
    """Derive a sub key by HKDF-SHA256: none reveals another, nor the secret."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    info = f"anonfilter 1 {use}".encode("ascii")
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=info).derive(secret)
