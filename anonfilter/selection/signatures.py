"""Signatures of commits and tags.

The data of a signature is not text, and detectors would take parts of it for names and numbers. It
is left out only if it parses to its end as the kind of signature that its frame announces.
"""

from __future__ import annotations

import base64
import binascii
import re

_BLOCK = re.compile(
    r"^-----BEGIN (?P<kind>PGP SIGNATURE|SSH SIGNATURE|SIGNED MESSAGE)-----\n"
    r"(?P<headers>(?:[A-Z][A-Za-z]*: .*\n)*)\n?"
    r"(?P<data>(?:[A-Za-z0-9+/=]+\n)+)"
    r"-----END (?P=kind)-----$",
    re.MULTILINE,
)
_CHECKSUM = re.compile(r"=[A-Za-z0-9+/]{4}\n\Z")
_SIGNATURE = 2  # the tag of a signature packet of OpenPGP
_SEQUENCE = 0x30  # the tag of a sequence in DER


def blank_signatures(text: str) -> str:
    """Return a text without the data of signatures; headers stay, lines keep their numbers."""
    return _BLOCK.sub(_blanked, text)


def _blanked(block: re.Match[str]) -> str:
    written = _CHECKSUM.sub("", block["data"])
    try:
        data = base64.b64decode(written.replace("\n", ""), validate=True)
        whole = {"PGP SIGNATURE": _is_pgp, "SSH SIGNATURE": _is_ssh, "SIGNED MESSAGE": _is_der}
        well = whole[block["kind"]](data)
    except (binascii.Error, IndexError):
        well = False
    if not well:
        return block[0]
    below = block[0].count("\n") - block["headers"].count("\n") - 1
    return f"\n{block['headers']}" + "\n" * below


def _is_pgp(data: bytes) -> bool:
    """Return True for signature packets (RFC 9580) that end where their lengths say."""
    while data:
        new = data[0] & 0x40
        tag = data[0] & 0x3F if new else (data[0] >> 2) & 0x0F
        if not data[0] & 0x80 or tag != _SIGNATURE:
            return False
        start, size = _new_length(data) if new else _old_length(data)
        if size < 10 or len(data) < start + size or data[start] not in (3, 4, 5, 6):
            return False
        data = data[start + size :]
    return True


def _old_length(data: bytes) -> tuple[int, int]:
    octets = (1, 2, 4, 0)[data[0] & 3]
    return 1 + octets, int.from_bytes(data[1 : 1 + octets], "big")


def _new_length(data: bytes) -> tuple[int, int]:
    if data[1] < 192:
        return 2, data[1]
    if data[1] < 224:
        return 3, ((data[1] - 192) << 8) + data[2] + 192
    return 6, int.from_bytes(data[2:6], "big")


def _is_ssh(data: bytes) -> bool:
    """Return True for a git signature of ``ssh-keygen -Y`` that ends where its lengths say."""
    if data[:10] != b"SSHSIG\0\0\0\1":
        return False
    rest, parts = data[10:], list[bytes]()
    while len(rest) >= 4:
        end = 4 + int.from_bytes(rest[:4], "big")
        parts.append(rest[4:end])
        if len(rest) < end:
            return False
        rest = rest[end:]
    return not rest and len(parts) == 5 and parts[1:3] == [b"git", b""]


def _is_der(data: bytes) -> bool:
    """Return True for one DER value (CMS, of ``gpgsm``) that ends where its length says."""
    octets = data[1] & 0x7F if data[1] & 0x80 else 0
    size = int.from_bytes(data[2 : 2 + octets], "big") if octets else data[1]
    return data[0] == _SEQUENCE and len(data) == 2 + octets + size
