"""Choose the paths of the results of a run from the proposals; no two originals share a path."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from anonfilter.checking.names import found_in_names
from anonfilter.contract.tags import tag_shapes
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import stem_of
from anonfilter.selection.choice import CheckedName
from anonfilter.text.values import hide_values
from anonfilter_documents.renaming.proposed_names import Proposal


def choose_paths(
    folder: Path, proposals: Mapping[str, Proposal], remembered: Mapping[str, str]
) -> dict[str, str]:
    """Return the path below the output folder for each original path.

    If two paths would be the same, the alphabetically later original gets a number, so the folders
    of two people never become the same folder. ``remembered`` has the originals of existing
    results, by their new paths. Raise an error for an existing file that is not a known result.
    """
    names = _Names(folder, proposals, remembered)
    return {path: names.place(path) for path in sorted(proposals)}


@hide_values
@dataclass(frozen=True, slots=True)
class _Owned:
    """The original of each new path, and the new path of each original, for files and folders."""

    original: dict[str, str]
    new: dict[str, str]

    def add(self, new: str, original: str) -> None:
        self.original[new.casefold()] = original  # one file on some systems
        self.new[original] = new


class _Names:
    """A chooser of paths for one original after the other."""

    def __init__(
        self, folder: Path, proposals: Mapping[str, Proposal], remembered: Mapping[str, str]
    ) -> None:
        self._folder = folder
        self._wanted = _wanted(proposals)
        self._before, self._now = _Owned({}, {}), _Owned({}, {})
        for new, original in remembered.items():
            for pair in zip(_prefixes(new), _prefixes(original), strict=False):
                self._before.add(*pair)

    def place(self, path: str) -> str:
        """Return the new path of an original. A folder gets its new path with its first file."""
        above = ""
        for original in _prefixes(path):
            if original not in self._now.new:
                self._now.add(self._free(original, above, is_file=original == path), original)
            above = self._now.new[original]
        return above

    def _free(self, original: str, above: str, *, is_file: bool) -> str:
        """Return the first path that is free or already belongs to this original."""
        wanted = self._wanted[original]
        earlier = self._before.new.get(original, "")
        if earlier and not is_file and os.path.dirname(earlier) == above:
            wanted = _as_before(os.path.basename(earlier), wanted)
        stem = stem_of(wanted) if is_file else wanted
        for number in count(1):
            called = f"{stem}-{number}{wanted[len(stem) :]}" if number > 1 else wanted
            new = os.path.join(above, called)
            taken = self._now.original.get(new.casefold())
            if taken is not None and (new != original or self._now.new[taken] != taken):
                continue
            owner = self._before.original.get(new.casefold())
            if owner is None and new != original and os.path.lexists(self._folder / new):
                raise _unknown(self._folder / new)
            if owner in (None, original):
                return new
        raise AssertionError("numbers do not end")


def _wanted(proposals: Mapping[str, Proposal]) -> dict[str, str]:
    """Return the proposed name for each file and folder.

    If files propose different names for a folder, the name with the least text beside tags is used.
    """
    wanted: dict[str, str] = {}
    for path in sorted(proposals):
        new = proposals[path].path.split("/")
        for original, called in zip(_prefixes(path), new, strict=True):
            before = wanted.get(original)
            if before is None or len(_without_tags(called)) < len(_without_tags(before)):
                wanted[original] = called
    return wanted


def _prefixes(path: str) -> Iterator[str]:
    """Yield the folders of a path, from the top, and then the path itself."""
    for at, char in enumerate(path):
        if char == "/":
            yield path[:at]
    yield path


def _without_tags(called: str) -> str:
    for tag in reversed(list(tag_shapes(called))):
        called = called[: tag.start()] + called[tag.end() :]
    return called


def _as_before(earlier: str, wanted: str) -> str:
    """Return the earlier name of a folder if it differs only in numbers; else the proposed name."""
    before, now = _without_tags(earlier), _without_tags(wanted)
    numbered = before.startswith(f"{now}-") and before[len(now) + 1 :].isdecimal()
    return earlier if before == now or numbered else wanted


def _unknown(place: Path) -> AnonfilterError:
    return AnonfilterError(
        "exists already, and no sidecar names its original",
        where=str(place),
        hint="Write to a new folder. In a corpus with a key, sidecars remember the names.",
    )


def find_revealing(
    engine: Engine, new: Mapping[str, str], proposals: Mapping[str, Proposal]
) -> dict[str, Incomplete]:
    """Return an error for each original whose new path a check would report."""
    shown = {
        path: os.path.join(os.path.dirname(place), stem_of(os.path.basename(place)))
        for path, place in new.items()
    }
    people = {shown[path]: proposals[path].people for path in new}
    names = [CheckedName(place, prose=True, reference=True) for place in people]
    found = {place: finding.label for finding, place in found_in_names(engine, names, people)}
    errors: dict[str, Incomplete] = {}
    for path, place in shown.items():
        if labels := sorted(found[prefix] for prefix in _prefixes(place) if prefix in found):
            errors[path] = Incomplete(
                f"its new name may still hold personal data ({', '.join(labels)})",
                hint="Give the file, or the folders above it, other names, and filter it again.",
            )
    return errors
