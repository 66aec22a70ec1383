"""Find a small part of a document that still breaks the same promise."""

from __future__ import annotations

from collections.abc import Callable


def shrunk(data: bytes, breaks: Callable[[bytes], bool], tries: int = 400) -> bytes:
    """Return the document without pieces that are not needed to break the promise."""
    size = len(data) // 2
    while size and tries > 0:
        at = 0
        while at < len(data) and tries > 0:
            tries -= 1
            less = data[:at] + data[at + size :]
            if breaks(less):
                data = less
            else:
                at += size
        size //= 2
    return data
