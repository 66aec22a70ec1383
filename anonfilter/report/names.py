"""Known originals in the names of files and folders: what a list of files shows to everybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from anonfilter.choice import from_top
from anonfilter.engine import Engine
from anonfilter.report import Hit
from anonfilter.report.paths import Paths

DETECTOR = "known-name"


def hits_in_names(engine: Engine, paths: Iterable[str], shown: Paths) -> Iterator[Hit]:
    """A hit for each label in each name; a folder's name is told once, whatever is in it."""
    known = engine.options.known
    if known is None:
        return
    told = set[tuple[str, str]]()
    for path in sorted(paths):
        inside = from_top(path)
        for span in known.in_path(inside, engine.labels):
            named = _up_to(path, inside, span.end)
            if engine.fails(span.label) and (named, span.label) not in told:
                told.add((named, span.label))
                yield Hit(shown.shown(named), 1, 1, span.label, DETECTOR, 1.0)


def _up_to(path: str, inside: str, end: int) -> str:
    """The path as far as the name goes that ends there or behind; from the top of the repository,
    if that is a folder above this one."""
    below = inside[end:].partition("/")[2]
    if not below:
        return path
    shown = path.removesuffix(f"/{below}")
    return shown if shown != path else inside.removesuffix(f"/{below}")
