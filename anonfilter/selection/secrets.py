"""Find anonfilter's own secrets in every file: keys, and plain sidecars under another name.

A key opens the whole corpus, so all files are searched, whatever the rules say and whatever the
encoding is: bytes are compared without regard to letter case.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress

from anonfilter.errors import Incomplete
from anonfilter.files.paths import is_sidecar
from anonfilter.files.read import unread
from anonfilter.keys.key import PREFIXES
from anonfilter.limits import require_time
from anonfilter.run.inputs import InputFile
from anonfilter.selection.choice import FileChoice

_PIECE, _OVERLAP = 1 << 20, 1 << 12  # bytes that are searched at once
_WRAP = rb"""(?:[ \t\r\\"'+=]{0,8}\n[ \t"'+>#-]{0,8})?"""  # a line break within a value
_PREFIXES = b"|".join(re.escape(one.encode()) for one in PREFIXES)

# Most of a key is enough to guess the rest, so a part of this length counts. It is searched in
# lower case and without NUL bytes, which UTF-16 has between letters.
_KEY = re.compile(
    rb"(?:%b)(?:%b[a-z2-7]){48}|age-secret-key-1(?:%b[a-z0-9]){48}" % (_PREFIXES, _WRAP, _WRAP)
)
_MAP = re.compile(
    rb"""anonfilter: pseudonyms [0-9]+[ \t\r]*\n[ \t>#]*kind: plain"""
    rb"""|original["']?: ?["']?\{\\?"(?:same|each)\\?": ?\["""
)


def _in_base64(text: str) -> Iterator[bytes]:
    """Yield the base64 forms of a text, for each of the three offsets at which it may begin."""
    for before in range(3):
        code = b64encode(b"\0" * before + text.encode())
        yield code[-(-before * 8 // 6) : (before + len(text)) * 8 // 6]


_CODES = [code for one in PREFIXES for code in _in_base64(one)]
_ENCODED = re.compile(b"(?:%b)[A-Za-z0-9+/_\\s-]{64}" % b"|".join(map(re.escape, _CODES)))
_LITERALS = [*(one.encode() for one in PREFIXES), b"age-secret-key-1"]


def secret_labels(data: bytes) -> Iterator[str]:
    """Yield the labels of the secrets in these bytes."""
    plain = data.replace(b"\0", b"") if b"\0" in data else data
    folded = plain.lower()
    if (_any(_LITERALS, folded) and _KEY.search(folded)) or (
        _any(_CODES, plain) and _ENCODED.search(plain)
    ):
        yield "KEY"
    if _any((b"kind: plain", b"original"), folded) and _MAP.search(folded):
        yield "PLAIN_SIDECAR"


def _any(literals: Iterable[bytes], data: bytes) -> bool:
    """Return True if the data holds one of the literals.

    This is much faster than a pattern, and almost no file holds one.
    """
    return any(literal in data for literal in literals)


def secrets_in(choice: FileChoice) -> Iterator[tuple[InputFile, set[str] | Incomplete]]:
    """Yield each file with the labels of its secrets, or with the reason why it is unreadable.

    Documents that cannot be read are left out, since their scan reports them.
    """
    scanned = [*choice.chosen.values(), *choice.sidecars.values()]
    for chosen, pieces in (*((one, _readable(one)) for one in scanned), *_others(choice)):
        try:
            require_time(chosen.name)
            labels = {label for piece in pieces for label in secret_labels(piece)}
        except Incomplete as error:
            yield chosen, error
            continue
        if is_sidecar(chosen.name):  # reported by its own check if it is in clear
            labels.discard("PLAIN_SIDECAR")
        if labels:
            yield chosen, labels


def _readable(chosen: InputFile) -> Iterator[bytes]:
    """Yield a document as one piece; nothing if it cannot be read, as its scan reports that."""
    with suppress(Incomplete):
        yield chosen.read()


def _others(choice: FileChoice) -> Iterator[tuple[InputFile, Iterable[bytes]]]:
    """Yield the files that are no documents: from git if the choice is stored, or the disk."""
    for chosen in choice.others.values():
        yield chosen, map(InputFile.read, [chosen])  # read on demand
    for name in () if choice.stored else sorted(choice.outside):
        if os.path.isfile(name) and not os.path.islink(name):
            yield InputFile(name, bytes), _pieces(name)


def _pieces(name: str) -> Iterator[bytes]:
    """Yield a file piece by piece; each piece begins with the end of the previous piece."""
    try:
        with open(name, "rb") as file:
            end = b""
            while piece := file.read(_PIECE):
                yield end + piece
                end = (end + piece)[-_OVERLAP:]
    except OSError as error:
        raise unread(error, name) from None
