"""Lists what a range of commits introduces: files under each of their names, and messages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from anonfilter.errors import Incomplete
from anonfilter.git import StoredFile
from anonfilter.git.objects import BlobReader
from anonfilter.git.running import UNCONFIGURED, GitError, output_line, records, run

ALL = "--all"

# The allowed options of rev-list. Others could hide commits from the check.
_OPTION = re.compile(r"--(?:all|not|(?:branches|tags|remotes)(?:=.+)?|(?:glob|exclude)=.+)")
_RECORD = re.compile(r":+(?=\d)")

_NOTE = re.compile(r"(?:[0-9a-f]{2}/)*[0-9a-f]+")  # an object id, perhaps in folders
_IDS = (40, 64)
_CONTINUED = re.compile(rb"\n(?! )")
_ID, _BY = re.compile(rb"[0-9a-f]{40,64}"), re.compile(rb"[^<>\n]*<[^<>\n]*> \d+ [+-]\d{4}")
_TEXTS = (b"tag", b"gpgsig", b"gpgsig-sha256")  # the name in a tag, signatures
# The headers that Git writes, with the form of those without text of a user.
_USUAL = {
    b"tree": _ID,
    b"parent": _ID,
    b"object": _ID,
    b"author": _BY,
    b"committer": _BY,
    b"tagger": _BY,
    b"type": re.compile(rb"blob|tree|commit|tag"),
    b"encoding": re.compile(rb"[\w.:-]+"),
}
_ASCII = bytes(range(32, 127))


@dataclass(frozen=True, slots=True)
class Introduced:
    """A file that is new in a commit, or different from the file of each parent.

    ``before`` has the file of each parent, or None for a parent without it.
    """

    commit: str
    entry: StoredFile
    before: tuple[StoredFile | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Object:
    """An object that a range of commits reaches: its id, its kind, and its path if it has one."""

    name: str
    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A branch or tag, the id of its object, and the id of the commit that the object names."""

    name: str
    target: str
    commit: str


def parse_range(written: str) -> list[str]:
    """Return a range, such as ``A..B`` or ``TIP --not --remotes``, as arguments of git rev-list."""
    words = written.split()
    for word in words:
        if word.startswith("-") and not _OPTION.fullmatch(word):
            raise GitError(
                f"{word!r} cannot be part of a range",
                hint="Allowed: A..B, commits, ^NAME, --not, --all, --branches, --tags, --remotes.",
            )
    if not words:
        raise GitError("the range is empty", hint="Leave it out to check the whole history.")
    if words == [ALL]:
        with suppress(GitError):  # a repository without a commit
            run("rev-parse", "--quiet", "--verify", "HEAD^{commit}")
            words.append("HEAD")
    return words


def commits(of: Sequence[str]) -> list[str]:
    """Return the ids of the commits in a range, newest first."""
    return run("rev-list", *of, "--").stdout.decode().split()


def require(of: Sequence[str]) -> None:
    """Raise an error if a range names a commit that does not exist here."""
    run("rev-list", "--max-count=1", *of, "--")


def introduced(among: Sequence[str], *, renames: bool = False) -> Iterator[Introduced]:
    """Yield each file that these commits introduce, under the name that it had in the commit.

    A merge introduces files that none of its parents has, and the first commit introduces all its
    files. With ``renames``, also find what each file was before, which takes longer.
    """
    options = ["--stdin", "-r", "-c", "--root", "--raw", "-z", "--no-abbrev", *UNCONFIGURED]
    options += ["--find-renames", "-l0", "--combined-all-paths"] if renames else ["--no-renames"]
    data = "".join(f"{commit}\n" for commit in among).encode()
    result = run("diff-tree", *options, data=data)
    commit, fields = "", iter(records(result.stdout))
    for field in fields:
        colons = _RECORD.match(field)
        if colons is None:
            commit = field
            continue
        parents = colons.end()
        *parts, status = field[parents:].split()
        modes, blobs = parts[: parents + 1], parts[parents + 1 :]
        several = status[0] in "RC" if parents == 1 else renames
        paths = [next(fields) for _ in range(parents + 1 if several else 1)]
        states = [
            StoredFile(path, mode, blob) if blob.strip("0") else None
            for path, mode, blob in zip(
                paths if several else paths * (parents + 1), modes, blobs, strict=True
            )
        ]
        entry = states.pop()
        if entry is not None:
            yield Introduced(commit, entry, tuple(states))


def reachable(of: Sequence[str]) -> list[Object]:
    """Return the blobs and tags that a range reaches, each once.

    A missing object is returned as a blob, so that reading it raises ``Incomplete``.
    """
    lines = run("rev-list", "--objects", "--missing=print", *of, "--").stdout.split(b"\n")
    paths = {name: path for name, _, path in (line.partition(b" ") for line in lines if line)}
    asked = b"".join(name + b"\n" for name in paths if not name.startswith(b"?"))
    kinds = run("cat-file", "--batch-check=%(objectname) %(objecttype)", data=asked).stdout
    found = [Object(name[1:].decode(), "blob", "") for name in paths if name.startswith(b"?")]
    for line in kinds.decode().splitlines():
        name, _, kind = line.partition(" ")
        if kind in ("blob", "tag"):
            found.append(Object(name, kind, os.fsdecode(paths[name.encode()])))
    return found


def note_commits() -> frozenset[str]:
    """Return the commits in which ``git notes`` stores notes."""
    return frozenset(run("rev-list", "--glob=refs/notes/*").stdout.decode().split())


def may_be_note(path: str) -> bool:
    """Return True if a path has the form that ``git notes`` uses: an object id, perhaps in folders.

    A push transfers notes before a reference to them exists.
    """
    return bool(_NOTE.fullmatch(path)) and len(path.replace("/", "")) in _IDS


def references() -> list[Reference]:
    """Return all local branches and tags, and the known branches of remotes."""
    form = "%(refname)%00%(objectname)%00%(*objectname)"
    listed = run("for-each-ref", f"--format={form}", "refs/heads", "refs/tags", "refs/remotes")
    found = []
    for line in os.fsdecode(listed.stdout).splitlines():
        name, target, peeled = line.split("\0")
        if not (name.startswith("refs/remotes/") and name.endswith("/HEAD")):
            found.append(Reference(name, target, peeled or target))
    return found


def shallow_commits() -> frozenset[str]:
    """Return the commits whose parents a shallow clone does not have."""
    path = output_line("rev-parse", "--git-path", "shallow")
    try:
        with open(path, encoding="ascii") as file:
            return frozenset(file.read().split())
    except FileNotFoundError:
        return frozenset()


def texts(name: str, reader: BlobReader) -> list[str]:
    """Return the texts of a commit or tag: its message, its embedded tags, its unusual headers.

    A merge commit embeds the tags that it merges. A header is unusual if its text may come from a
    user.
    """
    data = reader.stored(name).data
    codec = dict(_headers(data)).get(b"encoding", b"utf-8").decode("ascii", "replace")
    found = list(_texts(data))
    try:
        read = [text.decode(codec, "surrogateescape") for text in found]
        if _ASCII.decode(codec, "ignore") != _ASCII.decode():  # Many programs show it as stored.
            read += [text.decode("utf-8", "surrogateescape") for text in found]
    except (LookupError, UnicodeError):
        raise Incomplete(f"the message has an unknown encoding: {codec}") from None
    return read


def _texts(data: bytes) -> Iterator[bytes]:
    """Yield the texts of a commit or tag, in the encoding in which they are stored."""
    yield data.partition(b"\n\n")[2]
    seen = set[bytes]()
    for name, value in _headers(data):
        if name == b"mergetag":
            yield from _texts(value)
        elif not (
            name in _USUAL
            and _USUAL[name].fullmatch(value)
            and (name not in seen or name == b"parent")
        ):
            yield value if name in _TEXTS else name + b" " + value
        seen.add(name)


def _headers(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the headers of a commit or tag, with the lines that continue them."""
    head = data.partition(b"\n\n")[0].removesuffix(b"\n")
    for header in _CONTINUED.split(head):
        name, _, value = header.partition(b" ")
        yield name, value.replace(b"\n ", b"\n")
