"""Personal data in the names of files, folders, branches and tags.

Known originals count in all names. In names of documents, branches and tags, what the rules find
counts as well, if its label must not survive (``survives: fail``): a person's name or number; not
a date or a place, which many file names have. Models expect sentences and take many technical
words for names: what only a model finds must contain a word that is a name of people.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from anonfilter_plugins.english.people.name_list import UNLISTED, bearers, key

from anonfilter.checking.collect import Collector
from anonfilter.checking.risk_sums import NAMES
from anonfilter.checking.scan import Problem
from anonfilter.checking.selection import Name, from_top
from anonfilter.checking.verdicts import Verdicts
from anonfilter.contract.book import Book
from anonfilter.contract.document import Finding, Survives, Tagged
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete, ModelMissing, one_file
from anonfilter.reports.paths import COMPONENT, Paths
from anonfilter.text.words import fold, is_common

KNOWN, FOUND = "known-name", "name"
_WORD = re.compile(r"[^\W\d_]{2,}(?:'[^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class _Hit:
    """A value in a name: the path up to its end, and what would replace it."""

    path: str
    label: str
    detector: str
    commits: tuple[str, ...]
    value: str = field(repr=False)
    tagged: tuple[Tagged, ...] = ()


def check_names(
    engine: Engine, names: Sequence[Name], collector: Collector, shown: Paths, verdicts: Verdicts
) -> None:
    """Report findings in names; and files of known originals that could not be read."""
    known = engine.options.known
    for error in known.unread if known is not None else ():
        name, line, column = error.named_place()
        collector.add_problem(Problem(name, error.message, line, column, error.hint))
    key = verdicts.key("names", _cache_parts(names))
    if verdicts.known(key) is not None:
        return
    try:
        with one_file("names of files"):
            found_in = list(found_in_names(engine, names, shown))
        for found, path in found_in:
            collector.in_name(found, path)
        if not found_in:
            verdicts.add(key, 0)
    except ModelMissing:
        raise
    except Incomplete as error:
        collector.add_problem(Problem.of(error, "names of files"))


def found_in_names(
    engine: Engine, names: Iterable[Name], shown: Paths
) -> Iterator[tuple[Finding, str]]:
    """A finding for each value in each name, with the masked path: accepting one value of a name
    does not accept another."""
    ordered = sorted(names, key=lambda name: name.path)
    reported = set[tuple[str, str, str]]()
    for hit in (*_known(engine, ordered), *_found(engine, ordered, shown)):
        key = (hit.path, hit.label, fold(hit.value))
        if engine.fails(hit.label) and key not in reported:
            reported.add(key)
            found = Finding(
                from_top(hit.path), 1, 1, hit.label, hit.detector, value=hit.value,
                known=hit.detector == KNOWN, in_name=True, commits=hit.commits,
            )  # fmt: skip
            yield found, shown.shown(hit.path, hit.tagged)


def _known(engine: Engine, names: Sequence[Name]) -> Iterator[_Hit]:
    known = engine.options.known
    for name in names if known is not None else ():
        assert known is not None
        inside = _inside(name)
        for span in known.in_path(inside, engine.labels):
            value = inside[span.start : span.end].replace("_", " ")
            path = _up_to(name.path, inside, span.end)
            yield _Hit(path, span.label, KNOWN, name.commits, value)


def _found(engine: Engine, names: Sequence[Name], shown: Paths) -> Iterator[_Hit]:
    """What the rules find; all names are analysed as one text, each folder once."""
    prose = [name for name in names if name.prose]
    insides = [_inside(name) for name in prose]
    text = "\n".join(insides)
    parts: list[re.Match[str]] = []
    owners: list[tuple[Name, str, int]] = []  # of each part: its name, and where that begins
    folders, start = set[str](), 0
    for name, inside in zip(prose, insides, strict=True):
        for part in COMPONENT.finditer(text, start, start + len(inside)):
            if text[start : part.end()] not in folders:
                folders.add(text[start : part.end()])
                parts.append(part)
                owners.append((name, inside, start))
        start += len(inside) + 1
    if not parts:
        return
    document, found = shown.analyse(text, parts)
    ends = [part.end() for part in parts]
    listed = _list_detectors(engine)
    for span in found:
        if engine.labels[span.label].survives is not Survives.FAIL:
            continue
        value = document.text[span.start : span.end]
        if span.label not in NAMES or listed.intersection(span.detectors) or _is_name(value):
            first, last = document.origin.extent(span.start, span.end)
            at = bisect_right(ends, first)
            name, inside, start = owners[at]
            path = _up_to(name.path, inside, last - start)
            tagged = tuple(engine.tag(document, [span], Book(document.tags)))
            yield _Hit(path, span.label, FOUND, name.commits, value, tagged)


def _list_detectors(engine: Engine) -> set[str]:
    """The detectors that find what is written in the rules."""
    detectors = engine.ruleset.instances["detectors"]
    return {one.name for one in detectors if one.registration.name in ("patterns", "dictionary")}


def _is_name(value: str) -> bool:
    """Whether a word of it is a name of people and not a common word."""
    words = _WORD.findall(value)
    return any(bearers(key(word)) != UNLISTED and not is_common(word) for word in words)


def _cache_parts(names: Iterable[Name]) -> Iterator[bytes]:
    """All that the verdict on these names depends on."""
    for name in names:
        kind = f"{name.prose} {name.reference}"
        yield from (kind.encode(), os.fsencode(name.path), os.fsencode(_inside(name)))


def _inside(name: Name) -> str:
    return name.path if name.reference else from_top(name.path)


def _up_to(path: str, inside: str, end: int) -> str:
    """The path up to the component that contains this end; from the folder above, where that is
    the current one."""
    below = inside[end:].partition("/")[2]
    if not below:
        return path
    shown = path.removesuffix(f"/{below}")
    if shown != path:
        return shown
    return "../" * (inside.count("/") - path.count("/")) + inside.removesuffix(f"/{below}")
