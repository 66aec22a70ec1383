"""What the names of files and folders tell, and those of branches and tags: lists of them show it
to everybody.

Known originals count in all names. In names of documents, and of branches and tags, what the
rules find counts as well, if it is of a label that must not survive (``survives: fail``): a name,
a number of somebody's; not a date or a place, by which so many files are called. Models expect
sentences and take many a technical word for a name: what only they call one must have a word in
it that people are called by.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from anonfilter_plugins.english.people.name_list import UNLISTED, bearers, key

from anonfilter.checking.risk_sums import NAMES
from anonfilter.checking.selection import Name, from_top
from anonfilter.contract.book import Book
from anonfilter.contract.document import Finding, Survives, Tagged
from anonfilter.engine.pipeline import Engine
from anonfilter.reports.paths import COMPONENT, Paths
from anonfilter.text.words import fold, is_common

KNOWN, FOUND = "known-name", "name"
_WORD = re.compile(r"[^\W\d_]{2,}(?:'[^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class _Telling:
    """Something in a name: the path up to there, and what would replace it."""

    path: str
    label: str
    detector: str
    commits: tuple[str, ...]
    value: str = field(repr=False)
    tagged: tuple[Tagged, ...] = ()


def found_in_names(
    engine: Engine, names: Iterable[Name], shown: Paths
) -> Iterator[tuple[Finding, str]]:
    """A finding for each value in each name, and the path as it may be shown: one person who may
    stand there says nothing of another."""
    ordered = sorted(names, key=lambda name: name.path)
    seen = set[tuple[str, str, str]]()
    for one in (*_known(engine, ordered), *_found(engine, ordered, shown)):
        what = (one.path, one.label, fold(one.value))
        if engine.fails(one.label) and what not in seen:
            seen.add(what)
            found = Finding(
                from_top(one.path), 1, 1, one.label, one.detector, value=one.value,
                known=one.detector == KNOWN, in_name=True, commits=one.commits,
            )  # fmt: skip
            yield found, shown.shown(one.path, one.tagged)


def _known(engine: Engine, names: Sequence[Name]) -> Iterator[_Telling]:
    known = engine.options.known
    for name in names if known is not None else ():
        assert known is not None
        inside = _inside(name)
        for span in known.in_path(inside, engine.labels):
            value = inside[span.start : span.end].replace("_", " ")
            path = _up_to(name.path, inside, span.end)
            yield _Telling(path, span.label, KNOWN, name.commits, value)


def _found(engine: Engine, names: Sequence[Name], shown: Paths) -> Iterator[_Telling]:
    """All names are read as one text, each folder's once."""
    prose = [name for name in names if name.prose]
    insides = [_inside(name) for name in prose]
    text = "\n".join(insides)
    parts: list[re.Match[str]] = []
    owners: list[tuple[Name, str, int]] = []  # of each part: its name, and where that begins
    seen, start = set[str](), 0
    for name, inside in zip(prose, insides, strict=True):
        for part in COMPONENT.finditer(text, start, start + len(inside)):
            if text[start : part.end()] not in seen:
                seen.add(text[start : part.end()])
                parts.append(part)
                owners.append((name, inside, start))
        start += len(inside) + 1
    if not parts:
        return
    document, found = shown.telling(text, parts)
    ends = [part.end() for part in parts]
    written = _written_down(engine)
    for span in found:
        if engine.labels[span.label].survives is not Survives.FAIL:
            continue
        value = document.text[span.start : span.end]
        if span.label not in NAMES or written.intersection(span.detectors) or _is_name(value):
            first, last = document.origin.extent(span.start, span.end)
            at = bisect_right(ends, first)
            name, inside, start = owners[at]
            path = _up_to(name.path, inside, last - start)
            tagged = tuple(engine.tag(document, [span], Book(document.tags)))
            yield _Telling(path, span.label, FOUND, name.commits, value, tagged)


def _written_down(engine: Engine) -> set[str]:
    """The detectors that find what somebody has written into the rules."""
    detectors = engine.ruleset.instances["detectors"]
    return {one.name for one in detectors if one.registration.name in ("patterns", "dictionary")}


def _is_name(value: str) -> bool:
    """Whether anybody is called by a word of it, and nothing else is."""
    words = _WORD.findall(value)
    return any(bearers(key(word)) != UNLISTED and not is_common(word) for word in words)


def as_told(names: Iterable[Name]) -> Iterator[bytes]:
    """All that counts of these names."""
    for name in names:
        kind = f"{name.prose} {name.reference}"
        yield from (kind.encode(), os.fsencode(name.path), os.fsencode(_inside(name)))


def _inside(name: Name) -> str:
    return name.path if name.reference else from_top(name.path)


def _up_to(path: str, inside: str, end: int) -> str:
    """The path as far as the name goes that ends there or behind; by way of the folder above, if
    that is the one in which we are."""
    below = inside[end:].partition("/")[2]
    if not below:
        return path
    shown = path.removesuffix(f"/{below}")
    if shown != path:
        return shown
    return "../" * (inside.count("/") - path.count("/")) + inside.removesuffix(f"/{below}")
