"""A recording: its samples in blocks, and a copy with silenced intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Self

from anonfilter.errors import Incomplete
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values
from anonfilter_audio.sound import flac, tags, wav
from anonfilter_audio.sound.fills import BLOCK, Cut, Kind, cuts_of, sound, within
from anonfilter_audio.sound.intervals import Interval
from anonfilter_audio.sound.sounds import COMPRESSED, as_wav, opened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SUFFIXES = (".wav", ".flac")
_LONGEST = 24 * 3600  # seconds
_MOST_CHANNELS = 64
_FASTEST = 400_000  # samples a second


@hide_values
@dataclass(frozen=True, slots=True)
class Recording:
    """A sound file, open for reading. ``tags`` are its titles, comments and pictures."""

    name: str
    file: BinaryIO = field(repr=False)
    rate: int
    channels: int
    frames: int
    layout: wav.Wav | flac.Flac = field(repr=False)
    tags: tuple[tags.Tag, ...]

    @property
    def duration(self) -> float:
        """The duration in seconds."""
        return self.frames / self.rate

    @classmethod
    def of(cls, file: BinaryIO, name: str) -> Self:
        """Read the properties of a file; raise ``Incomplete`` if it cannot be read to its end.

        A compressed file is read as a WAV file without titles.
        """
        suffix = suffix_of(name)
        if suffix in COMPRESSED:
            file, suffix = as_wav(file, name), ".wav"
        if suffix not in SUFFIXES:
            raise Incomplete(
                f"has a name that ends in none of {', '.join((*SUFFIXES, *COMPRESSED))}",
                where=name,
                hint=f"Convert it first: ffmpeg -i {name} recording.wav",
            )
        layout = wav.parse(file, name) if suffix == ".wav" else flac.parse(file, name)
        with opened(file, name) as sounds:
            rate, channels, frames = sounds.samplerate, sounds.channels, sounds.frames
        properties = (rate, channels, frames)
        if isinstance(layout, wav.Wav) and properties != (
            layout.rate,
            layout.channels,
            layout.frames,
        ):
            raise Incomplete("is damaged: its header contradicts itself", where=name)
        if not frames or frames > _LONGEST * rate or channels > _MOST_CHANNELS or rate > _FASTEST:
            raise Incomplete(
                "has no sound, or more than 24 hours, 64 channels, or 400,000 samples per second",
                where=name,
            )
        return cls(name, file, rate, channels, frames, layout, tuple(_tags(layout, file)))

    def blocks(
        self,
        first: int = 0,
        last: int | None = None,
        *,
        cuts: Sequence[Cut] = (),
        kind: Kind = "silence",
    ) -> Iterator[NDArray[np.float32]]:
        """Yield the samples from -1 to 1, one row for each frame, with these frames silenced."""
        last = self.frames if last is None else last
        with opened(self.file, self.name) as sounds:
            sounds.seek(first)
            while first < last:
                block = sounds.read(min(BLOCK, last - first), dtype="float32", always_2d=True)
                if not len(block):
                    raise Incomplete("is cut off, or damaged", where=self.name)
                end = first + len(block)
                for own, channels in within(cuts, first, end):
                    block[own, channels] = sound(kind, first, len(block), self.rate)[own, None]
                yield block
                first = end

    def cuts(self, intervals: Sequence[Interval]) -> list[Cut]:
        """Return the frames of intervals."""
        return cuts_of(intervals, self.rate, self.frames)

    def written(self, cuts: Sequence[Cut], kind: Kind) -> Iterator[bytes]:
        """Write the file with these frames silenced and without its tags; nothing else changes."""
        if isinstance(self.layout, wav.Wav):
            return self.layout.written(self.file, cuts, kind)
        if not cuts and self.layout.ended:
            return self.layout.copied(self.file)
        return flac.written(self.file, self.name, cuts, kind)


def _tags(layout: wav.Wav | flac.Flac, file: BinaryIO) -> Iterator[tags.Tag]:
    for one in layout.others(file):
        called = one.name if isinstance(one.name, str) else one.name.decode("latin-1")
        yield tags.read(file, called, one.start, one.size)
