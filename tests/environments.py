"""Environments that hold some of the packages installed here, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.weight import brought


def link(folder: Path, requirements: Iterable[str]) -> None:
    """Make a folder of packages: what pip would install for these."""
    folder.mkdir(exist_ok=True)
    for one in brought(requirements).values():
        for name in {file.parts[0] for file in one.files or ()} - {".."}:
            path = Path(str(one.locate_file(name)))
            if not (folder / name).exists():
                (folder / name).symlink_to(path)


def run(places: Sequence[Path], *arguments: str, text: str) -> subprocess.CompletedProcess[str]:
    """Run anonfilter with the packages of these folders alone, and beside them.

    A model below the current folder counts as the repository's own, and an environment may be here.
    """
    code = (
        f"import sys; sys.path[:0] = {[str(place) for place in places]!r}; "
        "from anonfilter.__main__ import main; sys.exit(main())"
    )
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, "--no-cache", *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=places[0].parent,
    )
