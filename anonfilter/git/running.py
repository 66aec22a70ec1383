"""Runs Git so that no setting of the user hides anything from a check."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from anonfilter.errors import AnonfilterError

_OF_THE_REPOSITORY = tuple(
    """
    GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR GIT_OBJECT_DIRECTORY
    GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE
    """.split()
)
# Options of `diff` and `diff-tree`, which override the settings that would hide a path.
UNCONFIGURED = ("--no-relative", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none")
_OF_PATHSPECS = [f"GIT_{kind}_PATHSPECS" for kind in ("LITERAL", "GLOB", "NOGLOB", "ICASE")]


class GitError(AnonfilterError):
    """An error of Git, with its exit code in ``code``; 0 if Git did not run."""

    code = 0


class NoRepository(GitError):
    """An error of Git in a folder that is in no repository."""


def environment(*, of_repository: bool) -> dict[str, str]:
    """Return the environment in which Git prints English, takes no lock and uses no remote.

    Without ``of_repository``, variables that select a repository or an index are removed.
    """
    dropped = {*_OF_PATHSPECS, *(() if of_repository else _OF_THE_REPOSITORY)}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",  # A replaced blob is not the blob that is pushed.
        "GIT_GRAFT_FILE": os.devnull,  # Grafted parents are not those that are pushed.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
    }


def command(arguments: Sequence[str]) -> list[str]:
    """Return the command line of Git with these arguments."""
    return ["git", "-c", "core.fsmonitor=false", *arguments]


def run(
    *arguments: str, folder: Path | None = None, of_repository: bool = True, data: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run Git with ``data`` as its input and return the result; raise ``GitError`` if it fails."""
    try:
        result = subprocess.run(
            command(arguments),
            cwd=folder,
            env=environment(of_repository=of_repository),
            input=data,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise GitError("Git is not installed, or not on the PATH") from None
    if result.returncode != 0:
        error = _explained(arguments[0], result)
        error.code = result.returncode
        raise error
    return result


def _explained(command: str, result: subprocess.CompletedProcess[bytes]) -> GitError:
    """Return the error for a failed run of Git, with a hint for the most frequent causes."""
    message = result.stderr.decode("utf-8", "replace").strip()
    if "not a git repository" in message:
        return NoRepository(
            "this is not inside a Git repository",
            hint="Run it in a repository. `anonfilter check FILE` works without one.",
        )
    if "dubious ownership" in message or "unsafe repository" in message:
        return GitError(
            "Git refuses to work in this repository, which belongs to another user",
            hint="If you trust it, run: git config --global --add safe.directory PATH",
        )
    lines = message.splitlines() or ["no reason given"]
    first = next((line for line in lines if not line.startswith("warning:")), lines[0])
    return GitError(f"git {command} ended with code {result.returncode}: {first}")


def output_line(*arguments: str, folder: Path | None = None, of_repository: bool = True) -> str:
    """Run Git and return its only line of output, such as a path, without the line end."""
    output = run(*arguments, folder=folder, of_repository=of_repository).stdout
    return os.fsdecode(output.removesuffix(b"\n"))


def records(output: bytes) -> list[str]:
    """Return the records of an output in which NUL separates them."""
    return [os.fsdecode(record) for record in output.split(b"\0") if record]
