"""What a check has found, as it is judged: with its value, which stays in memory.

A finding's *fingerprint* is keyed. Names can be guessed, so a bare digest of one would tell it to
whoever tries them all; under the corpus's check key it tells nothing to who has no key.
"""

from __future__ import annotations

import hmac
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from anonfilter.pseudonyms.keys.key import CheckKey, base32
from anonfilter.text import fold

if TYPE_CHECKING:
    from anonfilter.model import Document, Span

_FINGERPRINT, _FILE = 15, 10  # bytes, which fill 24 and 16 characters
KNOWN = "known"  # as in pseudonyms.known, which is not read for a check without a corpus


@dataclass(frozen=True, slots=True)
class Found:
    """``path`` is seen from the top of the repository; ``value`` reads as detectors saw it.

    ``known``: it was found because the corpus knows it for an original. Without a value it is
    about a file as such: a roster, say. ``in_name``: it stands in the path itself.
    """

    path: str
    label: str
    value: str = field(default="", repr=False)
    known: bool = False
    in_name: bool = False


def found_in(
    document: Document, spans: Sequence[Span], path: str, originals: Sequence[Span] = ()
) -> list[Found]:
    """Spans as they are judged; ``originals`` are the known ones that stand in the document,
    found by whomever else or not."""
    return [
        Found(
            path,
            span.label,
            document.text[span.start : span.end],
            KNOWN in span.detectors
            or any(one.start < span.end and span.start < one.end for one in originals),
        )
        for span in spans
    ]


class Fingerprints:
    """Makes fingerprints under a corpus's check key."""

    def __init__(self, key: CheckKey) -> None:
        self._secret = key.findings

    def of(self, found: Found) -> str:
        """Equal where label, path and value are, however the value is written; "" without one."""
        if not found.value:
            return ""
        kind = "name" if found.in_name else "finding"
        return self._made(_FINGERPRINT, kind, found.label, fold(found.value), _path(found.path))

    def numbered(self, fingerprint: str, number: int) -> str:
        """That of the n-th finding in a file with this fingerprint: nobody sees which are equal."""
        return self._made(_FINGERPRINT, "numbered", fingerprint, number)

    def file(self, path: str) -> str:
        """That of a file, whose name may be somebody's."""
        return self._made(_FILE, "file", _path(path))

    def _made(self, size: int, *parts: str | int) -> str:
        return base32(hmac.digest(self._secret, json.dumps(parts).encode("ascii"), "sha256")[:size])


def _path(path: str) -> str:
    """A path the same on every machine: some file systems take its accents apart."""
    return unicodedata.normalize("NFC", path)
