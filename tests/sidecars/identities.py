"""Real identities for tests, made by ssh-keygen and by age."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pyrage


def ssh_key(path: Path, kind: str = "ed25519", passphrase: str = "") -> Path:
    """Make a private key; its public half is the file beside it, with ``.pub``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    options = ["-t", kind, "-N", passphrase, "-C", "somebody@example.org", "-f", str(path)]
    subprocess.run(["ssh-keygen", "-q", *options], check=True, capture_output=True)
    return path


def public(path: Path) -> str:
    return path.with_name(path.name + ".pub").read_text().strip()


def age_identity(path: Path) -> str:
    """Write an identity file as age-keygen does, and return its public half."""
    identity = pyrage.x25519.Identity.generate()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# public key: {identity.to_public()}\n{identity}\n")
    return str(identity.to_public())
