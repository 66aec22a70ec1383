"""Give workers the later parts of a long file to read while earlier parts are filtered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress

from anonfilter.contract.document import Source
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.streams.chunk_decoder import ChunkDecoder

_CHUNKS = 4  # the distance: as much as two windows
_LEAST = 20_000  # characters
_MOST = 1_000_000  # characters that are kept: a text that cannot be divided is not shown to workers


def looking_ahead(
    engine: Engine, name: str, chunks: Iterable[bytes], least: int = _LEAST
) -> Iterator[bytes]:
    """Yield the bytes of a file; if the engine has readers, give them later parts to read ahead.

    A text is divided at most ``least`` characters before its end.
    """
    readers = engine.resources.readers
    if readers is None:
        yield from chunks
        return
    foresee = _foreseeing(engine, name, readers.foresee, least)
    next(foresee)
    held: deque[bytes] = deque()
    for chunk in chunks:
        held.append(chunk)
        with suppress(StopIteration):
            foresee.send(chunk)
        if len(held) > _CHUNKS:
            yield held.popleft()
    yield from held


def _foreseeing(
    engine: Engine, name: str, foresee: Callable[[Source], None], least: int
) -> Generator[None, bytes, None]:
    """Decode the bytes that are sent, and call ``foresee`` with each part of the text."""
    chunk = yield
    formats = engine.tools.formats
    decoder = ChunkDecoder(chunk, name, formats.declared)
    head, text, parts = "", "", None
    with suppress(Incomplete):
        while len(text) < _MOST:
            text += decoder.decode(chunk)
            if parts is None:
                parts = decoder.parts(formats.format_for(name), text)
                if parts is None:
                    return
            end = parts.end(text, max(1, len(text) - least), len(text))
            if end is not None:
                foresee(Source(name, head + text[:end], decoder.codec, is_part=True))
                head, text = parts.head, text[end:]
            chunk = yield
