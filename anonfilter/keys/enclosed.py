"""Reads and writes ``key.age``: the key of a corpus, encrypted for each member of a team.

A recipient is the public half of an age identity (``age1…``) or of an SSH key. The private half
opens the file. pyrage, the Rust implementation of age, encrypts and decrypts.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anonfilter.errors import AnonfilterError
from anonfilter.keys.corpus import Corpus, replace_file
from anonfilter.keys.key import Key
from anonfilter.text.values import hide_values

VARIABLE = "ANONFILTER_IDENTITY"
_AGE_IDENTITY = "AGE-SECRET-KEY-1"
_PUBLIC = ("age1", "ssh-", "ecdsa-", "sk-")  # prefixes, including kinds that age cannot use
_PROTECTED_AGE = ("age-encryption.org/", "-----BEGIN AGE ENCRYPTED FILE-----")


@hide_values
@dataclass(frozen=True, slots=True)
class Decrypted:
    """The text of an age file and the identity that opened it, or the reasons why none did."""

    text: str | None = None
    identity: str = ""
    remarks: tuple[str, ...] = ()


def write(corpus: Corpus, key: Key) -> None:
    """Write key.age for the recipients of a corpus; remove the file if there are none."""
    if not corpus.recipients:
        corpus.enclosed_key.unlink(missing_ok=True)
        return
    import pyrage

    recipients = [_recipient(each) for each in corpus.recipients]
    data = pyrage.encrypt(f"{key.text()}\n".encode(), recipients, armored=True)
    replace_file(corpus.enclosed_key, bytes(data))


def decrypt(path: Path, shown: str, config: Path) -> Decrypted:
    """Decrypt an age file with the first of the user's identities that opens it.

    ``shown`` is its path for errors, and ``config`` the user's folder of settings.
    """
    import pyrage

    data, remarks = path.read_bytes(), []
    for place in _places(config):
        try:
            identities = list(_identities(place))
        except AnonfilterError as error:
            if os.environ.get(VARIABLE):
                raise
            remarks.append(str(error).replace("\n  ", " "))
            continue
        try:
            return Decrypted(pyrage.decrypt(data, identities).decode("utf-8"), str(place))
        except pyrage.DecryptError as error:
            if "No matching keys" not in str(error):
                raise AnonfilterError(
                    "is damaged, or was not encrypted with the tool `age`",
                    where=shown,
                    hint="Restore it from Git, or write it again with anonfilter key share.",
                ) from None
            remarks.append(f"It is not encrypted for {place}.")
    if not remarks:
        remarks.append(
            f"There is no identity: {VARIABLE} (a file), an SSH key, or {config / 'identity.txt'}."
        )
    return Decrypted(remarks=tuple(remarks))


def change_recipients(
    recipients: Sequence[str], added: Sequence[str], removed: Sequence[str]
) -> tuple[str, ...]:
    """Return the recipients with those of ``--to`` added and those of ``--remove`` removed."""
    kept = list(recipients)
    for recipient in (each for given in removed for each in _recipients_in(given, "--remove")):
        others = [other for other in kept if not _is_same(recipient, other)]
        if len(others) == len(kept):
            raise AnonfilterError(
                "the key is not shared with this recipient",
                where="--remove",
                hint="anonfilter key status lists the recipients.",
            )
        kept = others
    for recipient in (each for given in added for each in _recipients_in(given, "--to")):
        if not any(_is_same(recipient, other) for other in kept):
            kept.append(recipient)
    return tuple(kept)


def _recipients_in(given: str, wanted: str) -> list[str]:
    """Return the recipients in the value of an option: a public key, or all keys of a file.

    ``wanted`` is the option, for errors.
    """
    text = given.strip()
    if not text.startswith(_PUBLIC):
        path = Path(given).expanduser()
        if not path.is_file():
            raise AnonfilterError(  # The value is not shown, since it may be a private key.
                "the value is neither a public key nor a file with one",
                where=wanted,
                hint=f"{wanted} takes age1…, 'ssh-ed25519 AAAA…' or a path: ~/.ssh/id_ed25519.pub.",
            )
        text = path.read_text(encoding="utf-8", errors="replace")
    lines = [" ".join(filter(str.isprintable, line.split())) for line in text.splitlines()]
    found = [line for line in lines if line and not line.startswith("#")]
    for line in found:
        _recipient(line, wanted)
    if not found:
        raise AnonfilterError("the file has no public key", where=wanted)
    return found


def display_names(recipients: Sequence[str]) -> Iterator[str]:
    """Yield a short name of each recipient.

    It is the whole age key, or the end and the comment of an SSH key.
    """
    for recipient in recipients:
        kind, _, rest = recipient.partition(" ")
        key, _, comment = rest.partition(" ")
        suffix = f" ({comment})" if comment else ""
        yield f"{kind} …{key[-12:]}{suffix}" if key else recipient


def _is_same(one: str, other: str) -> bool:
    """Return True if two recipients are the same key; their comments may differ."""
    words = 1 if one.startswith("age1") else 2
    return one.split()[:words] == other.split()[:words]


def _recipient(text: str, wanted: str = "") -> Any:
    """Return pyrage's object for a public key; raise an error for a key that age cannot use."""
    import pyrage

    kind = text.partition(" ")[0]
    try:
        if kind.startswith("age1"):
            return pyrage.x25519.Recipient.from_str(kind)
        return pyrage.ssh.Recipient.from_str(text)
    except pyrage.RecipientError:
        raise AnonfilterError(
            "is not a public key that age can encrypt for",
            where=text.split()[0] if text.startswith(_PUBLIC) else wanted,
            hint="age1…, ssh-ed25519 and ssh-rsa work; ecdsa and hardware keys do not. "
            "ssh-keygen -t ed25519 makes one that works.",
        ) from None


def _places(config: Path) -> Iterator[Path]:
    """Yield the files that may have identities of the user."""
    given = os.environ.get(VARIABLE)
    if given:
        yield Path(given).expanduser()
        return
    home = Path.home()
    for place in (home / ".ssh" / "id_ed25519", home / ".ssh" / "id_rsa", config / "identity.txt"):
        if place.is_file():
            yield place


def _identities(place: Path) -> Iterator[Any]:
    """Yield the identities in a file: an SSH key, or lines with age identities."""
    import pyrage

    try:
        data = place.read_bytes()
    except OSError as error:
        raise AnonfilterError(f"cannot be read: {error.strerror}", where=str(place)) from None
    text = data.decode("utf-8", "replace")
    if text.startswith(_PROTECTED_AGE):
        raise AnonfilterError(
            "is an identity that is protected by a passphrase",
            where=str(place),
            hint=f"Decrypt it with age -d {place} > FILE, and set {VARIABLE} to FILE.",
        )
    try:
        if _AGE_IDENTITY in text.upper():
            for line in text.splitlines():
                if line.strip() and not line.startswith("#"):
                    yield pyrage.x25519.Identity.from_str(line.strip())
        else:
            yield pyrage.ssh.Identity.from_buffer(data)
    except pyrage.IdentityError as error:
        raise _unusable(place, error) from None


def _unusable(place: Path, error: Exception) -> AnonfilterError:
    """Return the error for a file from which pyrage can read no identity."""
    if "must be decrypted" in str(error):
        return AnonfilterError(
            "is an SSH key that is protected by a passphrase, which age cannot ask for here",
            where=str(place),
            hint="Make a key without a passphrase (ssh-keygen -t ed25519 -N '' -f FILE), have "
            f"FILE.pub added with anonfilter key share --to, and set {VARIABLE} to FILE; or set "
            "ANONFILTER_KEY.",
        )
    return AnonfilterError(
        "has no identity that age can use",
        where=str(place),
        hint="Use an SSH key (ed25519 or RSA), or lines that begin with AGE-SECRET-KEY-1.",
    )
