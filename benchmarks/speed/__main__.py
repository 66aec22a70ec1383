"""Write docs/speed.md and its charts: make speed CORPORA=folder

The text is that of benchmarks/speed.md. The figures are stored tool by tool in
benchmarks/speed/results.jsonl, so that a run can be continued, and a single tool measured again.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from anonfilter.errors import AnonfilterError
from benchmarks.accuracy.ruleset_scores import prepare
from benchmarks.speed import environment, page, recall
from benchmarks.speed.tool_runs import ROOT, Bench
from benchmarks.speed.tools import TOOLS, Tool

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
REFERENCE = 100_000
RESULTS = Path(__file__).with_name("results.jsonl")
WRITTEN = ROOT / "benchmarks/speed.md"


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.speed")
    parser.add_argument("corpora", type=Path, nargs="?", help="a folder of annotated corpora")
    parser.add_argument(
        "--budget", type=float, default=60, help="seconds: what would take longer is not run"
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="words of the texts")
    parser.add_argument(
        "--reference", type=int, default=REFERENCE, help="of these, the one that is compared"
    )
    parser.add_argument("--recall-words", type=int, default=8_000, help="of each corpus")
    parser.add_argument("--seed", type=int, default=0, help="which documents are drawn")
    names = [tool.name for tool in TOOLS]
    parser.add_argument(
        "--only", nargs="+", choices=names, help="measure these again, as the others"
    )
    parser.add_argument("--resume", action="store_true", help="measure what the results lack")
    parser.add_argument("--page", action="store_true", help="measure nothing: write the page")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--peers", type=Path, default=ROOT / ".venv-peers", help="environments")
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="the page's folder")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    options = arguments(given)
    try:
        if not options.page:
            measure(options)
        write(read(options.results), options.out)
    except AnonfilterError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


def measure(options: argparse.Namespace) -> None:
    """Measure one tool after the other, and write the results after each tool."""
    if options.corpora is None:
        raise AnonfilterError(
            "recall is measured on annotated corpora", hint="make speed CORPORA=folder"
        )
    prepare()
    results = begun(options)
    texts = recall.apart(options.corpora, results["recall_words"], results["seed"])
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), tuple(results["sizes"]), results["reference"], options.budget)
        for tool in wanted(options, results["tools"]):
            print(f"measuring {tool.name}", file=sys.stderr, flush=True)
            results["tools"][tool.name] = measured(tool, bench, texts, options)
            keep(results, options.results)


def begun(options: argparse.Namespace) -> page.Results:
    """Return the earlier results, to which this run adds, or new results.

    Raise an error if the earlier results are of another machine.
    """
    if not ((options.only or options.resume) and options.results.exists()):
        return {
            "machine": machine(),
            "sizes": sorted(options.sizes),
            "reference": options.reference,
            "recall_words": options.recall_words,
            "seed": options.seed,
            "tools": {},
        }
    found = read(options.results)
    if found["machine"] != machine():
        raise AnonfilterError(
            f"the results in {options.results} are of another machine: {found['machine']}",
            hint="Measure all tools again, without --only and --resume.",
        )
    return found


def wanted(options: argparse.Namespace, done: dict[str, Any]) -> Iterator[Tool]:
    for tool in TOOLS:
        if tool.name in options.only if options.only else tool.name not in done:
            yield tool


def measured(
    tool: Tool, bench: Bench, texts: Sequence[recall.Apart], options: argparse.Namespace
) -> dict[str, Any]:
    python = environment.python(tool.environment, options.peers)
    if python is None:
        return {"missing": "it cannot be installed here"}
    return {
        "measured": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "budget": options.budget,
        "versions": environment.versions(python, tool.packages),
        **bench.measure(tool, python),
        "found": recall.measure(tool, python, texts),
    }


def read(path: Path) -> page.Results:
    """Return stored results: the first line is common to all tools, each other line is a tool."""
    first, *tools = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {**first, "tools": {tool.pop("name"): tool for tool in tools}}


def keep(results: page.Results, path: Path) -> None:
    first = {key: value for key, value in results.items() if key != "tools"}
    lines = [first, *({"name": name, **tool} for name, tool in results["tools"].items())]
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")


def write(results: dict[str, Any], folder: Path) -> None:
    written = WRITTEN.read_text(encoding="utf-8")
    (folder / "speed.md").write_text(page.page(written, results), encoding="utf-8")
    for name, chart in page.CHARTS.items():
        (folder / name).write_text(chart(results), encoding="utf-8")


def machine() -> str:
    """Return the name of the processor and its number of cores."""
    try:
        found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    name = found[1] if found else platform.processor() or platform.machine()
    return f"{os.cpu_count()} cores of {name}, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
