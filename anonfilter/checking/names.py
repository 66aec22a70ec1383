"""Find personal data in the names of files, folders, branches and tags.

An original that the corpus knows counts in any name. Other evidence counts in names of documents,
branches and tags (:class:`anonfilter.contract.extensions.Names`). The detector of such a finding is
``filename`` or ``refname``.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from anonfilter.checking.collect import ScanCollector
from anonfilter.contract.document import Finding
from anonfilter.contract.extensions import NAMES, NameHit, Names
from anonfilter.contract.registry import extension
from anonfilter.contract.report import ScanProblem
from anonfilter.errors import Incomplete, ModelMissing, one_file
from anonfilter.files.paths import stem_of
from anonfilter.files.top_paths import TopPaths, path_from_top
from anonfilter.run.verdicts import Verdicts
from anonfilter.selection.choice import CheckedName
from anonfilter.text.cleaning import clean
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold

if TYPE_CHECKING:
    from anonfilter.engine.pipeline import Engine

FILE, REFERENCE = "filename", "refname"  # the detector name of such a finding
People = Mapping[str, Collection[tuple[str, str]]]  # labels and names found in files, by path


def check_names(
    engine: Engine, names: Sequence[CheckedName], collector: ScanCollector, verdicts: Verdicts
) -> None:
    """Report findings in names, and files with known originals that could not be read."""
    known = engine.options.known
    for error in known.unread if known is not None else ():
        name, line, column = error.named_place()
        collector.add_problem(ScanProblem(name, error.message, line, column, hint=error.hint))
    people = collector.people
    cached = verdicts.key("names", _cache_parts(names, people))
    if verdicts.get(cached) is not None:
        return
    try:
        with one_file("names of files"):
            reported = list(found_in_names(engine, names, people))
        for found, path in reported:
            collector.in_name(found, path)
        if not reported:
            verdicts.add(cached, b"")
    except ModelMissing:
        raise
    except Incomplete as error:
        collector.add_problem(ScanProblem.of(error, "names of files"))


def found_in_names(
    engine: Engine, names: Iterable[CheckedName], people: People | None = None
) -> Iterator[tuple[Finding, str]]:
    """Yield a finding for each value in each name, with the path up to the part that holds it.

    With separate findings, accepting one value of a name does not accept another.
    """
    ordered = [_SplitName.of(name) for name in sorted(names, key=lambda name: name.path)]
    stems = dict.fromkeys(stem for one in ordered if one.name.prose for stem in one.stems)
    names_of: Names | None = extension(NAMES)
    strong = names_of.by_rules(engine, list(stems)) if names_of is not None else {}
    reported = set[tuple[str, str, str]]()
    for one in ordered:
        name = one.name
        for hit, path in _hits(engine, one, strong, (people or {}).get(name.path, ()), names_of):
            key = (path, hit.label, fold(hit.value))
            if engine.fails(hit.label) and key not in reported:
                reported.add(key)
                found = Finding(
                    path_from_top(path),
                    1,
                    1,
                    hit.label,
                    REFERENCE if name.reference else FILE,
                    value=hit.value,
                    known=hit.known,
                    in_name=True,
                    commits=name.commits,
                )
                yield found, path


def _hits(
    engine: Engine,
    one: _SplitName,
    strong: Mapping[str, Sequence[NameHit]],
    left: Collection[tuple[str, str]],
    people: Names | None,
) -> Iterator[tuple[NameHit, str]]:
    """Yield the findings in a name, each with the path up to the file or folder that holds it."""
    for at, stem in enumerate(one.stems):
        found = list(known_originals(engine, one.read[at]))
        if one.name.prose:
            found += strong.get(stem, ())
            if people is not None and at == len(one.stems) - 1:
                found += people.people_in_text(stem, left)
        for hit in widest(found):
            yield hit, one.up_to(at)


def known_originals(engine: Engine, component: str) -> Iterator[NameHit]:
    """Yield the known originals of the corpus in a part of a path."""
    known = engine.options.known
    for span in known.in_path(component, engine.labels) if known is not None else ():
        yield NameHit(span.label, component[span.start : span.end].replace("_", " "), known=True)


def widest(found: Sequence[NameHit]) -> Iterator[NameHit]:
    """Yield hits, known originals first, except those within another hit of the same label."""
    kept: list[NameHit] = []
    for hit in sorted(found, key=lambda hit: (not hit.known, -len(hit.value))):
        folded = fold(hit.value)
        if not any(wider.label == hit.label and folded in fold(wider.value) for wider in kept):
            kept.append(hit)
    yield from kept


@hide_values
@dataclass(frozen=True, slots=True)
class _SplitName:
    """A name divided into its folders and file: as written, cleaned, and without the suffix."""

    name: CheckedName
    inside: str
    components: tuple[str, ...]
    read: tuple[str, ...]
    stems: tuple[str, ...]

    @classmethod
    def of(cls, name: CheckedName) -> _SplitName:
        inside = name.path if name.reference else path_from_top(name.path)
        components = tuple(filter(None, inside.split("/")))
        read = tuple(clean(one, 0, len(one), 0)[0] for one in components)
        stems = read if name.reference else (*read[:-1], stem_of(read[-1]))
        return cls(name, inside, components, read, stems)

    def up_to(self, at: int) -> str:
        """Return the path up to the component with this index, relative to the current folder."""
        below = "/".join(self.components[at + 1 :])
        if not below:
            return self.name.path
        shown = self.name.path.removesuffix(f"/{below}")
        if shown != self.name.path:
            return shown
        above = self.inside.removesuffix(f"/{below}")
        return "../" * (self.inside.count("/") - self.name.path.count("/")) + above


def _cache_parts(names: Iterable[CheckedName], people: People) -> Iterator[bytes]:
    """Yield everything that the verdict on these names depends on."""
    tops = TopPaths()
    for name in names:
        kind = f"{name.prose} {name.reference}"
        inside = name.path if name.reference else tops.path(name.path)
        yield from (kind.encode(), os.fsencode(name.path), os.fsencode(inside))
    for path, surfaces in sorted(people.items()):
        yield os.fsencode(path)
        yield from (
            part.encode("utf-8", "surrogatepass") for one in sorted(surfaces) for part in one
        )
