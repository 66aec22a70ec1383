"""Originals that one document makes known, in the twins of others: those are out of date then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError
from anonfilter.files.read import read_file
from anonfilter.syncing.layout import Layout, relative


def out_of_date(engine: Engine, layout: Layout, rels: Iterable[str]) -> Iterator[str]:
    """Those whose twin holds what the corpus knows by now; or cannot be read for it."""
    known = engine.options.known
    for rel in rels if known is not None and len(known) else ():
        name = relative(layout.twin(rel))
        try:
            document = engine.decode(read_file(name).data, name)
        except AnonfilterError:
            yield rel
            continue
        assert known is not None
        if known.spans(document, engine.labels):
            yield rel
