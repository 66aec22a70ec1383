"""Sound files as libsndfile reads them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from anonfilter.errors import Incomplete


@contextmanager
def opened(file: BinaryIO, name: str) -> Iterator[Any]:
    """Open a file with libsndfile, and raise ``Incomplete`` if it is damaged."""
    import soundfile

    file.seek(0)
    try:
        with soundfile.SoundFile(file) as sounds:
            yield sounds
    except soundfile.LibsndfileError as error:
        raise Incomplete(f"cannot be read: {error.error_string}", where=name) from None
