"""What git stores: blobs, and the messages of commits and tags, handed out by one git process."""

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
    """An object: ``blob``, ``tree``, ``commit`` or ``tag``, and its bytes."""

    kind: str
    data: bytes


@contextmanager
def blobs() -> Iterator[BlobReader]:
    """Hands out any number of objects, large ones whole."""
    reader = BlobReader()
    try:
        yield reader
    finally:
        reader.close()


class BlobReader:
    """Asks a git process of its own, and another once that has ended: in a partial clone it does
    so over the first blob that is not there. A process that was forked from this one gets its own
    as well: two that read from one pipe would each get the other's bytes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def read(self, blob: str) -> bytes:
        """The bytes of one blob; what git does not have here is incomplete, not empty."""
        stored = self.stored(blob)
        if stored.kind != "blob":
            raise Incomplete("git does not have this blob here (a partial clone?)")
        return stored.data

    def stored(self, name: str) -> Stored:
        """An object of any kind."""
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
            raise Incomplete("git ended before it handed this out") from None
        header = stdout.readline().split()
        if len(header) != 3 or not header[2].isdigit():
            if not header:
                self.close()
            raise Incomplete("git does not have this blob here (a partial clone?)")
        size = int(header[2])
        data = stdout.read(size)
        if len(data) != size or stdout.read(1) != b"\n":
            raise Incomplete("git did not hand out the whole blob")
        return Stored(header[1].decode(), data)
