"""Measure the size of an installation by part, for the table in docs/dependencies.md.

Sizes are those of the files that pip wrote for the installed packages on this platform, including
compiled modules.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

from anonfilter.limits import MEGABYTE

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "dependencies.md"
OURS = ("anonfilter", "plugins")
_NOT_EXTRAS = frozenset({"dev", "docs", "test", "train"})
_TABLE = re.compile(r"(?<=<!-- by make weight -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)


def declared() -> tuple[list[str], dict[str, list[str]]]:
    """Return the dependencies, and those of each extra, from pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = {
        name: requirements
        for name, requirements in project["optional-dependencies"].items()
        if name not in _NOT_EXTRAS
    }
    return project["dependencies"], extras


def brought(requirements: Iterable[str]) -> dict[str, Distribution]:
    """Return the packages that pip installs for these requirements, by name.

    Raise an error if one of them is not installed.
    """
    found: dict[str, Distribution] = {}
    done = set[tuple[str, str]]()
    waiting = [Requirement(one) for one in requirements]
    while waiting:
        one = waiting.pop()
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        for extra in {"", *one.extras}:
            if (name, extra) not in done:
                done.add((name, extra))
                waiting += _required(name, extra)
        if name != "anonfilter":
            found[name] = distribution(one.name)
    return found


@cache
def _required(name: str, extra: str) -> list[Requirement]:
    if name == "anonfilter":
        needed, extras = declared()
        return [Requirement(one) for one in (extras[extra] if extra else needed)]
    requirements = (Requirement(one) for one in distribution(name).requires or ())
    return [
        one for one in requirements if one.marker is None or one.marker.evaluate({"extra": extra})
    ]


@cache
def megabytes(name: str) -> float:
    """Return the size of a package's files in megabytes."""
    files = (Path(str(one.locate())) for one in distribution(name).files or ())
    return sum(path.stat().st_size for path in files if path.is_file()) / MEGABYTE


def own_megabytes() -> float:
    """Return the size of anonfilter's files in megabytes, without compiled modules."""
    files = (path for folder in OURS for path in (ROOT / folder).rglob("*"))
    kept = (path for path in files if path.is_file() and path.suffix != ".pyc")
    return sum(path.stat().st_size for path in kept) / MEGABYTE


def total(requirements: Iterable[str]) -> float:
    return sum(map(megabytes, brought(requirements)))


def rows() -> Iterator[tuple[str, float]]:
    """Yield each part and its size: the whole, its parts, and what each extra adds."""
    needed, extras = declared()
    whole, own = total(needed), own_megabytes()
    yield "**`pip install anonfilter`**", whole + own
    yield "anonfilter, with its models and lists", own
    parts = {Requirement(one).name: whole - total(set(needed) - {one}) for one in needed}
    heavy = {one: size for one, size in parts.items() if size >= 1}
    for one in sorted(heavy, key=heavy.__getitem__, reverse=True):
        yield f"{one}, and what nothing else brings", heavy[one]
    yield "all others, and what several bring", whole - sum(heavy.values())
    for name, requirements in sorted(extras.items()):
        yield f"extra `{name}`, added to the first", total([*needed, *requirements]) - whole


def table() -> str:
    return "\n".join(
        ["| | MB |", "|---|--:|", *(f"| {part} | {size:.0f} |" for part, size in rows())]
    )


def main() -> None:
    text, places = _TABLE.subn(lambda _: table(), PAGE.read_text())
    if places != 1:
        sys.exit(f"{PAGE}: there is no place for the table")
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
