"""Sealing one value, so that it opens in its own place and nowhere else.

AES-SIV needs no random number: what is sealed again unchanged is the same text again, and lines
that did not change are lines without a difference. What binds a value to its place (format,
corpus, document, and all that can be read beside it) is authenticated with it, so equal values
in two places look different, and none opens where another belongs.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

FORMAT = "anonfilter pseudonyms 1"
BLOCK = 32  # how long a value is shows only in steps of so many bytes
_PROOF = 16  # the bytes that AES-SIV puts in front
_BASE64 = re.compile("[A-Za-z0-9_-]+")
# What the last character of base64 may be after two and after three of a group: the others would
# be a second way to write the same bytes.
_LAST = {0: "", 2: "AQgw", 3: "AEIMQUYcgkosw048"}


class NotOpened(ValueError):
    """Sealed with another key, for another place, or changed since."""


@dataclass(frozen=True, slots=True)
class Seal:
    """Seals the values of one document; or of a corpus, where no document is named."""

    key: bytes = field(repr=False)
    corpus: str
    document: str = ""
    _cipher: AESSIV = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        object.__setattr__(self, "_cipher", AESSIV(self.key))

    def close(self, value: bytes, what: str, *beside: str) -> str:
        """The value, sealed: ``what`` it is, and what can be read ``beside`` it, hold it fast."""
        sealed = self._cipher.encrypt(_padded(value), [self._bound(what, beside)])
        return urlsafe_b64encode(sealed).decode("ascii").rstrip("=")

    def open(self, sealed: str, what: str, *beside: str) -> bytes:
        from cryptography.exceptions import InvalidTag

        if not is_sealed(sealed):
            raise NotOpened("not written as a sealed value is")
        data = urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        try:
            padded = self._cipher.decrypt(data, [self._bound(what, beside)])
        except InvalidTag:
            raise NotOpened("does not open") from None
        return _unpadded(padded)

    def _bound(self, what: str, beside: tuple[str, ...]) -> bytes:
        """One string for all of it: OpenSSL before 3.1.2 let empty parts go unauthenticated."""
        return json.dumps([FORMAT, self.corpus, self.document, what, *beside]).encode("ascii")


def is_sealed(text: str) -> bool:
    """Whether this has the length of a sealed value and is base64, in the one way to write it."""
    size, rest = len(text) * 3 // 4 - _PROOF, len(text) % 4
    if size < BLOCK or size % BLOCK or rest not in _LAST or not _BASE64.fullmatch(text):
        return False
    return not rest or text[-1] in _LAST[rest]


def digest_of(data: bytes, document: str) -> str:
    """By what a sidecar knows the bytes of its document.

    It is keyed by the document's random id, not by the corpus key, so that it outlives the key;
    where originals are sealed, so is the digest.
    """
    return hashlib.blake2b(data, digest_size=16, key=document.encode("ascii")).hexdigest()


def _padded(value: bytes) -> bytes:
    return value + b"\x80" + b"\0" * (-(len(value) + 1) % BLOCK)


def _unpadded(padded: bytes) -> bytes:
    value, mark, rest = padded.rpartition(b"\x80")
    if not mark or rest.strip(b"\0") or len(rest) >= BLOCK:
        raise NotOpened("not padded as a sealed value is")
    return value
