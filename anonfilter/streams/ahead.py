"""Show workers the later parts of a long file while earlier parts are filtered."""

from __future__ import annotations

import codecs
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress

from anonfilter.containers.encodings import bom_of
from anonfilter.contract.document import Source
from anonfilter.contract.plugin import DivisibleFormat
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete

_CHUNKS = 4  # the distance: as much as two windows
_LEAST = 20_000  # characters: how far from the end a text is divided
_MOST = 1_000_000  # characters that are kept: a text that cannot be divided is not shown to workers


def looking_ahead(engine: Engine, name: str, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Pass on the bytes of a file; if the engine has readers, show them some of the text ahead.

    Read errors are raised when their place in the file is reached.
    """
    if engine.readers is None:
        yield from chunks
        return
    foresee = _foreseeing(engine, name, engine.readers.foresee)
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
    engine: Engine, name: str, foresee: Callable[[Source], None]
) -> Generator[None, bytes, None]:
    """Pass on bytes, and show their text to the readers, divided as its format requires."""
    chunk = yield
    formats = engine.tools.formats
    called = formats.declared.read_name(name)
    bom, codec = bom_of(chunk, formats.declared.codec_of(name))
    decoder = codecs.getincrementaldecoder(codec)(Source(name, "", codec).errors)
    chunk = chunk[len(bom) :]
    head, text, parts = "", "", None
    with suppress(UnicodeError, Incomplete):
        while len(text) < _MOST:
            text += decoder.decode(chunk)
            if parts is None:
                made = formats.format_for(name)
                parts = (
                    made.parts(Source(called, text, codec))
                    if isinstance(made, DivisibleFormat)
                    else None
                )
                if parts is None:
                    return
            end = parts.end(text, max(1, len(text) - _LEAST), len(text))
            if end is not None:
                foresee(Source(name, head + text[:end], codec, is_part=True))
                head, text = parts.head, text[end:]
            chunk = yield
