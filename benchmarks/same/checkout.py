"""The two sides: a commit in a worktree with its own environment, and this checkout."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Side:
    """A version of the code; ``state`` identifies it, so that its results can be stored."""

    name: str
    checkout: Path
    python: Path
    state: str


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", folder, *arguments], check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.rstrip("\n")


def here() -> Side:
    """Return the side of this checkout in its present state."""
    return Side("here", ROOT, Path(sys.executable), state_of(ROOT))


def base(revision: str, kept: Path, prepared: Path | None) -> Side:
    """Return the side of a commit, in a worktree that is reused or in a ``prepared`` checkout."""
    commit = git(ROOT, "rev-parse", "--verify", f"{revision}^{{commit}}")
    folder = (prepared or kept / commit / "checkout").resolve()
    if not prepared and not (folder / ".venv/.ready").exists():
        make(commit, folder)
    if state_of(folder) != commit:
        raise SystemExit(f"{folder} is not {commit}, or was edited")
    return Side("base", folder, folder / ".venv/bin/python", commit)


def state_of(folder: Path) -> str:
    """Return the commit of a checkout; with edits, also a digest of the edits."""
    commit = git(folder, "rev-parse", "HEAD")
    edited = git(folder, "diff", "HEAD", "--", "anonfilter", "plugins", "pyproject.toml", "*.yaml")
    new = git(folder, "ls-files", "-o", "--exclude-standard", "--", "anonfilter", "plugins")
    for name in new.splitlines():
        edited += name + (folder / name).read_text(encoding="latin-1")
    return f"{commit}-{hashlib.sha256(edited.encode()).hexdigest()[:12]}" if edited else commit


def make(commit: str, folder: Path) -> None:
    """Make a worktree of a commit, with an environment that uses the libraries of this one.

    Both sides run with the same libraries; only libraries that are missing here are installed.
    """
    shutil.rmtree(folder, ignore_errors=True)
    git(ROOT, "worktree", "prune")
    git(ROOT, "worktree", "add", "--detach", str(folder), commit)
    subprocess.run([sys.executable, "-m", "venv", folder / ".venv"], check=True)
    python = folder / ".venv/bin/python"
    ours = [path for path in sys.path if path.endswith("site-packages")]
    own = Path(sysconfig.get_path("purelib", vars={"base": str(folder / ".venv")}))
    (own / "zz_borrowed.pth").write_text("".join(f"{path}\n" for path in ours))
    subprocess.run([python, "-m", "pip", "install", "--quiet", "-e", folder], check=True)
    (folder / ".venv/.ready").touch()
