"""Encrypts values so that each can be opened in its own place only.

AES-SIV needs no random number: an unchanged value gives the same text, so a diff does not show its
line. A value is authenticated together with its place (format, corpus, document, and the clear text
beside it). Equal values in two places therefore look different, and a moved value does not open.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from anonfilter.text.values import hide_values

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

FORMAT = "anonfilter pseudonyms 1"
BLOCK = 32  # bytes; the length of a sealed value is a multiple of it
_PROOF = 16  # the bytes that AES-SIV adds in front
_BASE64 = re.compile("[A-Za-z0-9_-]+")
# The possible last characters of a base64 group of two and of three. Others would be a second
# spelling of the same bytes.
_LAST = {0: "", 2: "AQgw", 3: "AEIMQUYcgkosw048"}


class NotOpened(ValueError):
    """An error for a value that was changed, or sealed with another key or for another place."""


@hide_values
@dataclass(frozen=True, slots=True)
class Seal:
    """Seals and opens the values of a document; without a document, those of a corpus."""

    key: bytes = field(repr=False)
    corpus: str
    document: str = ""
    _cipher: AESSIV = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        object.__setattr__(self, "_cipher", AESSIV(self.key))

    def close(self, value: bytes, what: str, *beside: str) -> str:
        """Seal a value, bound to its kind (``what``) and to the clear text ``beside`` it."""
        sealed = self._cipher.encrypt(_padded(value), [self._bound(what, beside)])
        return urlsafe_b64encode(sealed).decode("ascii").rstrip("=")

    def open(self, sealed: str, what: str, *beside: str) -> bytes:
        """Return a value that was sealed for this place; raise ``NotOpened`` for others."""
        from cryptography.exceptions import InvalidTag

        if not is_sealed(sealed):
            raise NotOpened("not a sealed value")
        data = urlsafe_b64decode(sealed + "=" * (-len(sealed) % 4))
        try:
            padded = self._cipher.decrypt(data, [self._bound(what, beside)])
        except InvalidTag:
            raise NotOpened("does not open") from None
        return _unpadded(padded)

    def _bound(self, what: str, beside: tuple[str, ...]) -> bytes:
        """Return the place as one text, since OpenSSL before 3.1.2 ignored empty parts."""
        return json.dumps([FORMAT, self.corpus, self.document, what, *beside]).encode("ascii")


def open_any(seals: Iterable[Seal], sealed: str, what: str, *beside: str) -> tuple[Seal, bytes]:
    """Open a value with the first of these seals that opens it; return that seal and the value."""
    for seal in seals:
        with suppress(NotOpened):
            return seal, seal.open(sealed, what, *beside)
    raise NotOpened("no key opens it")


def is_sealed(text: str) -> bool:
    """Return True if a text has the length and the base64 form of a sealed value."""
    size, rest = len(text) * 3 // 4 - _PROOF, len(text) % 4
    if size < BLOCK or size % BLOCK or rest not in _LAST or not _BASE64.fullmatch(text):
        return False
    return not rest or text[-1] in _LAST[rest]


def digest_of(data: bytes, document: str) -> str:
    """Return the digest with which a sidecar recognises the bytes of its document.

    It is keyed with the random id of the document, so that it stays valid when the key of the
    corpus is rotated. It is sealed if the originals are.
    """
    return hashlib.blake2b(data, digest_size=16, key=document.encode("ascii")).hexdigest()


def _padded(value: bytes) -> bytes:
    return value + b"\x80" + b"\0" * (-(len(value) + 1) % BLOCK)


def _unpadded(padded: bytes) -> bytes:
    value, mark, rest = padded.rpartition(b"\x80")
    if not mark or rest.strip(b"\0") or len(rest) >= BLOCK:
        raise NotOpened("wrong padding")
    return value
