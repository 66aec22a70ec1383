"""Make the page and its charts from the measured figures."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from anonfilter_measure.evaluation.mention_scores import Counts

from anonfilter.reports.tables import share
from benchmarks.accuracy.page import COLUMNS, filled
from benchmarks.accuracy.table import line, rule
from benchmarks.speed import chart
from benchmarks.speed.recall import tally_of
from benchmarks.speed.tool_runs import CORES, Run
from benchmarks.speed.tools import TOOLS, Tool

Results = dict[str, Any]
"""``machine``, ``sizes``, ``reference``, ``recall_words``, ``seed``, and by name ``tools``: each
with ``measured``, ``budget``, ``versions``, ``start``, ``runs``, ``again`` and ``found``; or only
why it is ``missing``."""

WIDTH = 120
_FOUND = ("places", "organisations", "false masks", "of marked kinds")
CHARTS = {
    "speed-growth.svg": lambda results: growth_chart(results),
    "speed-memory.svg": lambda results: memory_chart(results),
    "speed-found.svg": lambda results: found_chart(results),
}


def page(written: str, results: Results) -> str:
    blocks: Mapping[str, Callable[[Results], Iterator[str]]] = {
        "how": how,
        "side by side": side_by_side,
        "growth": growth,
        "memory": memory,
    }
    return filled(written, {name: block(results) for name, block in blocks.items()})


def measured(results: Results) -> dict[str, dict[str, Any]]:
    """Return the measured tools in the order of the page."""
    tools = results["tools"]
    return {
        one.name: tools[one.name]
        for one in TOOLS
        if one.name in tools and "missing" not in tools[one.name]
    }


def how(results: Results) -> Iterator[str]:
    tools = measured(results)
    days = sorted({one["measured"] for one in tools.values()})
    budgets = sorted({one["budget"] for one in tools.values()})
    yield from textwrap.wrap(
        f"Measured {' and '.join(days)} on {results['machine']}. A run of a command was allowed "
        f"{' or '.join(f'{one:,.0f}' for one in budgets)} seconds. Scored on "
        f"{results['recall_words']:,} words at most of each corpus, drawn with seed "
        f"{results['seed']}.",
        WIDTH,
    )
    yield ""
    versions = {
        name: version for one in tools.values() for name, version in one["versions"].items()
    }
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    yield from textwrap.wrap(f"Versions: {listed}.", WIDTH, break_on_hyphens=False)
    for name, one in results["tools"].items():
        if "missing" in one:
            yield f"{name} was not measured: {one['missing']}."


def side_by_side(results: Results) -> Iterator[str]:
    reference = str(results["reference"])
    yield f"Speed and memory are of the text of {results['reference']:,} words."
    yield ""
    yield line(
        [
            "",
            "words a second",
            "on two cores",
            "second run",
            "start, s",
            "memory, MB",
            "people: recall",
            "precision",
            "masked",
            *_FOUND,
        ]
    )
    yield rule(1, 8 + len(_FOUND))
    for name, one in measured(results).items():
        runs = one["runs"]
        tally = tally_of(one["found"])
        people = tally.labels.get("PERSON", Counts()).scores()
        yield line(
            [
                name,
                _speed(runs["1"].get(reference)),
                _speed(runs.get("2", {}).get(reference)),
                _speed(one["again"]),
                f"{one['start']['seconds']:.2f}",
                _memory(runs["1"].get(reference)),
                *(share(people[score]) or "-" for score in ("recall", "precision", "masked")),
                *(COLUMNS[column](tally) or "-" for column in _FOUND),
            ]
        )


def growth(results: Results) -> Iterator[str]:
    """Yield tables of words per second by size, on one core and on two."""
    sizes = [str(size) for size in results["sizes"]]
    for cores in map(str, CORES):
        yield f"### On {'one core' if cores == '1' else 'two cores'}, words a second"
        yield ""
        yield line(["", *(f"{int(size):,} words" for size in sizes)])
        yield rule(1, len(sizes))
        for name, one in measured(results).items():
            runs = one["runs"].get(cores, {})
            yield line([name, *(_speed(runs.get(size)) for size in sizes)])
        yield ""


def memory(results: Results) -> Iterator[str]:
    sizes = [str(size) for size in results["sizes"]]
    yield line(["", "ten lines", *(f"{int(size):,} words" for size in sizes)])
    yield rule(1, 1 + len(sizes))
    for name, one in measured(results).items():
        runs = one["runs"]["1"]
        yield line([name, _memory(one["start"]), *(_memory(runs.get(size)) for size in sizes)])


def _speed(run: Run | None) -> str:
    return _done(run, lambda done: f"{done['words'] / done['seconds']:,.0f}")


def _memory(run: Run | None) -> str:
    return _done(run, lambda done: f"{done['megabytes']:,.0f}").partition(":")[0]


def _done(run: Run | None, shown: Callable[[Run], str]) -> str:
    """Return the figure of a run, or the reason why there is none."""
    if run is None:
        return ""
    if "killed" in run:
        return f"ended after {run['killed']:,.0f} s"
    if "failed" in run:
        return f"failed: exit code {run['failed']}"
    if "expected" in run:
        return f"not run: {run['expected']:,.0f} s" if run["expected"] else "not run"
    return shown(run)


def growth_chart(results: Results) -> str:
    return _by_size(
        results,
        "Words a second by size of the text, on one core",
        "words a second",
        lambda run: run["words"] / run["seconds"],
    )


def memory_chart(results: Results) -> str:
    return _by_size(
        results,
        "Peak memory by size of the text, on one core",
        "megabytes",
        lambda run: run["megabytes"],
    )


def _by_size(results: Results, title: str, unit: str, value: Callable[[Run], float]) -> str:
    series = []
    for name, one in measured(results).items():
        runs = [run for run in one["runs"]["1"].values() if "seconds" in run]
        points = tuple((run["words"], value(run)) for run in runs)
        if points:
            series.append(chart.Series(name, _kind(name), points))
    sizes = results["sizes"]
    x = chart.decades("words", (min(sizes), max(sizes)))
    y = chart.decades(unit, (high for one in series for _, high in one.points))
    return chart.svg(title, x, y, series)


def found_chart(results: Results) -> str:
    """Return a chart of recall of people by speed, for tools that read the reference text."""
    series = []
    for name, one in measured(results).items():
        run = one["runs"]["1"].get(str(results["reference"]), {})
        if "seconds" in run:
            people = tally_of(one["found"]).labels.get("PERSON", Counts()).scores()
            point = (run["words"] / run["seconds"], people["recall"] or 0.0)
            series.append(chart.Series(name, _kind(name), (point,)))
    x = chart.decades("words a second, on one core", (one.points[0][0] for one in series))
    y = chart.Axis("recall of people", 0.0, 1.0, log=False)
    return chart.svg("People found and words a second", x, y, series)


def _kind(name: str) -> str:
    tool: Tool = next(one for one in TOOLS if one.name == name)
    if tool.rules:
        return "ours"
    return "model" if any("spacy" in package for package in tool.packages) else "patterns"
