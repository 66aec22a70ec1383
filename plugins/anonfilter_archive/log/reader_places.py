"""Name places in a document as its readers count them."""

from __future__ import annotations

from collections.abc import Callable

from anonfilter.containers.places import Places
from anonfilter.contract.document import Document
from anonfilter.contract.extensions import READER_PLACES, ReaderPlaces
from anonfilter.contract.registry import extension


def reader_places(document: Document) -> Callable[[int], str]:
    """Return a function that names the place of an offset of the decoded file.

    Without the feature `documents`, which knows paragraphs and cells, places are lines.
    """
    feature: ReaderPlaces | None = extension(READER_PLACES)
    if feature is not None:
        return feature.of(document)
    places = Places(document.source.text)
    return lambda offset: f"line {places.at(offset).line}"
