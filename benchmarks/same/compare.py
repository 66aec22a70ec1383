"""Find where the results of two sides differ, and which differences are accepted."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

Result = Mapping[str, Any]

REPORTED = "stderr"
"""The kind that is reported but not counted, because messages may be reworded."""


_VERSIONS = frozenset(("anonfilter", "digest", "rules", "models", "plugins"))


@dataclass(frozen=True, slots=True)
class Place:
    """A unit of comparison: one kind of result of a ruleset, for a file or a group of files."""

    ruleset: str
    corpus: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """An intended difference, with the reason; each of its patterns may contain ``*``."""

    why: str
    ruleset: str = "*"
    corpus: str = "*"
    kind: str = "*"
    name: str = "*"

    def covers(self, place: Place) -> bool:
        return all(
            fnmatchcase(getattr(place, part), getattr(self, part))
            for part in ("ruleset", "corpus", "kind", "name")
        )


def accepted(path: Path) -> list[Accepted]:
    """Return the accepted differences in a YAML file; exit if one has no reason."""
    entries = YAML(typ="safe").load(path.read_text(encoding="utf-8")) or []
    if not all(
        isinstance(entry, dict) and str(entry.get("why") or "").strip() for entry in entries
    ):
        raise SystemExit(f"{path}: every entry says why")
    try:
        return [Accepted(**entry) for entry in entries]
    except TypeError as error:
        raise SystemExit(f"{path}: {error}") from None


def places(ruleset: str, group: str, result: Result) -> dict[Place, str]:
    """Return all results of a side for a group, by place."""
    found: dict[Place, str] = {}
    for job, done in result.items():
        if job == "restore theirs":
            continue
        kind = job.partition(" ")[0]
        found[Place(ruleset, group, "exit", job)] = str(done["exit"])
        found[Place(ruleset, group, REPORTED, job)] = done["stderr"]
        for name, content in done.get("files", {}).items():
            if not name.endswith(".pseudonyms.yaml"):  # differs each time; `map` opens it
                found[Place(ruleset, corpus_of(name, group), kind, f"{job}: {name}")] = content
        for name, content in parts(kind, done["stdout"]):
            found[Place(ruleset, corpus_of(name, group), kind, f"{job}: {name}")] = content
    return found


def corpus_of(name: str, group: str) -> str:
    """Return the corpus of a file, which is its first folder; ``group`` for a file in none."""
    parts = [part for part in name.split("/") if part not in ("out", "back")]
    return parts[0] if len(parts) > 1 else group


def parts(kind: str, printed: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of an output, each with the name of its file, or with "" for none."""
    try:
        if kind in ("detect", "check"):
            yield from _lines(printed)
        elif kind == "map" and printed:
            for sidecar in json.loads(printed)["sidecars"]:
                del sidecar["document"]  # made up when a sidecar is first written
                yield sidecar["sidecar"], json.dumps(sidecar, indent=1)
        elif kind == "eval" and printed:
            scores = json.loads(printed)
            kept = {key: scores[key] for key in scores if key not in ("anonfilter", "digest")}
            yield "", json.dumps(kept, indent=1)
        else:
            yield "", printed
    except (ValueError, KeyError, TypeError):
        yield "", printed


def _lines(printed: str) -> Iterator[tuple[str, str]]:
    by_path: dict[str, str] = {}
    for line in printed.splitlines(keepends=True):
        row = json.loads(line)
        if row.get("type", "finding") in ("finding", "incomplete") or "spans" in row:
            by_path[row.get("path", "")] = by_path.get(row.get("path", ""), "") + line
        else:  # rules, models and libraries have other digests than those of the base
            row = {key: value for key, value in row.items() if key not in _VERSIONS}
            by_path[""] = by_path.get("", "") + json.dumps(row) + "\n"
    yield from by_path.items()


def lost(ruleset: str, group: str, base: Result, here: Result) -> Iterator[Place]:
    """Yield the files of the base that this side restores differently from the base."""
    theirs, ours = base["restore"]["files"], here["restore theirs"]["files"]
    for name in sorted(theirs.keys() | ours.keys()):
        if theirs.get(name) != ours.get(name):
            yield Place(ruleset, corpus_of(name, group), "restore", f"of the base's: {name}")


def unrestored(
    ruleset: str, group: str, files: Mapping[str, bytes], side: Result
) -> Iterator[Place]:
    """Yield the filtered files that `restore` does not turn into the original."""
    for name, content in side["restore"]["files"].items():
        original = name.removeprefix("back/").removeprefix("out/")
        if files[original] != content.encode("latin-1"):
            yield Place(ruleset, corpus_of(name, group), "restore", f"not the original: {name}")


def differing(base: Mapping[Place, str], here: Mapping[Place, str]) -> Iterator[Place]:
    """Yield the places where the results of the two sides differ."""
    for place in dict.fromkeys([*base, *here]):
        if base.get(place) != here.get(place):
            yield place


def shown(place: Place, base: Mapping[Place, str], here: Mapping[Place, str]) -> Iterable[str]:
    """Yield the lines of a difference as a unified diff."""
    before, after = (
        side.get(place, "").encode("latin-1").decode("utf-8", "replace").splitlines()
        if place.kind != "map"
        else side.get(place, "").splitlines()
        for side in (base, here)
    )
    return difflib.unified_diff(before, after, "base", "here", n=1, lineterm="")
