"""Print how large the product is, and how much of it a run loads: `make size`."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
PRODUCT = ("anonfilter", *sorted(f"plugins/{path.name}" for path in (ROOT / "plugins").iterdir()))
LOADING = """
import os, sys
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
from anonfilter.__main__ import main
sys.argv[0] = "anonfilter"
try:
    main()
except SystemExit:
    pass
for name, module in list(sys.modules.items()):
    if name.startswith("anonfilter") and getattr(module, "__file__", None):
        print(name, module.__file__, file=sys.stderr)
"""
RUNS = {
    "--version": (["--version"], ""),
    "a line, rules fast": (["--rules", "fast", "--quiet"], "x"),
    "a line with a name, rules fast": (["--rules", "fast", "--quiet"], "Ask Ann Lindqvist.\n"),
    "a line with a name, default rules": (["--quiet"], "Ask Ann Lindqvist.\n"),
}


def lines_of(files: Iterable[Path]) -> int:
    """Return the number of lines in these files."""
    return sum(len(file.read_bytes().splitlines()) for file in files)


def loaded(arguments: list[str], text: str) -> list[Path]:
    """Return the project's modules that a run of the command line loads."""
    done = subprocess.run(
        [sys.executable, "-c", LOADING, *arguments], input=text, capture_output=True, text=True
    )
    rows = [line.rpartition(" ") for line in done.stderr.splitlines()]
    return [Path(file) for name, _, file in rows if name.startswith("anonfilter")]


def packages() -> Table:
    """Return the lines and modules of each package of the product, the largest first."""
    lines, modules = Counter[str](), Counter[str]()
    for top in PRODUCT:
        for file in (ROOT / top).rglob("*.py"):
            inner = file.relative_to(ROOT / top).parts
            package = "/".join((top.rpartition("/")[2], inner[0] if len(inner) > 1 else ""))
            lines[package] += lines_of([file])
            modules[package] += 1
    table = Table("package", "lines", "modules")
    for package, count in lines.most_common():
        table.add_row(package, f"{count:,}", str(modules[package]))
    table.add_section()
    table.add_row("all", f"{lines.total():,}", str(modules.total()))
    return table


def runs() -> Table:
    """Return how many modules and lines each run loads."""
    table = Table("run", "modules loaded", "lines loaded")
    for name, (arguments, text) in RUNS.items():
        files = loaded(arguments, text)
        table.add_row(name, str(len(files)), f"{lines_of(files):,}")
    return table


if __name__ == "__main__":
    console = Console()
    console.print(packages())
    console.print(runs())
