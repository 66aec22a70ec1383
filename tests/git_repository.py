"""Real git repositories for tests, without settings of the user who runs them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


class Repository:
    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "A. Author",
            "GIT_AUTHOR_EMAIL": "author@example.org",
            "GIT_COMMITTER_NAME": "A. Author",
            "GIT_COMMITTER_EMAIL": "author@example.org",
        }
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["git", *arguments],
            cwd=self.path,
            env=self.environment,
            check=check,
            capture_output=True,
            text=True,
        )

    def write(self, name: str | bytes, content: str | bytes) -> Path:
        path = self.path / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def stage(self, name: str | bytes, content: str | bytes) -> Path:
        path = self.write(name, content)
        self.git("add", "-f", "--", os.fsdecode(name))
        return path

    def commit(self, message: str = "a change") -> None:
        self.git("commit", "-q", "--no-verify", "-m", message)
