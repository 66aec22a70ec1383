"""Git, behind a handful of named functions: what is in the index, and which files there are.

All of them run git's plumbing with NUL-separated output, so any file name works. What looks
at the index honours GIT_DIR and GIT_INDEX_FILE: during ``git commit -a`` and ``git commit
PATH`` the index that will be committed is a temporary one, and git names it there. What looks
at folders does not: those may belong to another repository than the one being committed to.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import AnonfilterError, Incomplete

_OF_THE_REPOSITORY = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
)  # fmt: skip
_OF_PATHSPECS = (
    "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
)  # fmt: skip

GITLINK = "160000"


class GitError(AnonfilterError):
    """Git is missing, refuses, or there is no repository; ``code`` is what it ended with."""

    code = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A path of the index, seen from the top of the repository, and the blob it stands for."""

    path: str
    mode: str
    blob: str
    unmerged: bool = False


def environment(*, of_repository: bool) -> dict[str, str]:
    """Our environment, such that git answers in plain English, with the objects as they are,
    takes no lock, asks no remote."""
    dropped = {*_OF_PATHSPECS, *(() if of_repository else _OF_THE_REPOSITORY)}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",  # a replaced blob is not the one that is pushed
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
    }


def _command(arguments: Sequence[str]) -> list[str]:
    return ["git", "-c", "core.fsmonitor=false", *arguments]


def _run(
    *arguments: str, folder: Path | None = None, of_repository: bool = True, data: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    try:
        done = subprocess.run(
            _command(arguments),
            cwd=folder,
            env=environment(of_repository=of_repository),
            input=data,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise GitError("git is not installed, or not on the PATH") from None
    if done.returncode != 0:
        error = _explained(arguments[0], done)
        error.code = done.returncode
        raise error
    return done


def _explained(command: str, done: subprocess.CompletedProcess[bytes]) -> GitError:
    said = done.stderr.decode("utf-8", "replace").strip()
    if "not a git repository" in said:
        return GitError(
            "this is not inside a git repository", hint="Name files or folders to check instead."
        )
    if "dubious ownership" in said or "unsafe repository" in said:
        return GitError(
            "git refuses to work in this repository: it belongs to another user",
            hint="If you trust it: git config --global --add safe.directory <its path>",
        )
    first = said.splitlines()[0] if said else "no reason given"
    return GitError(f"git {command} ended with code {done.returncode}: {first}")


def _records(output: bytes) -> list[str]:
    return [os.fsdecode(record) for record in output.split(b"\0") if record]


def toplevel(folder: Path, *, of_repository: bool = False) -> Path | None:
    """The top of the working tree that a folder lies in; None where there is none.

    Git is not asked where no folder above has a ``.git``: it need not be installed there.
    """
    inside = any(
        (above / ".git").exists() for above in (folder.absolute(), *folder.resolve().parents)
    )
    if not inside and not (of_repository and "GIT_DIR" in os.environ):
        return None
    done = _run("rev-parse", "--show-toplevel", folder=folder, of_repository=of_repository)
    return Path(os.fsdecode(done.stdout.removesuffix(b"\n")))


def work_tree() -> Path:
    """The top of the working tree that belongs to the index we are asked about."""
    done = _run("rev-parse", "--show-toplevel")
    return Path(os.fsdecode(done.stdout.removesuffix(b"\n")))


def index() -> list[Entry]:
    """Every path of the index. A path in conflict is one unmerged entry."""
    entries: dict[str, Entry] = {}
    for record in _records(_run("ls-files", "--stage", "-z", "--full-name", ":/").stdout):
        about, path = record.split("\t", 1)
        mode, blob, stage = about.split()
        entries[path] = Entry(path, mode, blob, unmerged=stage != "0")
    return list(entries.values())


def staged() -> list[Entry]:
    """What the next commit adds or changes: added, copied, modified, renamed, of another type.

    Every option here takes away a setting of the user's that would hide something.
    """
    entries = index()
    changed = _run(
        "diff", "--cached", "--name-only", "-z", "--no-renames", "--no-relative", "--no-ext-diff",
        "--no-textconv", "--ignore-submodules=none", "--diff-filter=d",
    )  # fmt: skip
    names = set(_records(changed.stdout))
    return [entry for entry in entries if entry.path in names]


@contextmanager
def blobs() -> Iterator[BlobReader]:
    """One git process that hands out the bytes of any number of blobs."""
    process = subprocess.Popen(
        _command(["cat-file", "--batch"]),
        env=environment(of_repository=True),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield BlobReader(process)
    finally:
        process.communicate()


class BlobReader:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def read(self, blob: str) -> bytes:
        """The bytes of one blob; what git does not have here is incomplete, not empty."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(blob.encode() + b"\n")
            stdin.flush()
        except BrokenPipeError:
            raise Incomplete("git ended before it handed this out") from None
        header = stdout.readline().split()
        if len(header) != 3 or header[1] != b"blob":
            raise Incomplete("git does not have this blob here (a partial clone?)")
        size = int(header[2])
        data = stdout.read(size)
        if len(data) != size or stdout.read(1) != b"\n":
            raise Incomplete("git did not hand out the whole blob")
        return data


@dataclass(frozen=True, slots=True)
class Listing:
    """The files below a folder, seen from it; ``whole`` is false if some folder was closed."""

    paths: tuple[str, ...]
    whole: bool


def listed(folder: Path) -> Listing:
    """Files below a folder that git tracks, or would if asked: nothing that it ignores."""
    done = _run(
        "ls-files", "--cached", "--others", "--exclude-standard", "-z",
        folder=folder, of_repository=False,
    )  # fmt: skip
    closed = b"could not open directory" in done.stderr
    return Listing(tuple(sorted(set(_records(done.stdout)))), not closed)


def ignored(top: Path, paths: Iterable[Path]) -> set[Path]:
    """Those of the paths below the top of a working tree that git leaves out of every commit.

    A file need not be there yet. What is tracked is not ignored, whatever is said of it.
    """
    asked = b"".join(os.fsencode(path) + b"\0" for path in paths)
    try:
        done = _run(
            "check-ignore", "-z", "--stdin", folder=top, of_repository=False, data=asked
        )  # fmt: skip
    except GitError as error:
        if error.code == 1:
            return set()
        raise
    return set(map(Path, _records(done.stdout)))
