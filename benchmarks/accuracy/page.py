"""Insert tables of measured figures at their places in the page of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from anonfilter_measure.evaluation.bootstrap import RESAMPLES, interval
from anonfilter_measure.evaluation.mention_scores import Counts, Tally

from anonfilter.errors import AnonfilterError
from anonfilter.reports.tables import rate, share
from benchmarks.accuracy import systems
from benchmarks.accuracy.corpora import AS_IT_IS, HEARD, WRITTEN
from benchmarks.accuracy.ruleset_scores import Extent, Row, added, speeds
from benchmarks.accuracy.systems import Group
from benchmarks.accuracy.table import line, rule

_NONE = Counts()

_PLACE = re.compile(r"<!-- measured: ([\w ]+) -->")
_END = "<!-- end of {name} -->"

Value = Callable[[Tally], str]


def _masked(label: str) -> Value:
    return lambda tally: share(tally.labels.get(label, _NONE).scores()["masked"])


COLUMNS: Mapping[str, Value] = {
    "people": _masked("PERSON"),
    "precision of people": lambda tally: share(
        tally.labels.get("PERSON", _NONE).scores()["precision"]
    ),
    "places": _masked("LOCATION"),
    "organisations": _masked("ORGANIZATION"),
    "dates": _masked("DATE"),
    "false masks": lambda tally: rate(tally.per_thousand(tally.false)),
    "of marked kinds": lambda tally: rate(tally.per_thousand(tally.false_as_annotated)),
}


def filled(written: str, measured: Mapping[str, Iterable[str]], standing: str = "") -> str:
    """Return the text with measured blocks in place of their names.

    Blocks that were not measured now are taken from the earlier page, ``standing``.
    """
    unknown = measured.keys() - set(_PLACE.findall(written))
    if unknown:
        raise ValueError(f"the page has no place for {', '.join(sorted(unknown))}")

    def block(place: re.Match[str]) -> str:
        name = place[1]
        if name in measured:
            lines = "\n".join(measured[name]).strip("\n")
            return f"{place[0]}\n\n{lines}\n\n{_END.format(name=name)}"
        stood = re.search(rf"{place[0]}.*?{_END.format(name=name)}", standing, re.S)
        if stood is None:
            raise AnonfilterError(
                f"the page has no block {name!r} yet", hint="Run it without --only."
            )
        return stood[0]

    return _PLACE.sub(block, written)


def tables(
    rows: Sequence[Row], extent: Extent, versions: Sequence[str], lacking: Mapping[str, str]
) -> Iterator[str]:
    yield from _preface(extent, versions, lacking)
    for system in _names(rows, [Group.WHOLE]):
        yield f"## {system} by corpus"
        yield ""
        yield from _by_corpus([row for row in rows if row.system == system and not row.short])
    yield "## Intervals"
    yield ""
    yield from with_intervals([row for row in rows if not row.trained])
    yield "## What each detector brings"
    yield ""
    yield from _compared(rows, extent)
    yield "## Speed"
    yield ""
    yield from _speed(rows)


def _preface(extent: Extent, versions: Sequence[str], lacking: Mapping[str, str]) -> Iterator[str]:
    most = f" or {extent.documents} documents" if extent.documents else ""
    yield f"""\
Whole documents were drawn from each corpus, with seed {extent.seed}, until there were
{extent.words:,} words{most}. *Trained on* marks corpora that trained anonfilter's own model, in
part with the same documents: these rows show what the model learnt, not what to expect. A kind is
scored in a corpus only if its annotation of that kind is complete.

A cell has three figures: {" / ".join(WRITTEN)}. *As heard* imitates a speech recogniser: no
capitals, no punctuation, words misheard, repeated and left out (seed {HEARD}). *People*, *places*,
*organisations* and *dates* are shares masked.
"""
    yield from (f"- {version}" for version in versions)
    yield from (f"- `{name}` was not measured: {why}" for name, why in lacking.items())
    yield ""


def _by_corpus(rows: Sequence[Row]) -> Iterator[str]:
    yield line(["corpus", "trained on", "words", "people marked", *COLUMNS])
    yield rule(2, 2 + len(COLUMNS))
    for trained in (False, True):
        for corpus in dict.fromkeys(row.corpus for row in rows if row.trained == trained):
            own = _by_writing(row for row in rows if row.corpus == corpus)
            first = own[AS_IT_IS]
            people = first.labels.get("PERSON", _NONE).gold
            name = [corpus, "yes" if trained else "", f"{first.words:,}", f"{people:,}"]
            yield line([*name, *_cells(own)])
    yield ""


_INTERVALS = {"PERSON": "people", "LOCATION": "places", "ORGANIZATION": "organisations"}


def with_intervals(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a line for each corpus, kind of name and whole ruleset, with confidence intervals."""
    rows = [row for row in rows if not row.short]
    yield f"""\
A cell has the share masked, or the precision of the label, and its 95 % interval over {RESAMPLES:,}
resamples of the documents (bootstrap, seeded): how far the figure would move with other documents
of the same kind. The model was not trained on these corpora.
"""
    figures = ("masked", "precision")
    columns = [f"{figure}, {written}" for written in WRITTEN for figure in figures]
    yield line(["corpus", "", "mentions", "system", *columns])
    yield rule(2, 2 + len(columns))
    for corpus in dict.fromkeys(row.corpus for row in rows):
        for label, title in _INTERVALS.items():
            own = [row for row in rows if row.corpus == corpus and label in row.tally.labels]
            for system in _names(own, [Group.WHOLE]):
                by_writing = {row.written: row for row in own if row.system == system}
                gold = by_writing[AS_IT_IS].tally.labels[label].identifying
                if gold:
                    cells = [
                        _figure(by_writing[written], label, figure)
                        for written in WRITTEN
                        for figure in figures
                    ]
                    yield line([corpus, title, f"{gold:,}", system, *cells])
    yield ""


def _figure(row: Row, label: str, figure: str) -> str:
    counts = [document.labels.get(label, _NONE) for document in row.documents]
    pairs = [
        (one.masked, one.identifying) if figure == "masked" else (one.overlap_found, one.found)
        for one in counts
    ]
    found = interval(pairs)
    scores = row.tally.labels.get(label, _NONE).scores()
    return f"{share(scores[figure])} ({found})" if found else "-"


def _compared(rows: Sequence[Row], extent: Extent) -> Iterator[str]:
    """Yield the tables that compare all systems, by the sums over the smaller samples."""
    short = [row for row in rows if row.short]
    alone = {name.removeprefix(Group.ONLY): name for name in _names(short, [Group.ONLY])}
    idle = [detector for detector, name in alone.items() if _finds_nothing(short, name)]
    yield f"""\
The default rules with only one detector, without one, and with one that is off by default, over
the first {extent.part_words:,} words of each sample. Each mention has the same weight. All
resolvers are always on."""
    if idle:
        listed = ", ".join(f"`{detector}`" for detector in idle)
        yield f"These detectors find nothing alone in these texts: {listed}."
    hidden = {group + detector for group in (Group.ONLY, Group.WITHOUT) for detector in idle}
    for trained, title in ((False, "not trained on"), (True, "trained on")):
        own = [row for row in short if row.trained == trained and row.system not in hidden]
        if not own:
            continue
        words = _by_writing(row for row in own if row.system == systems.DEFAULT)[AS_IT_IS].words
        yield ""
        yield f"### Corpora {title}, {words:,} words"
        yield ""
        yield line(["", *COLUMNS])
        yield rule(1, len(COLUMNS))
        for name in _names(own):
            yield line([name, *_cells(_by_writing(row for row in own if row.system == name))])
    yield ""


def _finds_nothing(rows: Iterable[Row], name: str) -> bool:
    whole = added(row.tally for row in rows if row.system == name)
    counts = whole.labels.values()
    return not (whole.false or any(one.found or one.masked for one in counts))


def _speed(rows: Sequence[Row]) -> Iterator[str]:
    found = speeds(rows)
    base = found[systems.DEFAULT]
    yield f"""\
CPU time of one thread, for all systems in this run and over the same text, from reading to verified
output (for presidio, to its findings). `{systems.DEFAULT}` did {base:,.0f} words a second here.
"""
    yield line(["", f"speed, {systems.DEFAULT} = 1"])
    yield rule(1, 1)
    for name in _names(rows, [Group.WHOLE, Group.ONLY, Group.WITH]):
        if name in found:
            yield line([name, f"{found[name] / base:.2f}"])
    yield ""


def _names(rows: Iterable[Row], groups: Collection[Group] = tuple(Group)) -> list[str]:
    """Return the names of the systems in these groups, one group after the other."""
    names = dict.fromkeys(row.system for row in rows)
    return [name for group in groups for name in names if systems.group(name) is group]


def _by_writing(rows: Iterable[Row]) -> dict[str, Tally]:
    """Return the sums of the counts by way of writing."""
    listed = list(rows)
    return {
        written: added(row.tally for row in listed if row.written == written)
        for written in WRITTEN
        if any(row.written == written for row in listed)
    }


def _cells(tallies: Mapping[str, Tally]) -> Iterator[str]:
    for value in COLUMNS.values():
        shown = [value(tally) for tally in tallies.values()]
        yield " / ".join(one or "-" for one in shown) if any(shown) else ""
