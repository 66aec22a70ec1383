"""A repository in which hooks find the installed anonfilter, as a user has it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import CompletedProcess, run

from tests.commands.commandline import RULES
from tests.findings import values_in
from tests.git_repository import Repository

HERE = Path(sys.executable).parent

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
CLEAN = "On Monday\nwe met [PERSON_1] [PERSON_2], see [CASE_1].\n"


class Dataset(Repository):
    """Rules are committed, no hooks are installed, and no output may hold the name."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.environment |= {
            "PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}",
            "XDG_CONFIG_HOME": str(path.parent / "config"),
            "PRE_COMMIT_HOME": str(path.parent / "pre-commit"),
        }
        self.environment.pop("ANONFILTER_RULES", None)
        self.stage(".anonfilter/rules.yaml", RULES)
        self.commit("Rules")

    def call(self, *arguments: str, folder: Path | None = None) -> CompletedProcess[str]:
        """Run anonfilter as its own program."""
        done = run(
            ["anonfilter", *arguments],
            cwd=folder or self.path,
            env=self.environment,
            capture_output=True,
            text=True,
            executable=HERE / "anonfilter",
        )
        assert not values_in(done.stdout + done.stderr)
        return done

    def try_git(self, *arguments: str) -> CompletedProcess[str]:
        """Run git where one of our hooks may stop it."""
        done = self.git(*arguments, check=False)
        assert not values_in(done.stderr)
        return done

    def hook(self, name: str, script: str) -> Path:
        """Write a hook of the user's own."""
        path = self.write(f".git/hooks/{name}", f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def hooks(self) -> set[str]:
        folder = self.path / ".git" / "hooks"
        return {path.name for path in folder.iterdir() if path.suffix != ".sample"}
