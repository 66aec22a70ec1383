"""A temporary file for waiting results, sealed under a key that only this process has."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self

from anonfilter.files import staging

_CHUNK = 1 << 18


class Spool:
    """A sealed temporary file that is written once, then read as often as needed.

    The file has no name, so no other process can read the text, which is not yet verified.
    """

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

        with _naming_write_errors():
            self._file = tempfile.TemporaryFile(prefix="anonfilter-")  # noqa: SIM115 - closed below
        self._cipher = Cipher(algorithms.ChaCha20(os.urandom(32), os.urandom(16)), mode=None)
        self._sealing = self._cipher.encryptor()
        self.size = 0

    def write(self, data: bytes) -> None:
        with _naming_write_errors():
            self._file.write(self._sealing.update(data))
        self.size += len(data)

    def __iter__(self) -> Iterator[bytes]:
        with _naming_write_errors():
            self._file.flush()
        opening = self._cipher.decryptor()
        at = 0
        while True:
            self._file.seek(at)
            chunk = self._file.read(_CHUNK)
            if not chunk:
                return
            at += len(chunk)
            yield opening.update(chunk)

    def close(self) -> None:
        with suppress(OSError):  # bytes that could not be written are not needed any more
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@contextmanager
def _naming_write_errors() -> Iterator[None]:
    """Report a failed write as an error of the temporary file; most often the disk is full."""
    try:
        yield
    except OSError as error:
        raise staging.unwritten(error, "the temporary file for results") from None
