"""Fingerprints of findings and files, under the check key of a corpus.

Fingerprints are stored and published. A plain digest could be reversed by trying all names, so
fingerprints are keyed: without the check key they reveal nothing.
"""

from __future__ import annotations

import hmac
import json
import unicodedata

from anonfilter.contract.document import Finding
from anonfilter.keys.key import CheckKey, base32
from anonfilter.text.words import fold

_FINGERPRINT, FILE = 15, 10  # bytes, written as 24 and 16 characters


class Fingerprints:
    """Makes fingerprints under the check key of a corpus."""

    def __init__(self, key: CheckKey) -> None:
        self._secret = key.findings

    def of(self, found: Finding) -> str:
        """Return the fingerprint of a finding, from its label, path and folded value.

        Return "" for a finding without a value.
        """
        if not found.value:
            return ""
        kind = "name" if found.in_name else "finding"
        return self._made(_FINGERPRINT, kind, found.label, fold(found.value), same_path(found.path))

    def numbered(self, fingerprint: str, number: int) -> str:
        """Return the fingerprint of the n-th equal finding; each of these findings has its own."""
        return self._made(_FINGERPRINT, "numbered", fingerprint, number)

    def file(self, path: str) -> str:
        """Return the fingerprint of a file, whose name may identify a person."""
        return self._made(FILE, "file", same_path(path))

    def _made(self, size: int, *parts: str | int) -> str:
        return base32(hmac.digest(self._secret, json.dumps(parts).encode("ascii"), "sha256")[:size])


def same_path(path: str) -> str:
    """Return a path with composed accents, since some file systems decompose them."""
    return unicodedata.normalize("NFC", path)
