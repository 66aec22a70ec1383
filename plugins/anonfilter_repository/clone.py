"""The folders and the Git settings of a clone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anonfilter.git import is_bare, work_tree
from anonfilter.git.running import GitError, output_line
from anonfilter.git.running import run as _run


@dataclass(frozen=True, slots=True)
class Setting:
    """The effective value of a Git setting, and its scope, such as local or global."""

    value: str
    scope: str


@dataclass(frozen=True)
class Clone:
    """A repository with a working tree; ``common`` is the folder that its worktrees share."""

    top: Path
    common: Path
    hooks: Path
    attributes: Path

    @cached_property
    def settings(self) -> dict[str, Setting]:
        """All Git settings that apply in the clone, by Git's names, such as ``core.hookspath``."""
        fields = _run("config", "--list", "--show-scope", "--null", folder=self.top).stdout
        parts = os.fsdecode(fields).split("\0")
        found = {}
        for scope, entry in zip(parts[::2], parts[1::2], strict=False):
            name, _, value = entry.partition("\n")
            found[name] = Setting(value, scope)
        return found

    def setting(self, name: str) -> str:
        """Return the value of a setting; "" if it is not set."""
        return self.settings[name].value if name in self.settings else ""

    def is_on(self, name: str) -> bool:
        """Return True if a boolean setting is on, in any spelling that Git accepts."""
        options = ("--type=bool", "--default=false", "--get")
        return _run("config", *options, name, folder=self.top).stdout.strip() == b"true"

    def set(self, name: str, value: str) -> None:
        """Change a setting in the configuration of this clone."""
        _run("config", "--local", name, value, folder=self.top)
        self.__dict__.pop("settings", None)

    def unset(self, section: str) -> bool:
        """Remove the settings of a section from this clone; return False if it has none."""
        listed = os.fsdecode(
            _run("config", "--local", "--list", "--name-only", "--null", folder=self.top).stdout
        ).split("\0")
        own = sorted({name for name in listed if name.startswith(f"{section}.")})
        for name in own:
            _run("config", "--local", "--unset-all", name, folder=self.top)
        self.__dict__.pop("settings", None)
        return bool(own)

    def owns(self, path: Path) -> bool:
        """Return True if a path is inside this clone, so that no other repository uses it."""
        real = path.resolve()
        return any(real.is_relative_to(part.resolve()) for part in (self.top, self.common))

    def shown(self, path: Path) -> str:
        """Return a path for messages, relative to the top of the clone if it is inside."""
        return str(path.relative_to(self.top)) if path.is_relative_to(self.top) else str(path)

    def has_commit(self, name: str) -> bool:
        """Return True if this is the name of a commit in the clone."""
        try:
            _run("rev-parse", "--quiet", "--verify", f"{name}^{{commit}}", folder=self.top)
        except GitError:
            return False
        return True

    def fetches(self, remote: str, address: str) -> bool:
        """Return True if the clone has this remote, and fetches it from this address."""
        if f"remote.{remote}.url" not in self.settings:
            return False
        return output_line("remote", "get-url", remote, folder=self.top) == address

    def main_branch(self) -> str:
        """Return the name of the main branch of the remote origin, else of the current branch.

        If HEAD is not on a branch either, return "main".
        """
        for ref in ("refs/remotes/origin/HEAD", "HEAD"):
            try:
                name = output_line("symbolic-ref", "--quiet", "--short", ref, folder=self.top)
            except GitError:
                continue
            return name.removeprefix("origin/")
        return "main"


def current() -> Clone:
    """Return the clone of the current folder; raise an error in a bare repository."""
    if is_bare():
        raise GitError(
            "this is a bare repository, which has no commits to check and needs no hooks",
            hint="anonfilter ci init pre-receive writes a hook that checks pushes to it.",
        )
    return at(work_tree())


def at(top: Path) -> Clone:
    """Return the clone whose working tree has this top."""
    parts = (["--git-common-dir"], ["--git-path", "hooks"], ["--git-path", "info/attributes"])
    return Clone(top, *(_part(*part, folder=top) for part in parts))


def hooks_folder() -> Path:
    """Return the folder in which Git searches hooks, also in a bare repository."""
    return _part("--git-path", "hooks")


def _part(*which: str, folder: Path | None = None) -> Path:
    return Path(output_line("rev-parse", "--path-format=absolute", *which, folder=folder))
