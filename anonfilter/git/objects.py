"""Reads objects of Git (blobs, commits, tags) from one Git process."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from anonfilter.errors import Incomplete
from anonfilter.git.running import command, environment


@dataclass(frozen=True, slots=True)
class Stored:
    """An object of Git: its kind (``blob``, ``tree``, ``commit`` or ``tag``) and its bytes."""

    kind: str
    data: bytes


@contextmanager
def blobs() -> Iterator[BlobReader]:
    """Open a reader of objects, and end its Git process afterwards."""
    reader = BlobReader()
    try:
        yield reader
    finally:
        reader.close()


class BlobReader:
    """Reads objects from a Git process, and starts another one when it has ended.

    In a partial clone, Git ends at the first missing blob. A forked process starts its own Git,
    since two readers of one pipe would get each other's bytes.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def read(self, blob: str) -> bytes:
        """Return the bytes of a blob; raise ``Incomplete`` if Git does not have it here."""
        stored = self.stored(blob)
        if stored.kind != "blob":
            raise Incomplete("Git does not have this blob here; this may be a partial clone")
        return stored.data

    def stored(self, name: str) -> Stored:
        """Return an object of any kind; raise ``Incomplete`` if Git does not have it here."""
        with self._lock:
            return self._ask(self._running(), name)

    def close(self) -> None:
        if self._process is not None and self._owner == os.getpid():
            with suppress(BrokenPipeError):
                self._process.communicate()
            self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._owner != os.getpid():
            self._owner = os.getpid()
            self._process = subprocess.Popen(
                command(["cat-file", "--batch"]),
                env=environment(of_repository=True),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process

    def _ask(self, process: subprocess.Popen[bytes], name: str) -> Stored:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(name.encode() + b"\n")
            stdin.flush()
        except BrokenPipeError:
            self.close()
            raise Incomplete("Git ended before it returned this object") from None
        header = stdout.readline().split()
        if len(header) != 3 or not header[2].isdigit():
            if not header:
                self.close()
            raise Incomplete("Git does not have this blob here; this may be a partial clone")
        size = int(header[2])
        data = stdout.read(size)
        if len(data) != size or stdout.read(1) != b"\n":
            raise Incomplete(
                "Git returned an incomplete object", hint="`git fsck` checks the repository."
            )
        return Stored(header[1].decode(), data)
