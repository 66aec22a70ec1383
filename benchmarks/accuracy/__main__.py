"""Writes docs/accuracy.md: make eval CORPORA=folder

What is written by hand stands in benchmarks/accuracy.md. The figures are measured here, on a folder
of annotated corpora in JSON lines and on the examples.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path

from anonfilter import Engine, __version__, load_ruleset
from anonfilter.errors import AnonfilterError
from anonfilter.report.versions import versions
from benchmarks.accuracy import corpora, examples, page, peer, systems
from benchmarks.accuracy.measure import Extent, Row, measure, prepare

ROOT = Path(__file__).resolve().parents[2]
ORDER = tuple(corpora.WRITTEN)


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.accuracy")
    parser.add_argument("corpora", type=Path, help="a folder of annotated corpora in JSON lines")
    parser.add_argument("--words", type=int, default=20_000, help="of each corpus, for rulesets")
    parser.add_argument(
        "--part-words", type=int, default=8_000, help="of each corpus, for detectors one by one"
    )
    parser.add_argument("--documents", type=int, metavar="N", help="at most N of each corpus")
    parser.add_argument("--seed", type=int, default=0, help="which documents are drawn")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="processes, one thread each")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/accuracy.md")
    parser.add_argument("--details", type=Path, help="write all counts here, JSON lines")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    options = arguments(given)
    try:
        files = corpora.files(options.corpora)
        prepare()
        write(files, options)
    except AnonfilterError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


def write(files: list[Path], options: argparse.Namespace) -> None:
    """Measure, then write: nothing is written before all is there."""
    extent = Extent(options.words, options.part_words, options.documents, options.seed)
    lacking = systems.missing()
    rows: list[Row] = []
    for what, found in measure(files, extent, lacking, options.jobs):
        print(f"measured: {what}", file=sys.stderr, flush=True)
        rows += found
    rows.sort(key=lambda row: (row.corpus, ORDER.index(row.written)))
    tables = page.tables(rows, extent, list(measured_versions(lacking)), lacking)
    written = (ROOT / "benchmarks/accuracy.md").read_text(encoding="utf-8")
    text = page.filled(written, {"corpora": tables, "examples": examples.lines()})
    options.out.write_text(text, encoding="utf-8")
    if options.details:
        options.details.write_text("".join(details(rows)), encoding="utf-8")


def measured_versions(lacking: Iterable[str]) -> Iterator[str]:
    yield f"anonfilter {__version__}, spaCy {metadata.version('spacy')}"
    for name in systems.names():
        if name not in lacking:
            found = versions(Engine(load_ruleset(name)))
            models = f", {', '.join(found.models)}" if found.models else ""
            yield f"rules {name} {found.ruleset_version} ({found.ruleset_digest}){models}"
    model = metadata.version(peer.MODEL)
    yield f"presidio-analyzer {metadata.version('presidio-analyzer')}, {peer.MODEL}=={model}"


def details(rows: Iterable[Row]) -> Iterator[str]:
    """Each row with its scores by label, for whoever wants another table."""
    for row in rows:
        scores = {label: counts.scores() for label, counts in row.tally.labels.items()}
        yield json.dumps(asdict(row) | {"scores": scores}) + "\n"


if __name__ == "__main__":
    sys.exit(main())
