"""Write docs/accuracy.md: make eval CORPORA=folder

The text is that of benchmarks/accuracy.md. The figures are measured on a folder of annotated
corpora in JSON lines, and on the examples.
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
from anonfilter.reports.versions import versions
from benchmarks.accuracy import corpora, crowd, examples, page, peer, people, people_page, systems
from benchmarks.accuracy.ruleset_scores import Extent, Row, measure, prepare
from training.apart import CHOOSING_ONLY

ROOT = Path(__file__).resolve().parents[2]
ORDER = tuple(corpora.WRITTEN)
EVERYTHING = 10**9


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.accuracy")
    parser.add_argument("corpora", type=Path, help="a folder of annotated corpora in JSON lines")
    parser.add_argument("--words", type=int, default=20_000, help="of each corpus, for rulesets")
    parser.add_argument(
        "--part-words", type=int, default=8_000, help="of each corpus, for detectors one by one"
    )
    parser.add_argument(
        "--people-words",
        type=int,
        default=100_000,
        help="of each corpus, for the links of mentions to people",
    )
    parser.add_argument("--only", choices=BLOCKS, help="measure this part; the rest stays")
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
    """Measure everything, and only then write the page."""
    written = (ROOT / "benchmarks/accuracy.md").read_text(encoding="utf-8")
    standing = options.out.read_text(encoding="utf-8") if options.only else ""
    blocks = {
        name: list(measured(files, options))
        for name, measured in BLOCKS.items()
        if options.only in (None, name)
    }
    options.out.write_text(page.filled(written, blocks, standing), encoding="utf-8")


def of_corpora(files: list[Path], options: argparse.Namespace) -> Iterator[str]:
    extent = Extent(options.words, options.part_words, options.documents, options.seed)
    lacking = systems.missing()
    rows: list[Row] = []
    for what, found in measure(files, extent, lacking, options.jobs):
        print(f"measured: {what}", file=sys.stderr, flush=True)
        rows += found
    rows.sort(key=lambda row: (row.corpus, ORDER.index(row.written)))
    if options.details:
        options.details.write_text("".join(details(rows)), encoding="utf-8")
    yield from page.tables(rows, extent, list(measured_versions(lacking)), lacking)


def of_choosing(files: list[Path], options: argparse.Namespace) -> Iterator[str]:
    """Yield the tables for the corpora of which all texts are kept apart from training."""
    whole = [path for path in files if path.name.partition(".")[0] in CHOOSING_ONLY]
    extent = Extent(EVERYTHING, 1, options.documents, options.seed)
    systems_there = (systems.DEFAULT, systems.PEER)
    rows: list[Row] = []
    for what, found in measure(whole, extent, (), options.jobs, systems_there):
        print(f"measured: {what}", file=sys.stderr, flush=True)
        rows += found
    if rows:
        yield from page.with_intervals(sorted(rows, key=lambda row: row.corpus))
    else:
        yield "None of the corpora is for choosing alone."


def of_people(files: list[Path], options: argparse.Namespace) -> Iterator[str]:
    linked: list[people.Linked] = []
    for one in people.measure(files, options.people_words, options.seed, options.jobs):
        print(f"measured: linked people in {one.corpus}", file=sys.stderr, flush=True)
        linked.append(one)
    if linked:
        yield from people_page.tables(linked, crowd.measure(options.seed), options.seed)
    else:
        yield "None of the corpora says which mentions are of one person."


def of_examples(files: list[Path], options: argparse.Namespace) -> Iterator[str]:
    yield from examples.lines()


BLOCKS = {
    "choosing": of_choosing,
    "corpora": of_corpora,
    "people": of_people,
    "examples": of_examples,
}
"""The parts of the page that are measured, by the name of their place in it."""


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
    """Yield each row with its scores by label as a line of JSON, for other tables."""
    for row in rows:
        tally = row.tally
        scores = {label: counts.scores() for label, counts in tally.labels.items()}
        yield json.dumps(asdict(row) | {"tally": asdict(tally), "scores": scores}) + "\n"


if __name__ == "__main__":
    sys.exit(main())
