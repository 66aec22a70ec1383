"""What a range of commits has brought: files by every name that they had, messages, references."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anonfilter.errors import Incomplete
from anonfilter.git import Entry
from anonfilter.git.objects import BlobReader
from anonfilter.git.running import GitError, answer, records, run

ALL = "--all"

# What rev-list may be told besides names of commits. Others could hide commits from us.
_OPTION = re.compile(r"--(?:all|not|(?:branches|tags|remotes)(?:=.+)?|(?:glob|exclude)=.+)")
_RECORD = re.compile(r":+(?=\d)")

_NOTE = re.compile(r"(?:[0-9a-f]{2}/)*[0-9a-f]+")  # what a note is about, in folders or not
_IDS = (40, 64)
_ASCII = bytes(range(32, 127))


@dataclass(frozen=True, slots=True)
class Brought:
    """A file as a commit brought it: new, or in another state than in any of its parents."""

    commit: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class Object:
    """What is reachable: its id, its kind, and a path where git tells one."""

    name: str
    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A branch or tag, the object that it names, and the commit behind that."""

    name: str
    target: str
    commit: str


def arguments(written: str) -> list[str]:
    """A range as git's rev-list takes it: ``A..B``, ``main ^v1``, ``TIP --not --remotes``."""
    words = written.split()
    for word in words:
        if word.startswith("-") and not _OPTION.fullmatch(word):
            raise GitError(
                f"{word!r} is no part of a range",
                hint="A..B, names of commits, ^NAME, --not, --all, --branches, --tags, --remotes.",
            )
    if not words:
        raise GitError("the range is empty", hint="Leave it out to look at the whole history.")
    return words + (["HEAD"] if words == [ALL] and _has_head() else [])


def _has_head() -> bool:
    try:
        run("rev-parse", "--quiet", "--verify", "HEAD^{commit}")
    except GitError:
        return False
    return True


def commits(of: Sequence[str]) -> list[str]:
    """The ids of the commits in a range, the newest first."""
    return run("rev-list", *of, "--").stdout.decode().split()


def brought(among: Sequence[str]) -> Iterator[Brought]:
    """Every file that these commits brought, by its name at that time. A merge brings what is in
    none of its parents; the first commit, all that it has."""
    done = run(
        "diff-tree", "--stdin", "-r", "-c", "--root", "--raw", "-z", "--no-abbrev", "--no-renames",
        "--no-relative", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none",
        data="".join(f"{one}\n" for one in among).encode(),
    )  # fmt: skip
    commit, fields = "", iter(records(done.stdout))
    for field in fields:
        colons = _RECORD.match(field)
        if colons is None:
            commit = field
            continue
        parents = colons.end()
        parts = field[parents:].split()
        mode, blob = parts[parents], parts[2 * parents + 1]
        path = next(fields)
        if blob.strip("0"):
            yield Brought(commit, Entry(path, mode, blob))


def reachable(of: Sequence[str]) -> list[Object]:
    """Each blob and tag that can be reached from a range, once; commits and trees left out.

    What is not here counts as a blob, which nobody can read.
    """
    lines = run("rev-list", "--objects", "--missing=print", *of, "--").stdout.split(b"\n")
    paths = {name: path for name, _, path in (line.partition(b" ") for line in lines if line)}
    asked = b"".join(name + b"\n" for name in paths if not name.startswith(b"?"))
    said = run("cat-file", "--batch-check=%(objectname) %(objecttype)", data=asked).stdout
    found = [Object(name[1:].decode(), "blob", "") for name in paths if name.startswith(b"?")]
    for line in said.decode().splitlines():
        name, _, kind = line.partition(" ")
        if kind in ("blob", "tag"):
            found.append(Object(name, kind, os.fsdecode(paths[name.encode()])))
    return found


def of_notes() -> frozenset[str]:
    """The commits in which ``git notes`` keeps what it says of others."""
    return frozenset(run("rev-list", "--glob=refs/notes/*").stdout.decode().split())


def may_be_note(path: str) -> bool:
    """Whether a file is called as ``git notes`` calls what it keeps: a push brings notes before
    any reference to them is there."""
    return bool(_NOTE.fullmatch(path)) and len(path.replace("/", "")) in _IDS


def references() -> list[Reference]:
    """All branches and tags, here and of remotes as far as they are known."""
    form = "%(refname)%00%(objectname)%00%(*objectname)"
    listed = run("for-each-ref", f"--format={form}", "refs/heads", "refs/tags", "refs/remotes")
    found = []
    for line in os.fsdecode(listed.stdout).splitlines():
        name, target, peeled = line.split("\0")
        if not (name.startswith("refs/remotes/") and name.endswith("/HEAD")):
            found.append(Reference(name, target, peeled or target))
    return found


def cut_off() -> frozenset[str]:
    """The commits behind which a shallow clone has nothing."""
    path = answer("rev-parse", "--git-path", "shallow")
    try:
        with open(path, encoding="ascii") as file:
            return frozenset(file.read().split())
    except FileNotFoundError:
        return frozenset()


def message(name: str, reader: BlobReader) -> str:
    """What a commit or tag says, and each tag that a merge commit has taken into itself."""
    data = reader.stored(name).data
    head, _, body = data.partition(b"\n\n")
    codec, merged, inside = "utf-8", list[bytes](), False
    for line in head.split(b"\n"):
        if line.startswith(b"encoding "):
            codec = line.partition(b" ")[2].decode("ascii", "replace")
        inside = line.startswith(b"mergetag ") or (inside and line.startswith(b" "))
        if inside:
            merged.append(line.removeprefix(b" "))
    tags = b"\n".join(merged).split(b"mergetag object ")[1:]
    said = b"\n\n".join([body, *(tag.partition(b"\n\n")[2] for tag in tags)])
    try:
        read = [said.decode(codec, "surrogateescape")]
        if _ASCII.decode(codec, "ignore") != _ASCII.decode():  # many will see it as it is stored
            read.append(said.decode("utf-8", "surrogateescape"))
        return "\n\n".join(read)
    except (LookupError, UnicodeError):
        raise Incomplete(f"its message is in an encoding that is not known here: {codec}") from None
