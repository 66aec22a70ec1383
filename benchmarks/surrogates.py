"""Surrogates over texts of your own: ``python -m benchmarks.surrogates PATH... [--rules RULES]``.

PATH is as for ``benchmarks/stability.py``. All texts are filtered one after the other in a new
corpus, with surrogates for all labels. Only figures are printed: mentions with a surrogate by
label; originals in outputs; texts that are unchanged when filtered again, clean for `check`, and
restored byte for byte; names with one surrogate in all texts, and surrogates of two names.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from anonfilter_surrogates.surrogate_results import RedactionWithSurrogates

from anonfilter.commands.restore import from_file
from anonfilter.contract.document import Redaction
from anonfilter.engine.survivors import OwnOriginals
from anonfilter.run import sidecar_sinks
from anonfilter.run.filter_file import FilterJob
from anonfilter.run.inputs import InputFile
from anonfilter.run.session import Session
from anonfilter.text.words import fold
from benchmarks.fuzz.surrogates import corpus
from benchmarks.fuzz.surrogates import session as new_session
from benchmarks.stability import documents


class Figures:
    """The counts over all texts."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.surrogates, self.kept = Counter[str](), Counter[str]()
        self.names: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, done: Redaction) -> None:
        assert isinstance(done, RedactionWithSurrogates)
        self.counts["texts"] += 1
        self.counts["words"] += len(done.source.text.split())
        tags = Counter(one.mention.label.name for one in done.tagged for _ in one.replacements)
        self.kept.update(dict(done.kept))
        self.surrogates.update(tags - Counter(dict(done.kept)))
        originals = OwnOriginals()
        originals.add((one.mention.surface, one.mention.label) for one in done.tagged)
        text = done.output.decode("utf-8", "replace")
        allowed = Counter(fold(text[one.start : one.end]) for one in originals.found(text))
        plain = Counter(
            fold(done.rewritten.text[one.start : one.end])
            for one in originals.found(done.rewritten.text)
        )
        self.counts["originals that stand only in the text with surrogates"] += (
            allowed - plain
        ).total()
        if done.surrogates is not None:
            for original, surrogate in done.surrogates.choices.items():
                self.names[original].add(fold(surrogate))

    def lines(self) -> Iterator[str]:
        yield from (f"{count:,} {what}" for what, count in self.counts.items())
        for label in sorted(self.surrogates.keys() | self.kept.keys()):
            surrogates, kept = self.surrogates[label], self.kept[label]
            yield f"  {label}: {surrogates:,} of {surrogates + kept:,} with a surrogate"
        named = {one: found for one, found in self.names.items() if not one.startswith("~")}
        several = sum(len(found) > 1 for found in named.values())
        bearers = Counter(surrogate for found in named.values() for surrogate in found)
        yield f"{len(named):,} originals, {several:,} of them with several surrogates"
        yield f"{sum(count > 1 for count in bearers.values()):,} surrogates of several originals"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--rules", default="default", help="the ruleset that is extended")
    parser.add_argument("--most", type=int, default=0, help="texts of each path")
    parser.add_argument("--show", type=Path, help="a folder for the texts with surrogates")
    options = parser.parse_args()
    texts = [
        (f"{at}-{name.replace(':', '-').replace('/', '-')}.txt", data)
        for at, path in enumerate(options.paths)
        for name, data in list(documents(path.resolve()))[: options.most or None]
    ]
    figures = Figures()
    with corpus(options.rules) as folder:
        for name, data in texts:
            (folder / name).write_bytes(data)
        session, again = new_session(), Figures()
        once = {name: _filtered(session, name, figures) for name, _ in texts}
        if options.show is not None:
            options.show.mkdir(exist_ok=True)
            for name, data in once.items():
                (options.show / name).write_bytes(data or b"")
        session = new_session()  # which knows the originals of all
        once = {name: _filtered(session, name, again) for name, _ in texts}
        session = new_session()
        for name, data in texts:
            made = once[name]
            if made is None:
                figures.counts["not written, since something is left"] += 1
                continue
            document = session.engine.read_document(made, name)
            clean = not session.engine.failing(session.engine.analyse(document))
            figures.counts["clean for check"] += clean
            figures.counts["the same when filtered again"] += (
                _filtered(session, name, again) == made
            )
            figures.counts["restored byte for byte"] += (
                from_file(session.keeping(), name)[1] == data
            )
    print("\n".join(figures.lines()))


def _filtered(session: Session, name: str, figures: Figures) -> bytes | None:
    sinks = sidecar_sinks.in_place(session.engine, session.keeping(), [name])
    job = FilterJob(session.engine, sinks, then=lambda source, made, result: figures.add(made))
    outcome = job(InputFile(name))
    if outcome.error is not None or outcome.findings:
        return None
    return Path(name).read_bytes()


if __name__ == "__main__":
    sys.exit(main())
