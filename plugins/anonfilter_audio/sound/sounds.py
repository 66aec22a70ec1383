"""Sound files as libsndfile reads them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from anonfilter.errors import Incomplete

COMPRESSED = (".mp3", ".ogg", ".oga", ".opus")
_LONGEST_PAGE = 1 << 17  # bytes, of Ogg
_BLOCK = 1 << 16  # frames
_MOST = (1 << 32) - (1 << 16)  # bytes of a WAV file


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


def as_wav(file: BinaryIO, name: str) -> BinaryIO:
    """Return the sound of a compressed file as a WAV file of 16 bits, which is deleted when closed.

    Raise ``Incomplete`` if the file is truncated.
    """
    import soundfile

    made: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115  # the recording reads it
    with opened(file, name) as sounds:
        rate, channels, frames = sounds.samplerate, sounds.channels, sounds.frames
        if frames * channels * 2 > _MOST:
            what = "has more sound than a WAV file can hold"
            raise Incomplete(what, where=name, hint=f"Convert it first: ffmpeg -i {name} long.flac")
        with soundfile.SoundFile(made, "w", rate, channels, "PCM_16", format="WAV") as whole:
            while len(block := sounds.read(_BLOCK, dtype="int16", always_2d=True)):
                whole.write(block)
                frames -= len(block)
    if frames > 0 or not _has_end(file):
        raise Incomplete("is cut off, or damaged", where=name)
    return made


def _has_end(file: BinaryIO) -> bool:
    """Return False for an Ogg file whose last page is not marked as the last one."""
    file.seek(max(0, file.seek(0, 2) - _LONGEST_PAGE))
    _, page, rest = file.read().rpartition(b"OggS")
    return not page or (len(rest) > 1 and bool(rest[1] & 4))
